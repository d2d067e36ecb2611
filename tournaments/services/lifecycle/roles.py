"""Grants and revokes roles of organisers."""

from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import NotEntered, WrongMoment
from tournaments.models import Role
from tournaments.models.choices import RoleKind
from tournaments.services.editing import TournamentEdit, editing


def grant_role(*, tournament_id: int, username: str, kind: str, actor: User, now: datetime) -> Role:
    """Give a user a role in a tournament, and access to the admin site.

    The new role, a value of RoleKind, replaces the user's former role. Raise NotEntered if there is no such
    active account. Raise WrongMoment if the account belongs to a guest or bot, if `kind` is unknown, or if
    the tournament would have no owner left.
    """
    with editing(tournament_id, actor=actor, now=now, role=RoleKind.OWNER) as edit:
        user = User.objects.filter_by_name(username.strip()).first()
        if user is None or not user.is_active:
            raise NotEntered(Sentence("There is no account called %(username)s.", username=username))
        if user.kind != "human":
            raise WrongMoment(
                Sentence(
                    "%(username)s is a guest or a bot, and only people with an account can have a role.",
                    username=user.username,
                )
            )
        if kind not in RoleKind.values:
            raise WrongMoment(Sentence("A role is one of %(names)s.", names=", ".join(RoleKind.values)))
        role = Role.objects.filter(tournament=edit.tournament, user=user).first()
        before = role.kind if role else None
        if kind != RoleKind.OWNER:
            _ensure_owner_remains(edit, role)
        role = role or Role(tournament=edit.tournament, user=user)
        role.kind = kind
        role.save()
        # Organisers may enter the admin site.
        if not _lock_account(user).is_staff:
            User.objects.filter(pk=user.pk).update(is_staff=True)
        edit.add_audit_entry("role_given", before=before, after={"name": user.username, "role": kind})
        return role


def revoke_role(*, role_id: int, actor: User, now: datetime) -> None:
    """Revoke a role. A user without any other role or permission loses access to the admin site.

    Raise WrongMoment if no owner would be left.
    """
    found = Role.objects.filter(pk=role_id).values_list("tournament", flat=True).first()
    if found is None:
        raise NotEntered(Sentence("This role no longer exists."))
    with editing(found, actor=actor, now=now, role=RoleKind.OWNER) as edit:
        role = Role.objects.select_related("user").get(pk=role_id)
        _ensure_owner_remains(edit, role)
        before = {"name": role.user.username, "role": role.kind}
        role.delete()
        shut_out = _should_lose_admin_access(_lock_account(role.user))
        if shut_out:
            User.objects.filter(pk=role.user_id).update(is_staff=False)
        edit.add_audit_entry(
            "role_taken", before=before, after={"may_enter_the_admin": False} if shut_out else None
        )


def _lock_account(user: User) -> User:
    """Read and lock a user in the database, to prevent concurrent changes to their access."""
    return User.objects.select_for_update().get(pk=user.pk)


def _should_lose_admin_access(user: User) -> bool:
    """Return whether a staff user has no role, group or permission left.

    Return False for superusers.
    """
    if not user.is_staff or user.is_superuser:
        return False
    reasons = (user.tournament_roles, user.groups, user.user_permissions)
    return not any(reason.exists() for reason in reasons)


def _ensure_owner_remains(edit: TournamentEdit, role: Role | None) -> None:
    """Raise WrongMoment if the tournament would have no owner without this role.

    Do nothing if `role` is None, or if the user who makes the edit is a superuser.
    """
    if role is None or role.kind != RoleKind.OWNER or (edit.actor and edit.actor.is_superuser):
        return
    if not Role.objects.filter(tournament=edit.tournament, kind=RoleKind.OWNER).exclude(pk=role.pk).exists():
        raise WrongMoment(Sentence("A tournament needs at least one owner."))
