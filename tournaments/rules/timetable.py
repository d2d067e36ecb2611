"""The next step of a tournament that runs by itself, computed from facts; running a step changes its facts.

This module has no clock: the times it is given must already include pauses and server outages. A step is due
until the facts say that it is done, so after a restart the timetable continues where it was and does nothing
twice.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

REMIND_BEFORE = timedelta(minutes=15)
"""How long before the end of check-in entrants are reminded."""


class Step(StrEnum):
    """The steps of a timetable; of two that are due at the same time the first in this list is done first."""

    CLOSE_ENTRY = "close_entry"
    """If there is no check-in: entry → running."""
    OPEN_CHECK_IN = "open_check_in"
    """entry → check_in."""
    REMIND_CHECK_IN = "remind_check_in"
    """Sets `reminded` to true."""
    CLOSE_CHECK_IN = "close_check_in"
    """check_in → running."""
    CANCEL = "cancel"
    """Too few have come: running → cancelled."""
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
    """A table that has begun and has no result yet."""

    number: int
    closes_at: datetime | None = None
    """The end of the table's time, including added time and pauses; None: no limit."""
    overran: bool = False
    """Whether the table's overrun has been penalised."""
    no_show_due_at: datetime | None = None
    """When the first missing player's grace ends; None: nobody is missing, or nobody can replace them."""
    halted: bool = False
    """Whether the table's clock is stopped by the organisers."""


class StageFacts(NamedTuple):
    """The facts of the first stage that is not closed, or of the last stage if all are closed."""

    number: int
    drawn: bool = False
    released: bool = False
    started: bool = False
    tables: tuple[TableFacts, ...] = ()
    """The tables without a result."""
    done_at: datetime | None = None
    """When the last result came in; None counts as at once."""
    previous_closed_at: datetime | None = None
    """When the stage before was closed; None for the first stage."""
    warned: bool = False
    warn_minutes: int = 0
    """Minutes before a table's end; 0: no warning."""
    penalise: bool = False
    """Whether an overrun costs points."""
    overtime_minutes: int | None = None
    """Minutes after a table's end at which it is stopped; None: never."""
    closed_at: datetime | None = None
    last: bool = False


class Facts(NamedTuple):
    """All facts that determine the next step; a step whose time is None never becomes due."""

    status: str
    """entry, check_in, running, finished or cancelled."""
    entry_closes_at: datetime | None = None
    check_in_opens_at: datetime | None = None
    """None: there is no check-in, and everyone who has entered plays."""
    check_in_closes_at: datetime | None = None
    """None: check-in ends when the tournament starts."""
    starts_at: datetime | None = None
    present: int = 0
    """The number of entrants who would be seated: checked in or, without check-in, entered."""
    min_entrants: int = 3
    reminded: bool = False
    protest_seconds: int = 0
    """Seconds from a stage's close to the next draw, or to the end, in which results can be protested."""
    break_seconds: int = 0
    """Seconds from then until the next stage's tables open."""
    stage: StageFacts | None = None
    held: bool = False
    """Whether organisers have taken over, so that nothing happens by itself."""


Due = tuple[Step, datetime]


def next_step(facts: Facts, now: datetime) -> Due | None:
    """Return the next step and the time when it is due, which may be in the past.

    Return None if the timetable is turned off, or if nothing becomes due until the facts change. `now` is
    only used to skip a reminder or warning that would be too late, and as the due time of an immediate step.
    """
    if facts.held:
        return None
    by_status = {
        "entry": _steps_before_check_in,
        "check_in": _steps_at_check_in,
        "running": _steps_while_running,
    }
    found = by_status[facts.status](facts, now) if facts.status in by_status else []
    dues = [(step, at) for step, at in found if at is not None]
    return min(dues, key=lambda due: (due[1], _ORDER[due[0]]), default=None)


def due_tables(stage: StageFacts, step: Step, now: datetime) -> tuple[int, ...]:
    """Return the numbers of the tables at which a step is due at `now`.

    Return () for steps that do not concern single tables.
    """
    return tuple(
        table.number for table in stage.tables if (at := _table_step_due_at(stage, table, step)) and at <= now
    )


