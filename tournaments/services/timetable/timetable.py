"""Runs tournaments by their timetables: each due step calls the service that organisers use."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypedDict

from accounts.models import User
from core.refusal import Refusal
from core.sentence import Sentence
from tournaments.broadcast import publish_tournament_change
from tournaments.models import Tournament
from tournaments.models.choices import Status
from tournaments.rules.timetable import Step, due_tables, next_step
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.timetable import timetable_facts
from tournaments.services.changes import record_and_announce_change
from tournaments.services.draw import draws
from tournaments.services.editing import TournamentEdit, editing_without_role
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.table import clocks, opening
from tournaments.services.table.no_shows import replace_missing_players
from tournaments.services.table.overrun import (
    penalise_overrun,
    record_time_warning,
    stop_games_after_overtime,
)
from tournaments.services.table.reconcile import reconcile_tables

logger = logging.getLogger(__name__)

TICK_INTERVAL = timedelta(seconds=5)
"""How often a tournament is checked from check-in on: tables finish, players come and go."""
RETRY_INTERVAL = timedelta(seconds=15)
OUTAGE_THRESHOLD = timedelta(seconds=30)
"""A longer gap between ticks means that no server was running; that time counts against nobody."""
MAX_STEPS = 100

StepFunction = Callable[..., Any]


class StepArguments(TypedDict):
    """The arguments that every timetable step takes."""

    tournament_id: int
    actor: User | None
    now: datetime


_TOURNAMENT_STEPS: dict[Step, StepFunction] = {
    Step.OPEN_CHECK_IN: lifecycle.open_check_in,
    Step.REMIND_CHECK_IN: lifecycle.send_check_in_reminder,
    Step.CLOSE_ENTRY: lifecycle.close_check_in,
    Step.CLOSE_CHECK_IN: lifecycle.close_check_in,
    Step.FINISH: lifecycle.finish_tournament,
}
_STAGE_STEPS: dict[Step, StepFunction] = {
    Step.RELEASE: draws.release_draw,
    Step.START_TABLES: opening.start_tables,
    Step.CLOSE_STAGE: closing.close_stage,
    Step.WARN: record_time_warning,
}
_TABLE_STEPS: dict[Step, StepFunction] = {
    Step.REPLACE_NO_SHOWS: replace_missing_players,
    Step.PENALISE_OVERRUN: penalise_overrun,
    Step.STOP_TABLES: stop_games_after_overtime,
}
TOO_FEW = Sentence("Too few players checked in.")
OUTAGE_REASON = Sentence("no server was running")


def run_due_steps(tournament_id: int, *, now: datetime, original_due_at: datetime | None = None) -> None:
    """Run all due steps of a tournament's timetable, and store the time of the next check.

    `original_due_at` is the time at which this check was due, if the tournament's `due_at` has been postponed
    since; otherwise it is None.
    """
    # Safe to run again or in parallel: each step checks, with the tournament locked, whether it may be done.
    compensate_outage(tournament_id, now=now, original_due_at=original_due_at)
    # Read the facts again for each step, because the previous step has changed them.
    for _ in range(MAX_STEPS):
        tournament = Tournament.objects.get(pk=tournament_id)
        facts = timetable_facts(read_snapshot(tournament))
        due = next_step(facts, now)
        if due is None or due[1] > now:
            if facts.stage is not None and facts.stage.started and tournament.online:
                _update_live_games(tournament, facts.stage.number, now)
            return _schedule_next_check(tournament, due[1] if due else None, now)
        try:
            _run_step(tournament, due[0], facts.stage, now)
        except Refusal as refusal:
            # The reason is stored for the organisers, and the step is tried again later.
            if _record_refused_step(tournament, due[0], refusal, now):
                return
            # The tournament changed after it was read: read it again.
    logger.error("Tournament %s has no end of steps at %s", tournament_id, now)


def compensate_outage(tournament_id: int, *, now: datetime, original_due_at: datetime | None = None) -> None:
    """Postpone a tournament's deadlines by the time for which no server was running.

    An outage that is not longer than OUTAGE_THRESHOLD is ignored. `original_due_at` is the time at which the
    tournament's check was due, if its `due_at` has been postponed since; otherwise it is None.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    # To claim the tournament, the scheduler postpones its due time, and passes on the original one.
    seen, since = tournament.ticked_at, _outage_start(tournament, original_due_at or tournament.due_at)
    if since is None or now - since <= OUTAGE_THRESHOLD:
        # Conditional and without the row's lock: a process that is late must not set the time back.
        Tournament.objects.filter(pk=tournament_id, ticked_at=seen).update(ticked_at=now)
        return
    with editing_without_role(tournament_id, actor=None, now=now) as edit:
        # Another process has compensated for the same outage while this one waited for the lock.
        if edit.tournament.ticked_at != seen:
            return
        # The last time when a server was running.
        edit.tournament.ticked_at = now
        if edit.tournament.follows_timetable and edit.tournament.status != Status.RUNNING:
            _postpone_check_in(edit, now - since)
        _shift_clocks(edit, now - since)


