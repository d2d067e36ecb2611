"""Who may do what at a desk."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.models import Role
from tournaments.models.choices import RoleKind
from tournaments.models.tournament import site_time_zone

_RANK: dict[str, int] = {RoleKind.OWNER: 3, RoleKind.ARBITER: 2, RoleKind.HELPER: 1, RoleKind.VIEWER: 0}


def role_of(tournament_id: int, user: User | AnonymousUser | None) -> str | None:
    """A person's role in a tournament; superusers own all of them. None: no role, or nobody."""
    if user is None or not user.is_active:
        return None
    if user.is_superuser:
        return RoleKind.OWNER
    kinds = Role.objects.filter(tournament=tournament_id, user=user.pk).values_list("kind", flat=True)
    return kinds.first()


def reaches(have: str | None, need: str) -> bool:
    """Whether the role `have` allows what the role `need` is asked for."""
    return have is not None and _RANK[have] >= _RANK[need]


def usual_time_zone(user: User | AnonymousUser) -> str:
    """The time zone of the newest tournament that somebody owns; the site's if there is none."""
    owned = Role.objects.filter(user=user.pk, kind=RoleKind.OWNER).order_by("-tournament")
    return owned.values_list("tournament__time_zone", flat=True).first() or site_time_zone()
