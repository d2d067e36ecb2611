"""A tournament that runs by itself: each due step is done by the service that organisers use."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypedDict

from accounts.models import User
from core.refusal import Refusal
from tournaments.models import Tournament
from tournaments.models.choices import Status
from tournaments.rules.timetable import Step, due_tables, next_step
from tournaments.selectors.snapshot import read_snapshot
from tournaments.selectors.timetable import timetable_facts
from tournaments.services.changes import notify_change
from tournaments.services.draw import draws
from tournaments.services.editing import TournamentEdit, editing_without_role
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.table import clocks, opening
from tournaments.services.table.no_shows import replace_absent
from tournaments.services.table.overrun import penalise_overrun, stop_overrun, warn
from tournaments.services.table.reconcile import reconcile_tables

logger = logging.getLogger(__name__)

TICK_INTERVAL = timedelta(seconds=5)
"""A tournament is looked at so often from check-in on, whatever is due: tables end, players come and go."""
RETRY_INTERVAL = timedelta(seconds=15)
OUTAGE_THRESHOLD = timedelta(seconds=30)
"""Without a tick for longer than this no server was running, and nobody is charged for that time."""
MAX_STEPS = 100

Do = Callable[..., Any]


class StepArguments(TypedDict):
    """The arguments of every step."""

    tournament_id: int
    by: User | None
    now: datetime


_TOURNAMENT_STEPS: dict[Step, Do] = {
    Step.OPEN_CHECK_IN: lifecycle.open_check_in,
    Step.REMIND_CHECK_IN: lifecycle.remind_check_in,
    Step.CLOSE_ENTRY: lifecycle.close_check_in,
    Step.CLOSE_CHECK_IN: lifecycle.close_check_in,
    Step.FINISH: lifecycle.finish_tournament,
}
_STAGE_STEPS: dict[Step, Do] = {
    Step.DRAW: draws.draw_stage,
    Step.RELEASE: draws.release_draw,
    Step.START_TABLES: opening.start_tables,
    Step.CLOSE_STAGE: closing.close_stage,
    Step.WARN: warn,
}
_TABLE_STEPS: dict[Step, Do] = {
    Step.REPLACE_NO_SHOWS: replace_absent,
    Step.PENALISE_OVERRUN: penalise_overrun,
    Step.STOP_TABLES: stop_overrun,
}
TOO_FEW = "Too few players checked in."
OUTAGE_REASON = "no server was running"


def tick(tournament_id: int, *, now: datetime, due_at: datetime | None = None) -> None:
    """Run all steps that are due at `now`, and store when to look again. Safe to run twice or in parallel.

    `due_at` is when the tournament was due before the caller's claim moved the row's own moment.
    """
    compensate_outage(tournament_id, now=now, due_at=due_at)
    for _ in range(MAX_STEPS):
        tournament = Tournament.objects.get(pk=tournament_id)
        facts = timetable_facts(read_snapshot(tournament), now)
        due = next_step(facts, now)
        if due is None or due[1] > now:
            if facts.stage is not None and facts.stage.started and tournament.online:
                _reconcile_again(tournament, facts.stage.number, now)
            return _schedule_next_tick(tournament, due[1] if due else None, now)
        try:
            _run_step(tournament, due[0], facts.stage, now)
        except Refusal as refusal:
            if Tournament.objects.get(pk=tournament_id).number == tournament.number:
                return _note_trouble(tournament, due[0], refusal, now)
            # The tournament changed after it was read: look again.
    logger.error("Tournament %s has no end of steps at %s", tournament_id, now)


def compensate_outage(tournament_id: int, *, now: datetime, due_at: datetime | None = None) -> None:
    """Note that somebody looks; move check-in's end, and the clocks of tables, by the time that nobody did.

    Halted tables get it when they are resumed, like all the time that they stood.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    seen, since = tournament.ticked_at, _unattended_since(tournament, due_at or tournament.due_at)
    if since is None or now - since <= OUTAGE_THRESHOLD:
        Tournament.objects.filter(pk=tournament_id, ticked_at=seen).update(ticked_at=now)
        return
    with editing_without_role(tournament_id, by=None, now=now) as edit:
        if edit.tournament.ticked_at != seen:
            return
        edit.tournament.ticked_at = now
        if edit.tournament.automatic and edit.tournament.status != Status.RUNNING:
            _move_check_in(edit, now - since)
        _move_clocks(edit, now - since)


