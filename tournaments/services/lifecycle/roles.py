"""Give organisers their roles, and take them away."""

from datetime import datetime

from accounts.models import User
from tournaments.errors import NotEntered, WrongMoment
from tournaments.models import Role
from tournaments.models.choices import RoleKind
from tournaments.services.editing import TournamentEdit, editing


def give_role(*, tournament_id: int, username: str, kind: str, by: User, now: datetime) -> Role:
    """Give somebody a role, or another one; whoever organises may enter the admin. Guests can't organise."""
    with editing(tournament_id, by=by, now=now, role=RoleKind.OWNER) as edit:
        user = User.objects.named(username.strip()).first()
        if user is None or not user.is_active:
            raise NotEntered(f"There is no account called {username}.")
        if user.kind != "human":
            raise WrongMoment(
                f"{user.username} is a guest or a bot, and only people with an account can have a role."
            )
        if kind not in RoleKind.values:
            raise WrongMoment(f"A role is one of {', '.join(RoleKind.values)}.")
        role = Role.objects.filter(tournament=edit.tournament, user=user).first()
        before = role.kind if role else None
        if kind != RoleKind.OWNER:
            _keep_an_owner(edit, role)
        role = role or Role(tournament=edit.tournament, user=user)
        role.kind = kind
        role.save()
        if not _held(user).is_staff:
            User.objects.filter(pk=user.pk).update(is_staff=True)
        edit.note("role_given", before=before, after={"name": user.username, "role": kind})
        return role


def take_role(*, role_id: int, by: User, now: datetime) -> None:
    """Take somebody's role away; the last owner keeps theirs, unless a superuser takes it.

    Who has no other reason to enter the admin may enter it no more.
    """
    found = Role.objects.filter(pk=role_id).values_list("tournament", flat=True).first()
    if found is None:
        raise NotEntered("This role no longer exists.")
    with editing(found, by=by, now=now, role=RoleKind.OWNER) as edit:
        role = Role.objects.select_related("user").get(pk=role_id)
        _keep_an_owner(edit, role)
        before = {"name": role.user.username, "role": role.kind}
        role.delete()
        shut_out = _has_no_reason_to_enter(_held(role.user))
        if shut_out:
            User.objects.filter(pk=role.user_id).update(is_staff=False)
        edit.note("role_taken", before=before, after={"may_enter_the_admin": False} if shut_out else None)


def _held(user: User) -> User:
    """The locked account: two tournaments that change a role of one person at once take turns."""
    return User.objects.select_for_update().get(pk=user.pk)


def _has_no_reason_to_enter(user: User) -> bool:
    """Whether a staff account has no role, group or permission left."""
    if not user.is_staff or user.is_superuser:
        return False
    reasons = (user.tournament_roles, user.groups, user.user_permissions)
    return not any(reason.exists() for reason in reasons)


def _keep_an_owner(edit: TournamentEdit, role: Role | None) -> None:
    """A tournament without an owner could be changed by superusers alone."""
    if role is None or role.kind != RoleKind.OWNER or (edit.by and edit.by.is_superuser):
        return
    if not Role.objects.filter(tournament=edit.tournament, kind=RoleKind.OWNER).exclude(pk=role.pk).exists():
        raise WrongMoment("A tournament needs at least one owner.")
