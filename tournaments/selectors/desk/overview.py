"""What the desk's first page tells: the timetable, what happens next, and what is sensible to do now."""

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from tournaments.models import Stage
from tournaments.models.choices import EntryStatus, Status
from tournaments.rules.timetable import Facts, Step, next_step
from tournaments.selectors.snapshot import StageSnapshot, TournamentSnapshot
from tournaments.selectors.ties import open_ties
from tournaments.selectors.timetable import timetable_facts

STEPS = {
    Step.CLOSE_ENTRY: "entry closes",
    Step.OPEN_CHECK_IN: "check-in opens",
    Step.REMIND_CHECK_IN: "players who have not checked in are reminded",
    Step.CLOSE_CHECK_IN: "check-in closes",
    Step.CANCEL: "the tournament is cancelled, because too few players are here",
    Step.DRAW: "seats are drawn",
    Step.RELEASE: "seats are released",
    Step.START_TABLES: "tables start",
    Step.REPLACE_NO_SHOWS: "missing players are replaced",
    Step.WARN: "tables are warned that time is nearly up",
    Step.PENALISE_OVERRUN: "tables over time are penalised",
    Step.STOP_TABLES: "tables over time are stopped",
    Step.CLOSE_STAGE: "the stage is closed",
    Step.FINISH: "the result is final",
}
"""What the timetable does next, as the desk says it."""


class TimetableLine(NamedTuple):
    """A line of the timetable."""

    title: str
    at: datetime | None
    past: bool


class DeskOverview(NamedTuple):
    """Where a tournament is; `acts` are the sensible ones now, the first is the next."""

    counts: dict[str, int]
    moments: list[TimetableLine]
    step: str
    step_at: datetime | None
    acts: tuple[str, ...]
    current: StageSnapshot | None
    waiting: int
    """Tables of the current stage without a result."""
    tied: bool
    """A lot decides who goes on from the current stage, or who wins."""
    tied_before: Stage | None
    """The stage before it, which is closed, where a lot does; a play-off is still possible."""


def desk_overview(snapshot: TournamentSnapshot, now: datetime) -> DeskOverview:
    """All of that at `now`."""
    facts = timetable_facts(snapshot, now)._replace(held=False)
    step = next_step(facts, now)
    current = snapshot.current
    waiting = len(current.waiting) if current else 0
    return DeskOverview(
        counts=entrant_counts(snapshot),
        moments=_timetable_lines(snapshot, now),
        step=_step_in_words(facts, step[0]) if step else "",
        step_at=step[1] if step else None,
        acts=sensible_actions(snapshot),
        current=current,
        waiting=waiting,
        tied=bool(current and open_ties(snapshot, current.row.number)),
        tied_before=_tied_before(snapshot),
    )


def _tied_before(snapshot: TournamentSnapshot) -> Stage | None:
    closed = [stage for stage in snapshot.stages if stage.row.closed_at is not None]
    last = closed[-1] if closed and snapshot.tournament.status == Status.RUNNING else None
    current = snapshot.current
    if last is None or (current is not None and current.row.drawn_at is not None):
        return None
    return last.row if open_ties(snapshot, last.row.number) else None


def _step_in_words(facts: Facts, step: Step) -> str:
    drawn_later = step is Step.DRAW and facts.stage and facts.stage.previous_closed_at
    if not facts.protest_seconds or not (drawn_later or step is Step.FINISH):
        return STEPS[step]
    return f"the protest period ends, and {'seats are drawn' if drawn_later else 'the tournament is over'}"


def entrant_counts(snapshot: TournamentSnapshot) -> dict[str, int]:
    """How many entrants there are of each status, and in all."""
    by_status = Counter(entry.status for entry in snapshot.entries.values())
    return {**{status: by_status[status] for status in EntryStatus.values}, "all": len(snapshot.entries)}


def sensible_actions(snapshot: TournamentSnapshot) -> tuple[str, ...]:
    """The names of the buttons that fit where the tournament is, the most sensible first."""
    tournament = snapshot.tournament
    if tournament.status == Status.ENTRY:
        return ("open_check_in", "close_check_in")
    if tournament.status == Status.CHECK_IN:
        return ("close_check_in",) if tournament.reminded_at else ("remind", "close_check_in")
    if tournament.status != Status.RUNNING:
        return ()
    stage = snapshot.current
    if stage is None:
        return ("finish",) if snapshot.stages else ()
    return (next_stage_action(stage),)


def next_stage_action(stage_snapshot: StageSnapshot) -> str:
    """What a stage that is not closed needs next."""
    stage = stage_snapshot.row
    if stage.drawn_at is None:
        return "draw"
    if stage.released_at is None:
        return "release"
    if stage.started_at is None:
        return "start"
    return "close_stage" if stage_snapshot.complete and not stage_snapshot.waiting else "play"


def _timetable_lines(snapshot: TournamentSnapshot, now: datetime) -> list[TimetableLine]:
    tournament = snapshot.tournament
    lines = (
        ("Entry opens", tournament.entry_opens_at),
        ("Entry closes", tournament.entry_closes_at),
        ("Check-in opens", tournament.check_in_opens_at),
        ("Check-in closes", tournament.check_in_closes_at),
        ("Play starts", tournament.starts_at),
    )
    return [TimetableLine(title, at, at is not None and at <= now) for title, at in lines if at is not None]
