"""Tables whose time is over: warned before, penalised for it, and stopped by rule."""

from collections.abc import Collection
from datetime import datetime

from accounts.models import User
from tournaments.errors import WrongMoment
from tournaments.models import Penalty, Stage
from tournaments.selectors.snapshot import StageTableSnapshot, read_snapshot
from tournaments.services.editing import TournamentEdit, editing
from tournaments.services.table.clocks import note_tables

OVERRAN = "the table ran over its time"


def warn(*, tournament_id: int, stage_number: int, by: User | None, now: datetime) -> Stage:
    """Warn the tables of a stage once that their time is nearly over."""
    with editing(tournament_id, by=by, now=now) as edit:
        stage = edit.stage(stage_number)
        refuse_unless_started(stage)
        if stage.warned_at is not None:
            raise WrongMoment("They have already been warned.")
        stage.warned_at = now
        stage.save()
        edit.note("warned", stage=stage)
        return stage


def refuse_unless_started(stage: Stage) -> None:
    """Raise WrongMoment unless the stage has started."""
    if stage.started_at is None:
        raise WrongMoment(f"{stage.title} has not started.")


def penalise_overrun(
    *, tournament_id: int, stage_number: int, by: User | None, now: datetime, tables: Collection[int]
) -> None:
    """Give each entrant at tables that overran the stage's penalty, once a stage."""
    with editing(tournament_id, by=by, now=now) as edit:
        for table in _waiting(edit, stage_number, tables):
            if table.row.overran_at is not None:
                continue
            stage = table.row.stage
            table.row.overran_at = now
            table.row.save()
            penalties = [
                Penalty(
                    entry_id=entry,
                    stage=stage,
                    points=stage.overrun_penalty,
                    overrun=True,
                    reason=OVERRAN,
                    at=now,
                )
                for entry in table.entrants
            ]
            # A table that is played again may overrun again: that costs no second time.
            Penalty.objects.bulk_create(penalties, ignore_conflicts=True)
            after = {"table": table.row.number, "points": stage.overrun_penalty}
            edit.note("overrun_penalised", stage=stage, after=after, reason=OVERRAN)


def stop_overrun(
    *, tournament_id: int, stage_number: int, by: User | None, now: datetime, tables: Collection[int]
) -> None:
    """End the games whose overtime is over; their scored rounds count."""
    with editing(tournament_id, by=by, now=now) as edit:
        waiting = [table.row for table in _waiting(edit, stage_number, tables)]
        stopped = [row for row in waiting if row.game_id and row.stopped_at is None]
        if not stopped:
            return
        for row in stopped:
            row.stopped_at = now
            row.save()
        note_tables(edit, "overtime_ended", edit.stage(stage_number), stopped, reason=OVERRAN)


def _waiting(edit: TournamentEdit, stage_number: int, tables: Collection[int]) -> list[StageTableSnapshot]:
    """The tables among these that have no result yet."""
    stage = read_snapshot(edit.tournament).stage(stage_number)
    assert stage is not None
    return [table for table in stage.waiting if table.row.number in tables]
