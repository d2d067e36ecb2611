"""Holds: a table stops because its organisers say so, or because all its players agree."""

from datetime import datetime
from typing import Annotated, NamedTuple

from core.constraints import Constraint
from games.rules import errors
from games.rules.protocol.values import SeatNumber
from games.rules.state import State
from games.rules.topics.guards import check_running, check_started, require_seat
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic

ORGANISERS, PLAYERS = "organisers", "players"
Holder = Annotated[str, Constraint(one_of=(ORGANISERS, PLAYERS))]
"""Who has paused a table."""


class HaltTable(NamedTuple):
    """The organisers: nobody acts until the table is resumed."""


class ResumeTable(NamedTuple):
    """The organisers: go on where the table was halted."""


class AskPause(NamedTuple):
    """Ask for a pause, which begins when everyone who is there has asked."""


class EndOwnPause(NamedTuple):
    """End a pause that the players asked for."""


class PauseAsked(NamedTuple):
    """A player asks for a pause. It begins when everyone who is there has asked."""

    seat: Public[SeatNumber]


class TableHalted(NamedTuple):
    """The table is paused, by the organisers or because all players asked for it: nobody can act."""

    by: Public[Holder] = ORGANISERS


class TableResumed(NamedTuple):
    """The pause is over."""


def agreed_hold(state: State) -> TableHalted | None:
    """The players' own hold, as soon as all people who are there have asked for it."""
    return TableHalted(PLAYERS) if state.humans() - state.away <= state.pause_asked else None


def _halt_table(state: State, seat: int | None, action: HaltTable, by: str | None) -> TableHalted:
    check_started(state)
    # The organisers' pause comes before the players' own: those can't end it.
    if state.halted and not state.own_pause:
        raise errors.NothingChanged()
    return TableHalted()


def _resume_table(state: State, seat: int | None, action: ResumeTable, by: str | None) -> TableResumed:
    check_started(state)
    if not state.halted:
        raise errors.NothingChanged()
    return TableResumed()


def _ask_pause(state: State, seat: int | None, action: AskPause, by: str | None) -> PauseAsked:
    player = require_seat(seat)
    check_running(state)
    if state.halted:
        raise errors.Halted()
    if player in state.pause_asked:
        raise errors.NothingChanged("You have already asked for a pause.")
    return PauseAsked(player)


def _end_own_pause(state: State, seat: int | None, action: EndOwnPause, by: str | None) -> TableResumed:
    require_seat(seat)
    check_running(state)
    if not state.halted:
        raise errors.WrongPhase("The table is not paused.")
    if not state.own_pause:
        raise errors.Halted()
    return TableResumed()


def _pause_asked(state: State, event: PauseAsked, at: datetime) -> State:
    return state._replace(pause_asked=state.pause_asked | {event.seat})


def _table_halted(state: State, event: TableHalted, at: datetime) -> State:
    return state._replace(halted=True, own_pause=event.by == PLAYERS, pause_asked=frozenset())


def _table_resumed(state: State, event: TableResumed, at: datetime) -> State:
    return state._replace(halted=False, own_pause=False)


_ACTIONS = (
    ActionRule(HaltTable, _halt_table),
    ActionRule(ResumeTable, _resume_table),
    ActionRule(AskPause, _ask_pause, "pause"),
    ActionRule(EndOwnPause, _end_own_pause, "resume"),
)
_EVENTS = (
    EventRule(PauseAsked, "pause_asked", _pause_asked, quiet=True),
    EventRule(TableHalted, "table_halted", _table_halted),
    EventRule(TableResumed, "table_resumed", _table_resumed, renews_clock=True),
)
TOPIC = Topic("holds", _ACTIONS, _EVENTS)
PlayerAction = AskPause | EndOwnPause
Action = HaltTable | ResumeTable | PlayerAction
Event = PauseAsked | TableHalted | TableResumed
