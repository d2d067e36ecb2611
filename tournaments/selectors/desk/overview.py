"""The overview page of the organisers' console: the timetable, the next step, and suggested actions."""

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from tournaments.models import Stage
from tournaments.models.choices import EntryStatus, Status
from tournaments.rules.timetable import Facts, Step, next_step
from tournaments.selectors.snapshot.types import StageSnapshot, TournamentSnapshot
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
    """A date of the timetable that has been set; `field` is the name of the tournament's field."""

    field: str
    at: datetime
    past: bool


class DeskOverview(NamedTuple):
    """The data of the overview page; `actions` are codes of suggested actions, most useful first."""

    counts: dict[str, int]
    timetable: list[TimetableLine]
    step: Step | None
    """The timetable's next step."""
    step_at: datetime | None
    ends_protest_period: bool
    """Whether the next step is due at the end of the protest period."""
    actions: tuple[str, ...]
    current_stage: StageSnapshot | None
    missing_results: int
    """The number of the current stage's tables without a result."""
    tied: bool
    """Whether a lot decides who qualifies from the current stage, or who wins."""
    tied_stage_before: Stage | None
    """The last closed stage, if it has a tie that only a lot decides and a play-off is still possible."""


def desk_overview(snapshot: TournamentSnapshot, now: datetime) -> DeskOverview:
    """Return the data of the overview page in the organisers' console."""
    # The next step is shown even if the timetable is turned off.
    facts = timetable_facts(snapshot)._replace(held=False)
    step, step_at = next_step(facts, now) or (None, None)
    current = snapshot.current_stage
    return DeskOverview(
        counts=entrant_counts(snapshot),
        timetable=_timetable_lines(snapshot, now),
        step=step,
        step_at=step_at,
        ends_protest_period=step is not None and _is_due_at_end_of_protest_period(facts, step),
        actions=suggested_actions(snapshot),
        current_stage=current,
        missing_results=len(current.tables_without_result) if current else 0,
        tied=bool(current and open_ties(snapshot, current.row.number)),
        tied_stage_before=_last_closed_stage_with_open_tie(snapshot),
    )


def _last_closed_stage_with_open_tie(snapshot: TournamentSnapshot) -> Stage | None:
    """Return the last closed stage if a play-off can still decide one of its unbroken ties, or else None."""
    closed = [stage for stage in snapshot.stages if stage.row.closed_at is not None]
    last = closed[-1] if closed and snapshot.tournament.status == Status.RUNNING else None
    current = snapshot.current_stage
    # No play-off is possible once the next stage has been drawn.
    if last is None or (current is not None and current.row.drawn_at is not None):
        return None
    return last.row if open_ties(snapshot, last.row.number) else None


def _is_due_at_end_of_protest_period(facts: Facts, step: Step) -> bool:
    """Return whether this step of the timetable is due when the protest period of a stage ends."""
    drawn_later = step is Step.DRAW and facts.stage is not None and facts.stage.previous_closed_at is not None
    return facts.protest_seconds > 0 and (drawn_later or step is Step.FINISH)


def entrant_counts(snapshot: TournamentSnapshot) -> dict[str, int]:
    """Return the number of entrants for each status, and the number of all entrants under the key "all"."""
    by_status = Counter(entry.status for entry in snapshot.entries.values())
    return {**{status: by_status[status] for status in EntryStatus.values}, "all": len(snapshot.entries)}


def suggested_actions(snapshot: TournamentSnapshot) -> tuple[str, ...]:
    """Return the codes of what the organisers should do next, such as `draw`, the most useful first."""
    tournament = snapshot.tournament
    if tournament.status == Status.ENTRY:
        return ("open_check_in", "close_check_in")
    if tournament.status == Status.CHECK_IN:
        return ("close_check_in",) if tournament.reminded_at else ("remind", "close_check_in")
    if tournament.status != Status.RUNNING:
        return ()
    stage = snapshot.current_stage
    if stage is None:
        return ("finish",) if snapshot.stages else ()
    return (next_stage_action(stage),)


def next_stage_action(stage_snapshot: StageSnapshot) -> str:
    """Return the code of the next action in a stage that is not closed, such as `draw`.

    The code is `play` while results are missing.
    """
    stage = stage_snapshot.row
    if stage.drawn_at is None:
        return "draw"
    if stage.released_at is None:
        return "release"
    if stage.started_at is None:
        return "start"
    return (
        "close_stage" if stage_snapshot.is_complete and not stage_snapshot.tables_without_result else "play"
    )


def _timetable_lines(snapshot: TournamentSnapshot, now: datetime) -> list[TimetableLine]:
    """Return each date that is set in the timetable. Dates up to `now` are marked as past."""
    tournament = snapshot.tournament
    moments = ((field, getattr(tournament, field)) for field in TIMETABLE_FIELDS)
    return [TimetableLine(field, at, at <= now) for field, at in moments if at is not None]
