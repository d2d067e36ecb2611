"""The desk's first page: the timetable, what happens next, and the actions that make sense now."""

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from tournaments.models import Stage
from tournaments.models.choices import EntryStatus, Status
from tournaments.rules.timetable import Facts, Step, next_step
from tournaments.selectors.snapshot import StageSnapshot, TournamentSnapshot
from tournaments.selectors.ties import open_ties
from tournaments.selectors.timetable import timetable_facts

TIMETABLE_FIELDS = (
    "entry_opens_at",
    "entry_closes_at",
    "check_in_opens_at",
    "check_in_closes_at",
    "starts_at",
)


class TimetableLine(NamedTuple):
    """A moment of the timetable that is set; `field` is its name in the tournament."""

    field: str
    at: datetime
    past: bool


class DeskOverview(NamedTuple):
    """Where a tournament is; `actions` are the sensible ones now, the most sensible first."""

    counts: dict[str, int]
    timetable: list[TimetableLine]
    step: Step | None
    """What the timetable does next."""
    step_at: datetime | None
    ends_protest_period: bool
    """Whether the next step is done because the protest period ends."""
    actions: tuple[str, ...]
    current: StageSnapshot | None
    waiting: int
    """Tables of the current stage without a result."""
    tied: bool
    """A lot decides who goes on from the current stage, or who wins."""
    tied_before: Stage | None
    """The stage before it, which is closed, where a lot does; a play-off is still possible."""


def desk_overview(snapshot: TournamentSnapshot, now: datetime) -> DeskOverview:
    facts = timetable_facts(snapshot, now)._replace(held=False)
    step, step_at = next_step(facts, now) or (None, None)
    current = snapshot.current
    return DeskOverview(
        counts=entrant_counts(snapshot),
        timetable=_timetable_lines(snapshot, now),
        step=step,
        step_at=step_at,
        ends_protest_period=step is not None and _ends_protest_period(facts, step),
        actions=sensible_actions(snapshot),
        current=current,
        waiting=len(current.waiting) if current else 0,
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


def _ends_protest_period(facts: Facts, step: Step) -> bool:
    drawn_later = step is Step.DRAW and facts.stage is not None and facts.stage.previous_closed_at is not None
    return facts.protest_seconds > 0 and (drawn_later or step is Step.FINISH)


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
    moments = ((field, getattr(tournament, field)) for field in TIMETABLE_FIELDS)
    return [TimetableLine(field, at, at <= now) for field, at in moments if at is not None]
