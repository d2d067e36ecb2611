"""Holds: organisers stop a table, or all its players agree to stop it."""

from datetime import datetime
from typing import Annotated, NamedTuple

from core.constraints import Constraint
from core.sentence import Sentence
from games.rules import errors
from games.rules.legal import check_game_in_progress, check_game_running, check_not_on_hold, require_seat
from games.rules.protocol.values import Mover, SeatNumber
from games.rules.state import State
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic

ORGANISERS, PLAYERS = "organisers", "players"
Holder = Annotated[str, Constraint(one_of=(ORGANISERS, PLAYERS))]
"""Who has put a table on hold."""


class HaltTable(NamedTuple):
    """Organisers only: put the table on hold, so that nobody can act until it is resumed."""


class ResumeTable(NamedTuple):
    """Organisers only: end a hold, so that the game continues where it was stopped."""


class AskPause(NamedTuple):
    """Ask for a pause, which begins once everyone present has asked."""


class EndOwnPause(NamedTuple):
    """End a pause that the players asked for."""


class PauseAsked(NamedTuple):
    """A player asks for a pause, which begins once everyone present has asked."""

    seat: Public[SeatNumber]


class TableHalted(NamedTuple):
    """The table is paused, by the organisers or because all players asked for it: nobody can act."""

    by: Public[Holder] = ORGANISERS


class TableResumed(NamedTuple):
    """The pause is over."""


def find_agreed_pause(state: State) -> TableHalted | None:
    """Return the event that pauses the game if all people present have asked for a pause, otherwise None.

    Return None if only bots are present.
    """
    people = state.human_seats() - state.away
    # A bot alone cannot stop a table.
    return TableHalted(PLAYERS) if people and people <= state.pause_asked else None


def _decide_organisers_hold(
    state: State, seat: int | None, action: HaltTable, mover: Mover | None
) -> TableHalted:
    """Return the event by which the organisers put the table on hold.

    Raise NothingChanged if the organisers have put it on hold already.
    """
    check_game_in_progress(state)
    # The organisers' hold replaces the players' own hold, because players cannot end it.
    if state.halted and not state.own_pause:
        raise errors.NothingChanged()
    return TableHalted()


def _decide_end_of_hold(
    state: State, seat: int | None, action: ResumeTable, mover: Mover | None
) -> TableResumed:
    """Return the event by which the organisers let a game continue.

    Raise NothingChanged if the game is neither on hold nor paused by the players.
    """
    check_game_in_progress(state)
    if not state.halted:
        raise errors.NothingChanged()
    return TableResumed()


def _decide_pause_request(
    state: State, seat: int | None, action: AskPause, mover: Mover | None
) -> PauseAsked:
    """Return the event that records a player's request for a pause.

    Raise NothingChanged for a repeated request.
    """
    player = require_seat(seat)
    check_game_running(state)
    check_not_on_hold(state)
    if player in state.pause_asked:
        raise errors.NothingChanged(Sentence("You have already asked for a pause."))
    return PauseAsked(player)


def _decide_end_of_players_pause(
    state: State, seat: int | None, action: EndOwnPause, mover: Mover | None
) -> TableResumed:
    """Return the event by which a player ends a pause that the players had agreed on.

    Raise Halted if the organisers have put the table on hold.
    """
    require_seat(seat)
    check_game_running(state)
    if not state.halted:
        raise errors.WrongPhase(Sentence("The table is not paused."))
    if not state.own_pause:
        raise errors.Halted()
    return TableResumed()


def _apply_pause_asked(state: State, event: PauseAsked, at: datetime) -> State:
    """Add the player's seat to the seats that have asked for a pause."""
    return state._replace(pause_asked=state.pause_asked | {event.seat})


def _apply_table_halted(state: State, event: TableHalted, at: datetime) -> State:
    """Put the table on hold, so that nobody can act, and clear all requests for a pause."""
    return state._replace(halted=True, own_pause=event.by == PLAYERS, pause_asked=frozenset())


def _apply_table_resumed(state: State, event: TableResumed, at: datetime) -> State:
    """End the hold or pause, so that the players can act again."""
    return state._replace(halted=False, own_pause=False)


_ACTIONS = (
    ActionRule(HaltTable, _decide_organisers_hold),
    ActionRule(ResumeTable, _decide_end_of_hold),
    ActionRule(AskPause, _decide_pause_request, "pause"),
    ActionRule(EndOwnPause, _decide_end_of_players_pause, "resume"),
)
_EVENTS = (
    EventRule(PauseAsked, "pause_asked", _apply_pause_asked, quiet=True),
    EventRule(TableHalted, "table_halted", _apply_table_halted),
    EventRule(TableResumed, "table_resumed", _apply_table_resumed, renews_clock=True),
)
TOPIC = Topic("holds", _ACTIONS, _EVENTS)
PlayerAction = AskPause | EndOwnPause
Action = HaltTable | ResumeTable | PlayerAction
Event = PauseAsked | TableHalted | TableResumed
