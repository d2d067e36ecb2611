"""Changes settings of tournaments and stages; the audit log keeps the old and new values."""

from collections.abc import Mapping
from datetime import datetime
from itertools import count
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from accounts.models import User
from core.sentence import Sentence
from games.services.referee import set_chat_disabled
from tournaments.errors import NoSuchTournament, WrongMoment
from tournaments.models import Stage, StageTable, Tournament
from tournaments.models.choices import RoleKind
from tournaments.rules.timetable import would_be_cancelled_at_once
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.timetable import timetable_facts
from tournaments.services.editing import TournamentEdit, editing
from tournaments.services.entry.checks import ensure_not_over
from tournaments.services.entry.status import promote_from_waiting_list

FIXED_AFTER_DRAW = ("online", "same_deals")
"""Settings that cannot change once a stage has been drawn, because games may depend on them."""
PLACES = ("capacity", "nation_quota", "entry_opens_at", "entry_closes_at")
"""Settings that decide how many entrants have a place."""
CANCELLING = (
    *PLACES,
    "visibility",
    "automatic",
    "min_entrants",
    "check_in_opens_at",
    "check_in_closes_at",
    "starts_at",
)
"""Settings that decide whether the timetable cancels the tournament."""
NO_SUCH_STAGE = Sentence("There is no such stage.")
CANCELLED_AT_ONCE = Sentence(
    "The timetable would cancel the tournament at once: entry or check-in is over, and too few players are "
    "present. Move these times first."
)


def change_settings(
    *, tournament_id: int, changes: Mapping[str, Any], actor: User, now: datetime
) -> Tournament:
    """Change a tournament's settings. `changes` maps field names to new values.

    Raise WrongMoment if a stage has been drawn and a setting that depends on it (FIXED_AFTER_DRAW) would
    change, or if the new settings would make the timetable cancel the tournament at once.
    """
    with editing(tournament_id, actor=actor, now=now, role=RoleKind.OWNER) as edit:
        tournament = edit.tournament
        drawn = tournament.stages.filter(drawn_at__isnull=False).exists()
        fixed = [
            name
            for name in FIXED_AFTER_DRAW
            if name in changes and changes[name] != getattr(tournament, name)
        ]
        if drawn and fixed:
            raise WrongMoment(
                Sentence(
                    "Seats have already been drawn, so these can no longer be changed: %(names)s.",
                    names=", ".join(fixed),
                )
            )
        before, after = _change_fields(tournament, changes)
        if "table_chat" in after:
            # The chat of tables that are already open changes, too.
            games = StageTable.objects.filter(stage__tournament=tournament, game__isnull=False)
            set_chat_disabled(games.values_list("game_id", flat=True), disabled=not tournament.table_chat)
        if after:
            edit.add_audit_entry("settings_changed", before=before, after=after)
        if not after.keys().isdisjoint(PLACES):
            promote_from_waiting_list(edit)
        if not after.keys().isdisjoint(CANCELLING):
            _ensure_not_cancelled_at_once(edit)
        return tournament


