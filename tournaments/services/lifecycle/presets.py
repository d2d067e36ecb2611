"""Creates a tournament from a preset, whose values can be changed afterwards."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms.models import model_to_dict

from accounts.models import User
from core.refusal import BadRequest
from core.sentence import must_be_one_of
from tournaments.models import OptionMix, Role, Stage, Tournament
from tournaments.models.choices import RoleKind
from tournaments.rules.presets import PRESETS, MixOptions, Preset
from tournaments.selectors.roles import default_time_zone
from tournaments.services.editing import editing

__all__ = ["PRESETS", "create_from_preset"]

ENTRY_CLOSES = timedelta(minutes=60)
"""How long before the start a preset's timetable ends entry and opens check-in."""
CHECK_IN_CLOSES = timedelta(minutes=10)
"""How long before the start a preset's timetable ends check-in."""


def create_from_preset(
    *,
    preset: str,
    slug: str,
    name: str,
    actor: User,
    now: datetime,
    starts_at: datetime | None = None,
    time_zone: str | None = None,
) -> Tournament:
    """Create a draft tournament with the stages, game options and timetable of a preset.

    `preset` is a key of PRESETS. If `time_zone` is None, use the user's default time zone. Raise BadRequest
    if a value is invalid.
    """
    chosen = PRESETS.get(preset)
    if chosen is None:
        raise BadRequest({"preset": [must_be_one_of(PRESETS)]})
    tournament = Tournament(
        slug=slug,
        name=name,
        description=chosen.description,
        preset=preset,
        starts_at=starts_at,
        time_zone=time_zone or default_time_zone(actor),
        **_preset_timetable(starts_at, now),
        **chosen.fields,
    )
    with transaction.atomic():
        store_new_tournament(tournament, actor)
        _add_stages(tournament, chosen)
        with editing(tournament.pk, actor=actor, now=now, role=RoleKind.OWNER) as edit:
            edit.add_audit_entry("created", after={"preset": preset})
    tournament.refresh_from_db()
    return tournament


def store_new_tournament(tournament: Tournament, actor: User) -> None:
    """Store a new tournament owned by `actor`. Raise BadRequest if a field is invalid."""
    try:
        tournament.full_clean()
    except ValidationError as fault:
        raise BadRequest(fault.message_dict) from None
    tournament.save()
    Role.objects.create(tournament=tournament, user=actor, kind=RoleKind.OWNER)


def _preset_timetable(starts_at: datetime | None, now: datetime) -> dict[str, datetime]:
    """Return when a new tournament's entry closes and check-in opens and closes, by field name.

    Return {} if there is no start time.
    """
    if starts_at is None:
        return {}
    # If the start is near, entry stays open for half of the remaining time.
    left = max(starts_at - now, timedelta(0))
    entry_closes_at = _round_up_to_minute(starts_at - min(ENTRY_CLOSES, left / 2), starts_at)
    return {
        "entry_closes_at": entry_closes_at,
        "check_in_opens_at": entry_closes_at,
        "check_in_closes_at": _round_up_to_minute(starts_at - min(CHECK_IN_CLOSES, left / 10), starts_at),
    }


def _round_up_to_minute(at: datetime, latest: datetime) -> datetime:
    """Round a time up to a whole minute, but return `latest` if that is earlier."""
    return min(latest, at + -timedelta(seconds=at.second, microseconds=at.microsecond) % timedelta(minutes=1))


def _find_or_create_mix(name: str, fields: MixOptions) -> OptionMix:
    """Return a stored set of game options (an option mix) with these values, creating it if necessary.

    If a different set has this name, use "NAME (2)" and so on.
    """
    wanted = model_to_dict(OptionMix(**fields), exclude=["id", "name"])
    number = 1
    while True:
        mix, _ = OptionMix.objects.get_or_create(
            name=name if number == 1 else f"{name} ({number})", defaults={**fields}
        )
        if model_to_dict(mix, exclude=["id", "name"]) == wanted:
            return mix
        number += 1


def _add_stages(tournament: Tournament, preset: Preset) -> None:
    """Create a preset's stages for a tournament, and the preset's game options if they are not stored yet."""
    mix = _find_or_create_mix(*preset.mix)
    for stage_number, stage in enumerate(preset.stages, start=1):
        Stage.objects.create(
            tournament=tournament,
            number=stage_number,
            kind=stage.kind,
            mix=mix,
            qualify=stage.qualify,
            qualify_count=stage.qualify_count,
            **stage.fields,
        )
