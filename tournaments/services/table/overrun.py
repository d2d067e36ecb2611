"""Tables that run over time: warning, penalising and stopping them, as the stage's settings say."""

from collections.abc import Collection
from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import WrongMoment
from tournaments.models import Penalty, Stage
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import StageTableSnapshot
from tournaments.services.editing import TournamentEdit, editing
from tournaments.services.table.clocks import log_and_reconcile_tables

OVERRAN = Sentence("the table ran over its time")


def record_time_warning(*, tournament_id: int, stage_number: int, actor: User | None, now: datetime) -> Stage:
    """Record that the players of a stage have been warned about the end of their time.

    `actor` is the organiser, or None for the scheduler. Raise WrongMoment if a warning is already recorded.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        stage = edit.get_stage(stage_number)
        ensure_stage_started(stage)
        if stage.warned_at is not None:
            raise WrongMoment(Sentence("They have already been warned."))
        stage.warned_at = now
        stage.save()
        edit.add_audit_entry("warned", stage=stage)
        return stage


def ensure_stage_started(stage: Stage) -> None:
    """Raise WrongMoment if the stage has not started."""
    if stage.started_at is None:
        raise WrongMoment(Sentence("%(title)s has not started.", title=stage.title))


def penalise_overrun(
    *, tournament_id: int, stage_number: int, actor: User | None, now: datetime, tables: Collection[int]
) -> None:
    """Deduct points from the entrants at these tables for exceeding the time limit.

    `tables` contains table numbers, and `actor` is the organiser, or None for the scheduler. Tables with a
    result are skipped, and nobody is penalised twice in a stage.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        for table in _tables_without_result(edit, stage_number, tables):
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
            # A replayed table may overrun again, but its players are penalised only once.
            Penalty.objects.bulk_create(penalties, ignore_conflicts=True)
            after = {"table": table.row.number, "points": stage.overrun_penalty}
            edit.add_audit_entry("overrun_penalised", stage=stage, after=after, reason=OVERRAN)


def stop_games_after_overtime(
    *, tournament_id: int, stage_number: int, actor: User | None, now: datetime, tables: Collection[int]
) -> None:
    """Stop the games at these tables at the end of their overtime. The rounds already scored count.

    `tables` contains table numbers, and `actor` is the organiser, or None for the scheduler. Tables with a
    result or without a running game are skipped.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        waiting = [table.row for table in _tables_without_result(edit, stage_number, tables)]
        stopped = [row for row in waiting if row.game_id and row.stopped_at is None]
        if not stopped:
            return
        for row in stopped:
            row.stopped_at = now
            row.save()
        log_and_reconcile_tables(
            edit, "overtime_ended", edit.get_stage(stage_number), stopped, reason=OVERRAN
        )


def _tables_without_result(
    edit: TournamentEdit, stage_number: int, table_numbers: Collection[int]
) -> list[StageTableSnapshot]:
    """Return the tables of a stage whose numbers are in `table_numbers` and which have no result yet."""
    stage = read_snapshot(edit.tournament).find_stage(stage_number)
    assert stage is not None
    return [table for table in stage.tables_without_result if table.row.number in table_numbers]