def switch_timetable(*, tournament_id: int, automatic: bool, actor: User, now: datetime) -> None:
    """Turn a tournament's automatic timetable on or off, and clear its error message.

    Raise WrongMoment if the tournament is over, or if its timetable would cancel it at once.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        ensure_not_over(edit.tournament)
        before, edit.tournament.automatic = edit.tournament.automatic, automatic
        edit.tournament.trouble = ""
        if automatic:
            _ensure_not_cancelled_at_once(edit)
        edit.add_audit_entry("timetable_on" if automatic else "timetable_off", before=before, after=automatic)


def _ensure_not_cancelled_at_once(edit: TournamentEdit) -> None:
    """Raise WrongMoment if the timetable would cancel the tournament as soon as the edit is saved."""
    # Nobody can undo a cancellation.
    if would_be_cancelled_at_once(timetable_facts(read_snapshot(edit.tournament)), edit.now):
        raise WrongMoment(CANCELLED_AT_ONCE)


def add_stage(*, tournament_id: int, changes: Mapping[str, Any], actor: User, now: datetime) -> Stage:
    """Add a stage to a tournament. `changes` maps the stage's field names to values.

    Raise WrongMoment if its number is taken, if a later stage has been drawn, or if the tournament is over.
    """
    with editing(tournament_id, actor=actor, now=now, role=RoleKind.OWNER) as edit:
        stage = Stage(tournament=edit.tournament)
        _, after = _change_fields(stage, changes)
        ensure_not_over(edit.tournament)
        _ensure_number_free(edit, stage)
        stage.save()
        edit.add_audit_entry("stage_added", stage=stage, after=after)
        return stage


def change_stage(*, stage_id: int, changes: Mapping[str, Any], actor: User, now: datetime) -> Stage:
    """Change settings of a stage. `changes` maps field names to new values.

    Raise WrongMoment if the stage has been drawn or the tournament is over. If the stage gets a new number,
    also raise WrongMoment if that number is taken, or if another stage with a higher number has been drawn.
    """
    with editing(_get_tournament_id(stage_id), actor=actor, now=now, role=RoleKind.OWNER) as edit:
        stage = _get_undrawn_stage(edit, stage_id)
        before, after = _change_fields(stage, changes)
        if "number" in after:
            _ensure_number_free(edit, stage)
        if after:
            stage.save()
            edit.add_audit_entry("stage_changed", stage=stage, before=before, after=after)
        return stage


def renumber_stages(*, tournament_id: int, numbers: Mapping[int, int], actor: User, now: datetime) -> None:
    """Give stages new numbers. `numbers` maps stage ids to new numbers.

    Raise WrongMoment if one of these stages has been drawn, if the tournament is over, if another stage has
    one of the new numbers, or if another stage with a higher number than one of the new numbers has been
    drawn.
    """
    with editing(tournament_id, actor=actor, now=now, role=RoleKind.OWNER) as edit:
        stages = [_get_undrawn_stage(edit, stage_id) for stage_id in numbers]
        others = edit.tournament.stages.exclude(pk__in=numbers)
        taken = {*others.values_list("number", flat=True), *numbers.values()}
        # Two stages must not have the same number even for a moment.
        parked = (
            number for number in count(1) if number not in taken.union(stage.number for stage in stages)
        )
        for stage in stages:
            Stage.objects.filter(pk=stage.pk).update(number=next(parked))
        for stage in stages:
            before, after = _change_fields(stage, {"number": numbers[stage.pk]})
            _ensure_number_free(edit, stage)
            stage.save()
            edit.add_audit_entry("stage_changed", stage=stage, before=before, after=after)


def _ensure_number_free(edit: TournamentEdit, stage: Stage) -> None:
    """Raise WrongMoment if another stage has the same number, or a later stage has been drawn."""
    others = edit.tournament.stages.exclude(pk=stage.pk)
    if others.filter(number__gte=stage.number, drawn_at__isnull=False).exists():
        raise WrongMoment(
            Sentence("Stage %(number)d or a later one has already been drawn.", number=stage.number)
        )
    if others.filter(number=stage.number).exists():
        raise WrongMoment(
            Sentence("There already is a stage %(number)d. Choose another number.", number=stage.number)
        )


def remove_stage(*, stage_id: int, actor: User, now: datetime) -> None:
    """Remove a stage and renumber the later ones.

    Raise WrongMoment if the stage has been drawn or the tournament is over.
    """
    with editing(_get_tournament_id(stage_id), actor=actor, now=now, role=RoleKind.OWNER) as edit:
        stage = _get_undrawn_stage(edit, stage_id)
        title = stage.title
        stage.delete()
        for later in edit.tournament.stages.filter(number__gt=stage.number).order_by("number"):
            later.number -= 1
            later.save()
        edit.add_audit_entry("stage_removed", before={"number": stage.number, "title": title})


def _get_tournament_id(stage_id: int) -> int:
    """Return the id of a stage's tournament. Raise NoSuchTournament if the stage no longer exists."""
    found = Stage.objects.filter(pk=stage_id).values_list("tournament", flat=True).first()
    if found is None:
        raise NoSuchTournament(NO_SUCH_STAGE)
    return found


def _get_undrawn_stage(edit: TournamentEdit, stage_id: int) -> Stage:
    """Return a stage of the tournament, to be changed or removed.

    Raise NoSuchTournament if the tournament has no such stage, and WrongMoment if the stage has been drawn or
    the tournament is over.
    """
    ensure_not_over(edit.tournament)
    stage = edit.tournament.stages.select_related("mix").filter(pk=stage_id).first()
    if stage is None:
        raise NoSuchTournament(NO_SUCH_STAGE)
    if stage.drawn_at is not None:
        raise WrongMoment(
            Sentence("%(title)s has been drawn, so its settings can no longer be changed.", title=stage.title)
        )
    return stage


def _change_fields(
    instance: Tournament | Stage, changes: Mapping[str, Any]
) -> tuple[dict[str, object], dict[str, object]]:
    """Set fields of a tournament or stage without saving it.

    Return two dicts for the audit log: the old and the new values of the fields that differ.
    """
    before, after = {}, {}
    for name, value in changes.items():
        unset = isinstance(instance, Stage) and name == "mix" and not instance.mix_id
        was = None if unset else getattr(instance, name)
        if was != value:
            before[name], after[name] = _audit_log_value(was), _audit_log_value(value)
            setattr(instance, name, value)
    return before, after


def _audit_log_value(value: Any) -> Any:
    """Convert models and datetimes to text; leave other values unchanged."""
    if isinstance(value, Model):
        return str(value)
    return DjangoJSONEncoder().default(value) if isinstance(value, datetime) else value
