"""The next step of a tournament that runs by itself, computed from facts about the tournament.

This module has no clock: pauses and server outages must already be included in the given times. A step
changes the facts and stays due until they do, so after a restart the timetable continues where it was and
repeats nothing.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

REMIND_BEFORE = timedelta(minutes=15)
"""How long before the end of check-in entrants are reminded to check in."""


class Step(StrEnum):
    """The steps of a timetable; of two steps due at the same time, the one listed first is done first."""

    CLOSE_ENTRY = "close_entry"
    """entry → running, if there is no check-in."""
    OPEN_CHECK_IN = "open_check_in"
    """entry → check_in."""
    REMIND_CHECK_IN = "remind_check_in"
    """Sets `reminded` to true."""
    CLOSE_CHECK_IN = "close_check_in"
    """check_in → running."""
    CANCEL = "cancel"
    """running → cancelled, if too few players have come."""
    DRAW = "draw"
    RELEASE = "release"
    START_TABLES = "start_tables"
    REPLACE_NO_SHOWS = "replace_no_shows"
    """Moves each table's `no_show_due_at` to a later time, or sets it to None."""
    WARN = "warn"
    PENALISE_OVERRUN = "penalise_overrun"
    """Sets `overran` to true at the tables that `due_tables` returns."""
    STOP_TABLES = "stop_tables"
    """Ends the tables that `due_tables` returns: they are no longer in `tables`."""
    CLOSE_STAGE = "close_stage"
    FINISH = "finish"
    """running → finished."""


class TableFacts(NamedTuple):
    """The state of a table that has been opened and has no result yet."""

    number: int
    closes_at: datetime | None = None
    """The end of the table's time, including added time and pauses; None if there is no limit."""
    overran: bool = False
    """Whether the table's overrun has been penalised."""
    no_show_due_at: datetime | None = None
    """When the grace period of the first missing player ends; None if no player is missing, or none can be
    replaced.
    """
    halted: bool = False
    """Whether the organisers have stopped the table's clock."""


class StageFacts(NamedTuple):
    """The state of the first stage that is not closed, or of the last stage if all are closed."""

    number: int
    drawn: bool = False
    released: bool = False
    started: bool = False
    tables: tuple[TableFacts, ...] = ()
    """The tables without a result."""
    done_at: datetime | None = None
    """When the last result came in; if it is None, a stage without open tables is closed at once."""
    previous_closed_at: datetime | None = None
    """When the previous stage was closed; None for the first stage."""
    warned: bool = False
    warn_minutes: int = 0
    """How many minutes before the end of a table's time players are warned; 0 for no warning."""
    penalise: bool = False
    """Whether an overrun costs points."""
    overtime_minutes: int | None = None
    """How many minutes after the end of its time a table is stopped; None if it is never stopped."""
    closed_at: datetime | None = None
    last: bool = False


class Facts(NamedTuple):
    """The state of a tournament that determines its next step; a step without a time never becomes due."""

    status: str
    """entry, check_in, running, finished or cancelled."""
    entry_closes_at: datetime | None = None
    check_in_opens_at: datetime | None = None
    """None if there is no check-in, so that everyone who has entered plays."""
    check_in_closes_at: datetime | None = None
    """None if check-in ends when the tournament starts."""
    starts_at: datetime | None = None
    present: int = 0
    """The number of entrants who would be seated: checked in or, without check-in, entered."""
    min_entrants: int = 3
    reminded: bool = False
    protest_seconds: int = 0
    """The length of the protest period, from a stage's close to the next draw or the tournament's end."""
    break_seconds: int = 0
    """Seconds from the end of the protest period until the next stage's tables open."""
    stage: StageFacts | None = None
    held: bool = False
    """Whether nothing happens by itself: the timetable is turned off, or the tournament is a draft."""


Due = tuple[Step, datetime]


def next_step(facts: Facts, now: datetime) -> Due | None:
    """Return the tournament's next automatic step and its due time.

    Return None if there is no such step, the timetable is turned off, or the tournament is a draft.
    """
    # The due time may be in the past, but late reminders and warnings are skipped.
    if facts.held:
        return None
    by_status = {
        "entry": _steps_while_entry_is_open,
        "check_in": _steps_during_check_in,
        "running": _steps_while_running,
    }
    found = by_status[facts.status](facts, now) if facts.status in by_status else []
    dues = [(step, at) for step, at in found if at is not None]
    return min(dues, key=lambda due: (due[1], _ORDER[due[0]]), default=None)


def would_be_cancelled_at_once(facts: Facts, now: datetime) -> bool:
    """Return whether the timetable would cancel the tournament at `now` for a lack of players."""
    due = next_step(facts, now)
    if due is None or due[1] > now:
        return False
    if due[0] in (Step.OPEN_CHECK_IN, Step.CLOSE_ENTRY, Step.CLOSE_CHECK_IN):
        # These lead to the first draw, which needs the minimum of players.
        draw_at = _first_draw_due_at(facts)
        return draw_at is not None and draw_at <= now and facts.present < facts.min_entrants
    return due[0] is Step.CANCEL


