"""A tournament that runs by itself: each due step is done by the service that organisers use."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from core.refusal import Refusal
from tournaments.models import Tournament
from tournaments.models.choices import Status
from tournaments.rules.timetable import Step, due_tables, next_step
from tournaments.selectors.snapshot import read_snapshot
from tournaments.selectors.timetable import timetable_facts
from tournaments.services import course, draws, tables
from tournaments.services.absence import replace_absent
from tournaments.services.carry_out import carry_out
from tournaments.services.changes import tell_of_change
from tournaments.services.editing import TournamentEdit, editing_without_role
from tournaments.services.overrun import penalise_overrun, stop_overrun, warn

logger = logging.getLogger(__name__)

LOOK_AGAIN = timedelta(seconds=5)
"""A tournament is looked at so often from check-in on, whatever is due: tables end, players come and go."""
AFTER_TROUBLE = timedelta(seconds=15)
LOST = timedelta(seconds=30)
"""Nobody looked for so long: no server was running, and nobody is charged for that time."""
MOST_STEPS = 100

Do = Callable[..., Any]
_COURSE: dict[Step, Do] = {
    Step.OPEN_CHECK_IN: course.open_check_in,
    Step.REMIND_CHECK_IN: course.remind_check_in,
    Step.CLOSE_ENTRY: course.close_check_in,
    Step.CLOSE_CHECK_IN: course.close_check_in,
    Step.FINISH: course.finish_tournament,
}
_STAGE: dict[Step, Do] = {
    Step.DRAW: draws.draw_stage,
    Step.RELEASE: draws.release_draw,
    Step.START_TABLES: tables.start_tables,
    Step.CLOSE_STAGE: course.close_stage,
    Step.WARN: warn,
}
_TABLES: dict[Step, Do] = {
    Step.REPLACE_NO_SHOWS: replace_absent,
    Step.PENALISE_OVERRUN: penalise_overrun,
    Step.STOP_TABLES: stop_overrun,
}
TOO_FEW = "Too few players checked in."
LOST_TIME = "no server was running"


def tend(tournament_id: int, *, now: datetime) -> None:
    """Do all that is due at `now`, and note when to look again. Twice, or in two places, is harmless."""
    make_up_lost_time(tournament_id, now=now)
    for _ in range(MOST_STEPS):
        tournament = Tournament.objects.get(pk=tournament_id)
        facts = timetable_facts(read_snapshot(tournament), now)
        due = next_step(facts, now)
        if due is None or due[1] > now:
            if facts.stage is not None and facts.stage.started and tournament.online:
                _carry_out_again(tournament, facts.stage.number, now)
            return _look_again(tournament, due[1] if due else None, now)
        try:
            _do(tournament, due[0], facts.stage, now)
        except Refusal as refusal:
            if Tournament.objects.get(pk=tournament_id).number == tournament.number:
                return _stand_still(tournament, due[0], refusal, now)
            # The tournament changed after it was read: look again.
    logger.error("Tournament %s has no end of steps at %s", tournament_id, now)


def make_up_lost_time(tournament_id: int, *, now: datetime) -> None:
    """Note that somebody looks; move check-in's end, and the clocks of tables, by the time that nobody did.

    Halted tables get it when they are resumed, like all the time that they stood.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    seen, since = tournament.tended_at, _lost_since(tournament)
    if since is None or now - since <= LOST:
        Tournament.objects.filter(pk=tournament_id, tended_at=seen).update(tended_at=now)
        return
    with editing_without_role(tournament_id, by=None, now=now) as edit:
        if edit.tournament.tended_at != seen:
            return
        edit.tournament.tended_at = now
        if edit.tournament.automatic and edit.tournament.status != Status.RUNNING:
            _move_check_in(edit, now - since)
        _move_clocks(edit, now - since)


def _lost_since(tournament: Tournament) -> datetime | None:
    """When a server was last there, or should have been; None where time costs nobody anything yet."""
    if tournament.status in (Status.CHECK_IN, Status.RUNNING):
        return tournament.tended_at
    opens_at, due_at = tournament.check_in_opens_at, tournament.due_at
    # Before check-in nobody looks for days: what is lost begins when it should have opened.
    waiting = tournament.automatic and tournament.status == Status.ENTRY
    return due_at if waiting and opens_at and due_at and opens_at <= due_at else None


def _move_check_in(edit: TournamentEdit, lost: timedelta) -> None:
    """Who could not check in meanwhile has as long as they would have had; so the start comes later, too."""
    tournament = edit.tournament
    if tournament.check_in_closes_at is not None:
        tournament.check_in_closes_at += lost
    if tournament.starts_at is not None:
        tournament.starts_at += lost
    edit.note("check_in_moved", after={"seconds": round(lost.total_seconds())}, reason=LOST_TIME)


def _move_clocks(edit: TournamentEdit, lost: timedelta) -> None:
    for stage in read_snapshot(edit.tournament).stages:
        waiting = [table.row for table in stage.waiting if table.row.opened_at]
        moved = [row for row in waiting if row.halted_at is None and stage.row.closed_at is None]
        for row in moved:
            tables.shift(row, lost)
            row.save()
        if moved:
            seconds = round(lost.total_seconds())
            tables.note_tables(edit, "clocks_moved", stage.row, moved, {"seconds": seconds}, LOST_TIME)


def _do(tournament: Tournament, step: Step, stage: Any, now: datetime) -> None:
    """Do one step as the scheduler."""
    what: dict[str, Any] = {"tournament_id": tournament.pk, "by": None, "now": now}
    if step is Step.CANCEL:
        course.cancel_tournament(**what, reason=TOO_FEW)
    elif step in _COURSE:
        _COURSE[step](**what)
    elif step in _STAGE:
        _STAGE[step](**what, number=stage.number)
    else:
        _TABLES[step](**what, number=stage.number, tables=due_tables(stage, step, now))


def _carry_out_again(tournament: Tournament, number: int, now: datetime) -> None:
    """Reconcile tables once more: a server may have died between a commit and the reconciliation."""
    carry_out(tournament.stages.get(number=number).pk, now=now)


def _look_again(tournament: Tournament, at: datetime | None, now: datetime) -> None:
    """Note when; not if something has changed meanwhile, which is due already."""
    if tournament.status in (Status.CHECK_IN, Status.RUNNING):
        at = min(at or now + LOOK_AGAIN, now + LOOK_AGAIN)
    unchanged = Tournament.objects.filter(pk=tournament.pk, number=tournament.number)
    if unchanged.update(due_at=at, trouble="") and tournament.trouble:
        tell_of_change(tournament.pk, now=now)


def _stand_still(tournament: Tournament, step: Step, refusal: Refusal, now: datetime) -> None:
    """The step is not possible: tell the organisers, and try again later."""
    trouble = f"{step.value.replace('_', ' ').capitalize()}: {refusal.detail}"[:200]
    if tournament.trouble != trouble:
        logger.warning("Tournament %s cannot go on: %s", tournament.slug, trouble)
        tell_of_change(tournament.pk, now=now)
    Tournament.objects.filter(pk=tournament.pk).update(due_at=now + AFTER_TROUBLE, trouble=trouble)