def _outage_start(tournament: Tournament, due_at: datetime | None) -> datetime | None:
    """Return the time since which no server has checked a tournament, as the start of a possible outage.

    During check-in and play, this is the time of the last check. Before check-in, it is `due_at` if the
    timetable should have opened check-in by then. Otherwise, return None: an outage does no harm.
    """
    if tournament.status in (Status.CHECK_IN, Status.RUNNING):
        return tournament.ticked_at
    opens_at = tournament.check_in_opens_at
    # Before check-in there may be no tick for days: time is lost only from when it should have opened.
    waiting = tournament.follows_timetable and tournament.status == Status.ENTRY
    return due_at if waiting and opens_at and due_at and opens_at <= due_at else None


def _postpone_check_in(edit: TournamentEdit, outage: timedelta) -> None:
    """Postpone the end of check-in and the start of the tournament by the length of an outage."""
    tournament = edit.tournament
    if tournament.check_in_closes_at is not None:
        tournament.check_in_closes_at += outage
    if tournament.starts_at is not None:
        tournament.starts_at += outage
    edit.add_audit_entry(
        "check_in_moved", after={"seconds": round(outage.total_seconds())}, reason=OUTAGE_REASON
    )


def _shift_clocks(edit: TournamentEdit, outage: timedelta) -> None:
    """Postpone the time limits of all unfinished tables, except those on hold, by the length of an outage."""
    for stage in read_snapshot(edit.tournament).stages:
        waiting = [table.row for table in stage.tables_without_result if table.row.opened_at]
        # Tables on hold get their time back when they are resumed.
        moved = [row for row in waiting if row.halted_at is None and stage.row.closed_at is None]
        for row in moved:
            clocks.shift_table_clock(row, outage)
            row.save()
        if moved:
            seconds = round(outage.total_seconds())
            clocks.log_and_reconcile_tables(
                edit, "clocks_moved", stage.row, moved, {"seconds": seconds}, OUTAGE_REASON
            )


def _run_step(tournament: Tournament, step: Step, stage: Any, now: datetime) -> None:
    """Run one timetable step, such as a draw, on behalf of the scheduler. Raise Refusal if it is not allowed.

    `stage` is the StageFacts of the current stage, or None if the tournament is not running or has no stage.
    Steps of the whole tournament do not use `stage`.
    """
    what: StepArguments = {"tournament_id": tournament.pk, "actor": None, "now": now}
    if step is Step.CANCEL:
        lifecycle.cancel_tournament(**what, reason=TOO_FEW)
    elif step in _TOURNAMENT_STEPS:
        _TOURNAMENT_STEPS[step](**what)
    elif step is Step.DRAW:
        # Another scheduler may have drawn the stage since it was read; a draft could be drawn again.
        draws.draw_stage(**what, stage_number=stage.number, expected_version=tournament.number)
    elif step in _STAGE_STEPS:
        _STAGE_STEPS[step](**what, stage_number=stage.number)
    else:
        _TABLE_STEPS[step](**what, stage_number=stage.number, tables=due_tables(stage, step, now))


def _update_live_games(tournament: Tournament, stage_number: int, now: datetime) -> None:
    """Make a stage's games match its tables in the database."""
    # A server may have died between committing a change and changing the games.
    reconcile_tables(tournament.stages.get(number=stage_number).pk, now=now)


def _schedule_next_check(tournament: Tournament, next_check_at: datetime | None, now: datetime) -> None:
    """Store when to check a tournament's timetable next, and clear its error message.

    Do nothing if the tournament has changed since it was read.
    """
    if tournament.status in (Status.CHECK_IN, Status.RUNNING):
        # Checked regularly even if nothing is due, because `ticked_at` later reveals an outage.
        next_check_at = min(next_check_at or now + TICK_INTERVAL, now + TICK_INTERVAL)
    # A change since the tournament was read has already made a check due.
    unchanged = Tournament.objects.filter(pk=tournament.pk, number=tournament.number)
    if unchanged.update(due_at=next_check_at, trouble="") and tournament.trouble:
        record_and_announce_change(tournament.pk, now=now)


def _record_refused_step(tournament: Tournament, step: Step, refusal: Refusal, now: datetime) -> bool:
    """Store why a timetable step was refused, and schedule another try.

    Return False if the tournament has changed since it was read.
    """
    trouble = f"{step.value.replace('_', ' ').capitalize()}: {refusal.detail}"[:200]
    # Pages show the trouble and reload when the number grows, so only a new sentence increments it.
    is_new = tournament.trouble != trouble
    unchanged = Tournament.objects.filter(pk=tournament.pk, number=tournament.number)
    if not unchanged.update(
        due_at=now + RETRY_INTERVAL, trouble=trouble, number=tournament.number + int(is_new)
    ):
        return False
    if is_new:
        logger.warning("Tournament %s cannot go on: %s", tournament.slug, trouble)
        publish_tournament_change(tournament.pk)
    return True