def _unattended_since(tournament: Tournament, due_at: datetime | None) -> datetime | None:
    """Since when no server has run, or None while no time limit is running."""
    if tournament.status in (Status.CHECK_IN, Status.RUNNING):
        return tournament.ticked_at
    opens_at = tournament.check_in_opens_at
    # Before check-in nobody looks for days: what is lost begins when it should have opened.
    waiting = tournament.automatic and tournament.status == Status.ENTRY
    return due_at if waiting and opens_at and due_at and opens_at <= due_at else None


def _move_check_in(edit: TournamentEdit, lost: timedelta) -> None:
    """Move the end of check-in, and so the start, by the time in which nobody could check in."""
    tournament = edit.tournament
    if tournament.check_in_closes_at is not None:
        tournament.check_in_closes_at += lost
    if tournament.starts_at is not None:
        tournament.starts_at += lost
    edit.note("check_in_moved", after={"seconds": round(lost.total_seconds())}, reason=OUTAGE_REASON)


def _move_clocks(edit: TournamentEdit, lost: timedelta) -> None:
    for stage in read_snapshot(edit.tournament).stages:
        waiting = [table.row for table in stage.waiting if table.row.opened_at]
        moved = [row for row in waiting if row.halted_at is None and stage.row.closed_at is None]
        for row in moved:
            clocks.shift(row, lost)
            row.save()
        if moved:
            seconds = round(lost.total_seconds())
            clocks.note_tables(edit, "clocks_moved", stage.row, moved, {"seconds": seconds}, OUTAGE_REASON)


def _run_step(tournament: Tournament, step: Step, stage: Any, now: datetime) -> None:
    """Do one step as the scheduler."""
    what: StepArguments = {"tournament_id": tournament.pk, "by": None, "now": now}
    if step is Step.CANCEL:
        lifecycle.cancel_tournament(**what, reason=TOO_FEW)
    elif step in _TOURNAMENT_STEPS:
        _TOURNAMENT_STEPS[step](**what)
    elif step in _STAGE_STEPS:
        _STAGE_STEPS[step](**what, stage_number=stage.number)
    else:
        _TABLE_STEPS[step](**what, stage_number=stage.number, tables=due_tables(stage, step, now))


def _reconcile_again(tournament: Tournament, stage_number: int, now: datetime) -> None:
    """Reconcile tables once more: a server may have died between a commit and the reconciliation."""
    reconcile_tables(tournament.stages.get(number=stage_number).pk, now=now)


def _schedule_next_tick(tournament: Tournament, at: datetime | None, now: datetime) -> None:
    """Note when; not if something has changed meanwhile, which is due already."""
    if tournament.status in (Status.CHECK_IN, Status.RUNNING):
        at = min(at or now + TICK_INTERVAL, now + TICK_INTERVAL)
    unchanged = Tournament.objects.filter(pk=tournament.pk, number=tournament.number)
    if unchanged.update(due_at=at, trouble="") and tournament.trouble:
        notify_change(tournament.pk, now=now)


def _note_trouble(tournament: Tournament, step: Step, refusal: Refusal, now: datetime) -> None:
    """The step is not possible: tell the organisers, and try again later."""
    trouble = f"{step.value.replace('_', ' ').capitalize()}: {refusal.detail}"[:200]
    if tournament.trouble != trouble:
        logger.warning("Tournament %s cannot go on: %s", tournament.slug, trouble)
        notify_change(tournament.pk, now=now)
    Tournament.objects.filter(pk=tournament.pk).update(due_at=now + RETRY_INTERVAL, trouble=trouble)
