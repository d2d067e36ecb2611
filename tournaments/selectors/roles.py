"""The roles of organisers."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.models import Role
from tournaments.models.choices import RoleKind
from tournaments.models.tournament import site_time_zone

_RANK: dict[str, int] = {RoleKind.OWNER: 3, RoleKind.ARBITER: 2, RoleKind.HELPER: 1, RoleKind.VIEWER: 0}


def find_role(tournament_id: int, user: User | AnonymousUser | None) -> str | None:
    """Return the user's role in organising a tournament, or None if there is none.

    Superusers count as owners. Inactive users have no role.
    """
    if user is None or not user.is_active:
        return None
    if user.is_superuser:
        return RoleKind.OWNER
    kinds = Role.objects.filter(tournament=tournament_id, user=user.pk).values_list("kind", flat=True)
    return kinds.first()


def role_includes(role: str | None, required_role: str) -> bool:
    """Return whether a role is at least `required_role` in the order viewer, helper, arbiter, owner.

    Return False if `role` is None.
    """
    return role is not None and _RANK[role] >= _RANK[required_role]


def default_time_zone(user: User | AnonymousUser) -> str:
    """Return the time zone of the newest tournament that the user owns.

    If there is none, return the site's time zone.
    """
    owned = Role.objects.filter(user=user.pk, kind=RoleKind.OWNER).order_by("-tournament")
    return owned.values_list("tournament__time_zone", flat=True).first() or site_time_zone()
