"""Copies a tournament: its settings, stages and organisers, without its entrants."""

from datetime import datetime

from django.db import transaction
from django.forms.models import model_to_dict

from accounts.models import User
from tournaments.errors import NoSuchTournament, RoleMissing
from tournaments.models import Role, Stage, Tournament
from tournaments.models.choices import RoleKind
from tournaments.selectors.roles import find_role, role_includes
from tournaments.services.editing import editing
from tournaments.services.lifecycle.presets import store_new_tournament
from tournaments.time_zones import shift_local_time

TIME_FIELDS = ("entry_opens_at", "entry_closes_at", "check_in_opens_at", "check_in_closes_at")
NOT_COPIED = ("slug", "name", "visibility", "starts_at")
"""Fields that are not copied."""


def copy_tournament(
    *,
    tournament_id: int,
    slug: str,
    name: str,
    actor: User,
    now: datetime,
    starts_at: datetime | None = None,
) -> Tournament:
    """Create a draft copy of a tournament's settings, stages and organisers.

    The copy starts at `starts_at`, and its times for entry and check-in are moved by as much as the start. If
    either tournament has no start time, the copy has no such times.
    """
    source = Tournament.objects.filter(pk=tournament_id).first()
    if source is None:
        raise NoSuchTournament()
    if not role_includes(find_role(source.pk, actor), RoleKind.OWNER):
        raise RoleMissing()
    fields = model_to_dict(source, exclude=["id", *NOT_COPIED, *TIME_FIELDS])
    copy = Tournament(
        slug=slug,
        name=name,
        preset=source.preset,
        starts_at=starts_at,
        **fields,
        **_shift_entry_times(source, starts_at),
    )
    with transaction.atomic():
        store_new_tournament(copy, actor)
        for role in source.roles.exclude(user=actor):
            Role.objects.create(tournament=copy, user=role.user, kind=role.kind)
        for stage in source.stages.select_related("mix"):
            settings = model_to_dict(stage, exclude=["id", "tournament", "mix"])
            Stage.objects.create(tournament=copy, mix=stage.mix, **settings)
        with editing(copy.pk, actor=actor, now=now, role=RoleKind.OWNER) as edit:
            edit.add_audit_entry("created", after={"copied_from": source.slug})
    copy.refresh_from_db()
    return copy


def _shift_entry_times(source: Tournament, starts_at: datetime | None) -> dict[str, datetime | None]:
    """Return the copy's entry and check-in times, by field name, moved by as much as the start time.

    Fields without a time are left out. Return {} if the source or the copy has no start time.
    """
    if starts_at is None or source.starts_at is None:
        return {}
    return {
        name: shift_local_time(moment, start=source.starts_at, new_start=starts_at, zone=source.zone)
        for name in TIME_FIELDS
        if (moment := getattr(source, name)) is not None
    }
