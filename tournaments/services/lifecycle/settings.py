"""Change settings of tournaments and stages; the audit log keeps them before and after."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from accounts.models import User
from tournaments.errors import NoSuchTournament, WrongMoment
from tournaments.models import Stage, Tournament
from tournaments.models.choices import RoleKind, Status
from tournaments.services.editing import editing

FIXED = ("online", "same_deals")
"""Settings that cannot change once a stage has been drawn, because games may depend on them."""


def change_settings(*, tournament_id: int, changes: Mapping[str, Any], by: User, now: datetime) -> Tournament:
    """Set fields of a tournament by name. Raises WrongMoment for what can't be changed any more."""
    with editing(tournament_id, by=by, now=now, role=RoleKind.OWNER) as edit:
        tournament = edit.tournament
        drawn = tournament.stages.filter(drawn_at__isnull=False).exists()
        fixed = [name for name in FIXED if name in changes and changes[name] != getattr(tournament, name)]
        if drawn and fixed:
            raise WrongMoment(
                f"Seats have already been drawn, so these can no longer be changed: {', '.join(fixed)}."
            )
        before, after = _set(tournament, changes)
        if after:
            edit.note("settings_changed", before=before, after=after)
        return tournament


def run_by_timetable(*, tournament_id: int, automatic: bool, by: User, now: datetime) -> None:
    """Hand a tournament over to its timetable, or take it into one's own hands."""
    with editing(tournament_id, by=by, now=now) as edit:
        if edit.tournament.status in (Status.FINISHED, Status.CANCELLED):
            raise WrongMoment("The tournament is over.")
        before, edit.tournament.automatic = edit.tournament.automatic, automatic
        edit.tournament.trouble = ""
        edit.note("timetable_on" if automatic else "timetable_off", before=before, after=automatic)


def add_stage(*, tournament_id: int, changes: Mapping[str, Any], by: User, now: datetime) -> Stage:
    """Add a stage; it can't come before one that is drawn."""
    with editing(tournament_id, by=by, now=now, role=RoleKind.OWNER) as edit:
        stage = Stage(tournament=edit.tournament)
        _, after = _set(stage, changes)
        _refuse_over(edit.tournament)
        if edit.tournament.stages.filter(number__gte=stage.number, drawn_at__isnull=False).exists():
            raise WrongMoment(f"Stage {stage.number} or a later one has already been drawn.")
        stage.save()
        edit.note("stage_added", stage=stage, after=after)
        return stage


def change_stage(*, stage_id: int, changes: Mapping[str, Any], by: User, now: datetime) -> Stage:
    """Set fields of a stage by name, until it is drawn."""
    with editing(_tournament_of(stage_id), by=by, now=now, role=RoleKind.OWNER) as edit:
        stage = _undrawn(stage_id)
        before, after = _set(stage, changes)
        if after:
            stage.save()
            edit.note("stage_changed", stage=stage, before=before, after=after)
        return stage


def remove_stage(*, stage_id: int, by: User, now: datetime) -> None:
    """Take a stage out that is not drawn; those after it move up."""
    with editing(_tournament_of(stage_id), by=by, now=now, role=RoleKind.OWNER) as edit:
        stage = _undrawn(stage_id)
        title = stage.title
        stage.delete()
        for later in edit.tournament.stages.filter(number__gt=stage.number).order_by("number"):
            later.number -= 1
            later.save()
        edit.note("stage_removed", before={"number": stage.number, "title": title})


def _refuse_over(tournament: Tournament) -> None:
    if tournament.status in (Status.FINISHED, Status.CANCELLED):
        raise WrongMoment("The tournament is over.")


def _tournament_of(stage_id: int) -> int:
    found = Stage.objects.filter(pk=stage_id).values_list("tournament", flat=True).first()
    if found is None:
        raise NoSuchTournament("There is no such stage.")
    return found


def _undrawn(stage_id: int) -> Stage:
    stage = Stage.objects.select_related("mix").get(pk=stage_id)
    if stage.drawn_at is not None:
        raise WrongMoment(f"{stage.title} has been drawn, so its settings can no longer be changed.")
    return stage


def _set(row: Tournament | Stage, changes: Mapping[str, Any]) -> tuple[dict[str, object], dict[str, object]]:
    """Set what differs; gives it before and after, in plain words for the log."""
    before, after = {}, {}
    for name, value in changes.items():
        unset = isinstance(row, Stage) and name == "mix" and not row.mix_id
        was = None if unset else getattr(row, name)
        if was != value:
            before[name], after[name] = _plain(was), _plain(value)
            setattr(row, name, value)
    return before, after


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return str(value)
    return DjangoJSONEncoder().default(value) if isinstance(value, datetime) else value