_ORDER = {step: number for number, step in enumerate(Step)}
_AT_TABLES = (Step.REPLACE_NO_SHOWS, Step.PENALISE_OVERRUN, Step.STOP_TABLES)
_DueSteps = list[tuple[Step, datetime | None]]


def _steps_before_check_in(facts: Facts, now: datetime) -> _DueSteps:
    """Return the step that ends the entry phase (opening check-in or closing entry) with its due time."""
    if facts.check_in_opens_at is not None:
        return [(Step.OPEN_CHECK_IN, facts.check_in_opens_at)]
    return [(Step.CLOSE_ENTRY, facts.entry_closes_at or facts.starts_at)]


def _steps_at_check_in(facts: Facts, now: datetime) -> _DueSteps:
    """Return the steps possible during check-in with their due times: closing it and sending the reminder.

    Leave out the reminder if it has been sent or would be too late.
    """
    closes_at = facts.check_in_closes_at or facts.starts_at
    dues: _DueSteps = [(Step.CLOSE_CHECK_IN, closes_at)]
    if closes_at is not None and not facts.reminded and now < closes_at:
        remind_at = closes_at - REMIND_BEFORE
        dues.append((Step.REMIND_CHECK_IN, max(remind_at, facts.check_in_opens_at or remind_at)))
    return dues


def _steps_while_running(facts: Facts, now: datetime) -> _DueSteps:
    """Return the pending steps of a running tournament with their due times; [] if there are none.

    Before the current stage starts, this is its next step; while it is played, all pending steps of its
    tables; after the last stage, the end of the tournament.
    """
    stage = facts.stage
    if stage is None:
        return []
    if stage.closed_at is not None:
        return (
            [(Step.FINISH, stage.closed_at + timedelta(seconds=facts.protest_seconds))] if stage.last else []
        )
    if stage.started:
        return _steps_while_playing(stage, now)
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
    """Return when the seats of a stage can be drawn, because its players are certain.

    For the first stage, that is the end of check-in or entry (None if unknown); for later stages, the end of
    the protest period after the stage before.
    """
    if stage.previous_closed_at is None:
        return _players_settled_at(facts)
    return stage.previous_closed_at + timedelta(seconds=facts.protest_seconds)


def _players_settled_at(facts: Facts) -> datetime | None:
    """Return when the first stage's players are certain: at the end of check-in or, without one, of entry.

    If that is not set, return the tournament's start, or None if that is not set either.
    """
    closes_at = facts.entry_closes_at if facts.check_in_opens_at is None else facts.check_in_closes_at
    return closes_at or facts.starts_at


def _steps_while_playing(stage: StageFacts, now: datetime) -> _DueSteps:
    """Return the pending steps of a stage in play with their due times.

    These are the steps of each open table, and one warning before the first table closes, unless it would be
    too late. If no table is open, the only step is to close the stage.
    """
    if not stage.tables:
        return [(Step.CLOSE_STAGE, stage.done_at or now)]
    dues: _DueSteps = [
        (step, _table_step_due_at(stage, table, step)) for table in stage.tables for step in _AT_TABLES
    ]
    # One warning for the whole stage, by the table that ends first; halted clocks stand still.
    ends = [table.closes_at for table in stage.tables if table.closes_at and not table.halted]
    if ends and stage.warn_minutes and not stage.warned and now < min(ends):
        dues.append((Step.WARN, min(ends) - timedelta(minutes=stage.warn_minutes)))
    return dues


def _table_step_due_at(stage: StageFacts, table: TableFacts, step: Step) -> datetime | None:
    """Return when a step at a table is due.

    Return None if the step does not apply to the table, if its time is not set, and while the clock is
    stopped.
    """
    if table.halted:
        return None
    if step is Step.REPLACE_NO_SHOWS:
        return table.no_show_due_at
    if table.closes_at is None:
        return None
    # A table that is stopped on the minute does not overrun.
    if step is Step.PENALISE_OVERRUN and stage.penalise and not table.overran and stage.overtime_minutes != 0:
        return table.closes_at
    if step is Step.STOP_TABLES and stage.overtime_minutes is not None:
        return table.closes_at + timedelta(minutes=stage.overtime_minutes)
    return None
