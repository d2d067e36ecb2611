"""Whose desks a member of the staff finds in the admin."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet

from accounts.models import User
from tournaments.models import Role, Stage, Tournament
from tournaments.models.choices import LEFT_STATUSES, RoleKind


def organised_tournaments(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """The tournaments in which somebody has a role; all of them for superusers."""
    if not user.is_active or not user.is_staff:
        return Tournament.objects.none()
    if user.is_superuser:
        return Tournament.objects.all()
    return Tournament.objects.filter(pk__in=Role.objects.filter(user=user.pk).values("tournament"))


def owned_tournaments(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """The tournaments whose owner somebody is."""
    if user.is_superuser or not user.is_staff:
        return organised_tournaments(user)
    owned = Role.objects.filter(user=user.pk, kind=RoleKind.OWNER)
    return Tournament.objects.filter(pk__in=owned.values("tournament"))


def organises_any(user: User | AnonymousUser) -> bool:
    """Whether somebody organises anything."""
    return organised_tournaments(user).exists() or (user.is_active and user.is_superuser)


def may_create(user: User | AnonymousUser) -> bool:
    """Whether the user may create tournaments: superusers, owners of one, and staff with the permission."""
    return user.has_perm("tournaments.add_tournament") or owned_tournaments(user).exists()


def may_edit_mix(user: User | AnonymousUser, mix_id: int | None) -> bool:
    """Who creates tournaments makes mixes; one that others' tournaments use is not theirs to change."""
    if not may_create(user):
        return False
    used = Stage.objects.filter(mix=mix_id) if mix_id else Stage.objects.none()
    return not used.exclude(tournament__in=owned_tournaments(user)).exists()


def mix_is_frozen(mix_id: int) -> bool:
    """Whether a stage has been drawn with it."""
    return Stage.objects.filter(mix=mix_id, drawn_at__isnull=False).exists()


def with_entrant_count(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The same with `entrants`, how many are in: withdrawn and disqualified ones are not."""
    there = Count("entries", filter=~Q(entries__status__in=LEFT_STATUSES))
    return tournaments.annotate(entrants=there)
