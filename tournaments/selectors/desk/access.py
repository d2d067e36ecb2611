"""The tournaments and option mixes that a user may see or change in the admin."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet

from accounts.models import User
from tournaments.models import Role, Stage, Tournament
from tournaments.models.choices import LEFT_STATUSES, RoleKind


def organised_tournaments(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the tournaments in which the user has an organiser's role. Superusers get all tournaments.

    The result is empty if the user is inactive or not staff.
    """
    if not user.is_active or not user.is_staff:
        return Tournament.objects.none()
    if user.is_superuser:
        return Tournament.objects.all()
    return Tournament.objects.filter(pk__in=Role.objects.filter(user=user.pk).values("tournament"))


def owned_tournaments(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the tournaments that the user owns. Superusers get all tournaments.

    The result is empty if the user is inactive or not staff.
    """
    if user.is_superuser or not user.is_staff or not user.is_active:
        return organised_tournaments(user)
    owned = Role.objects.filter(user=user.pk, kind=RoleKind.OWNER)
    return Tournament.objects.filter(pk__in=owned.values("tournament"))


def organises_any_tournament(user: User | AnonymousUser) -> bool:
    """Return whether the user is an active superuser, or active staff with a role in any tournament."""
    return organised_tournaments(user).exists() or (user.is_active and user.is_superuser)


def may_create_tournaments(user: User | AnonymousUser) -> bool:
    """Return whether the user has the permission to add tournaments or already owns one."""
    return user.has_perm("tournaments.add_tournament") or owned_tournaments(user).exists()


def may_edit_mix(user: User | AnonymousUser, mix_id: int | None) -> bool:
    """Return whether the user may change a set of game options (an option mix).

    The user must own all tournaments that use these options, and be allowed to create tournaments.
    If `mix_id` is None, return whether the user may create such a set.
    """
    # Without an id, the question is whether the user may create one.
    if not may_create_tournaments(user):
        return False
    used = Stage.objects.filter(mix=mix_id) if mix_id else Stage.objects.none()
    return not used.exclude(tournament__in=owned_tournaments(user)).exists()


def mix_is_frozen(mix_id: int) -> bool:
    """Return whether a set of game options (an option mix) can no longer be changed.

    That is so as soon as a stage that uses these options has been drawn.
    """
    return Stage.objects.filter(mix=mix_id, drawn_at__isnull=False).exists()


def add_entrant_count(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate tournaments with `entrants`, the number of entrants.

    Entrants who have withdrawn or have been disqualified do not count.
    """
    there = Count("entries", filter=~Q(entries__status__in=LEFT_STATUSES))
    return tournaments.annotate(entrants=there)
