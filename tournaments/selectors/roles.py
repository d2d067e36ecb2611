"""Who may do what at a desk."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.models import Role
from tournaments.models.choices import RoleKind

_REACH: dict[str, int] = {RoleKind.OWNER: 3, RoleKind.ARBITER: 2, RoleKind.HELPER: 1, RoleKind.VIEWER: 0}


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
    return have is not None and _REACH[have] >= _REACH[need]