def due_tables(stage: StageFacts, step: Step, now: datetime) -> tuple[int, ...]:
    """Return the numbers of the stage's tables at which this step is due at `now`.

    Return () for a step that does not happen at single tables, such as closing the stage.
    """
    return tuple(
        table.number for table in stage.tables if (at := _table_step_due_at(stage, table, step)) and at <= now
    )


_ORDER = {step: number for number, step in enumerate(Step)}
_AT_TABLES = (Step.REPLACE_NO_SHOWS, Step.PENALISE_OVERRUN, Step.STOP_TABLES)
_DueSteps = list[tuple[Step, datetime | None]]


def _steps_while_entry_is_open(facts: Facts, now: datetime) -> _DueSteps:
    """Return the step that opens check-in, with its due time.

    If the tournament has no check-in, return the step that closes entry instead.
    """
    if facts.check_in_opens_at is not None:
        return [(Step.OPEN_CHECK_IN, facts.check_in_opens_at)]
    return [(Step.CLOSE_ENTRY, facts.entry_closes_at or facts.starts_at)]


def _steps_during_check_in(facts: Facts, now: datetime) -> _DueSteps:
    """Return the steps that close check-in and remind entrants to check in, with their due times.

    The reminder is left out if it has already been sent, or if the end of check-in is past or not set.
    """
    closes_at = facts.check_in_closes_at or facts.starts_at
    dues: _DueSteps = [(Step.CLOSE_CHECK_IN, closes_at)]
    if closes_at is not None and not facts.reminded and now < closes_at:
        remind_at = closes_at - REMIND_BEFORE
        dues.append((Step.REMIND_CHECK_IN, max(remind_at, facts.check_in_opens_at or remind_at)))
    return dues


def _steps_while_running(facts: Facts, now: datetime) -> _DueSteps:
    """Return the next steps of a running tournament with their due times, such as drawing the stage.

    Return [] if there is no stage, or if the stage in `facts` is closed and is not the last one.
    """
    stage = facts.stage
    if stage is None:
        return []
    if stage.closed_at is not None:
        return (
            [(Step.FINISH, stage.closed_at + timedelta(seconds=facts.protest_seconds))] if stage.last else []
        )
    if stage.started:
        return _steps_of_started_stage(stage, now)
    opens_at = _draw_due_at(facts, stage)
    if not stage.drawn:
        # Only the first stage needs a minimum: players of later stages have qualified.
        few = stage.previous_closed_at is None and facts.present < facts.min_entrants
        return [(Step.CANCEL if few else Step.DRAW, opens_at)]
    if not stage.released:
        return [(Step.RELEASE, opens_at)]
    if stage.previous_closed_at is None or opens_at is None:
        return [(Step.START_TABLES, facts.starts_at)]
    return [(Step.START_TABLES, opens_at + timedelta(seconds=facts.break_seconds))]


def _draw_due_at(facts: Facts, stage: StageFacts) -> datetime | None:
    """Return when a stage must be drawn, or None if no time is set.

    A later stage is drawn when the protest period of the previous stage ends.
    """
    if stage.previous_closed_at is None:
        return _first_draw_due_at(facts)
    return stage.previous_closed_at + timedelta(seconds=facts.protest_seconds)


def _first_draw_due_at(facts: Facts) -> datetime | None:
    """Return when the first stage must be drawn, or None if no time is set.

    The draw is due when check-in ends, or when entry ends if there is no check-in. If that end is not set,
    the draw is due when the tournament starts.
    """
    closes_at = facts.entry_closes_at if facts.check_in_opens_at is None else facts.check_in_closes_at
    return closes_at or facts.starts_at


def _steps_of_started_stage(stage: StageFacts, now: datetime) -> _DueSteps:
    """Return the steps for a stage's unfinished tables, such as a warning, with their due times.

    If all tables are finished, return the step that closes the stage.
    """
    if not stage.tables:
        return [(Step.CLOSE_STAGE, stage.done_at or now)]
    dues: _DueSteps = [
        (step, _table_step_due_at(stage, table, step)) for table in stage.tables for step in _AT_TABLES
    ]
    # One warning for the whole stage, timed by the table that ends first among those whose clock is running.
    ends = [table.closes_at for table in stage.tables if table.closes_at and not table.halted]
    if ends and stage.warn_minutes and not stage.warned and now < min(ends):
        dues.append((Step.WARN, min(ends) - timedelta(minutes=stage.warn_minutes)))
    return dues


def _table_step_due_at(stage: StageFacts, table: TableFacts, step: Step) -> datetime | None:
    """Return when a step of the timetable is due at a table.

    Return None if the step will not happen at this table, or if the organisers have stopped the table's
    clock.
    """
    if table.halted:
        return None
    if step is Step.REPLACE_NO_SHOWS:
        return table.no_show_due_at
    if table.closes_at is None:
        return None
    # A table without overtime is stopped as soon as its time is up, so it cannot overrun.
    if step is Step.PENALISE_OVERRUN and stage.penalise and not table.overran and stage.overtime_minutes != 0:
        return table.closes_at
    if step is Step.STOP_TABLES and stage.overtime_minutes is not None:
        return table.closes_at + timedelta(minutes=stage.overtime_minutes)
    return None
