"""Who is away and who comes back, and clocks that begin anew because no server ran."""

from datetime import datetime
from typing import NamedTuple

from games.rules import errors
from games.rules.clock import clock_deadline, reset_missed_decisions
from games.rules.legal import check_running, require_seat
from games.rules.protocol.values import SeatNumber
from games.rules.state import State
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic


class GoAway(NamedTuple):
    """The server: somebody gives no sign of life."""

    seat: int


class ComeBack(NamedTuple):
    """The server: somebody who was away is there again."""

    seat: int


class LeaveGame(NamedTuple):
    """Leave the running game; a stand-in plays for the seat and the result counts. Coming back to the table
    takes the seat back.
    """


class RenewClock(NamedTuple):
    """The server: none ran for a while, so those who have to act begin to think anew."""


class PlayerAway(NamedTuple):
    """A stand-in plays for the seat from now on. With `left`, the player left on purpose."""

    seat: Public[SeatNumber]
    left: Public[bool] = False


class PlayerBack(NamedTuple):
    """The player is back."""

    seat: Public[SeatNumber]


class ClockRenewed(NamedTuple):
    """No server was running: players to move get their full time again."""


def _decide_go_away(state: State, seat: int | None, action: GoAway, by: str | None) -> PlayerAway:
    """Return the event that a stand-in takes a seat.

    Raises WrongPhase if no game runs, and NothingChanged if nobody is present there.
    """
    check_running(state)
    if action.seat not in state.present_seats():
        raise errors.NothingChanged()
    return PlayerAway(action.seat)


def _decide_come_back(state: State, seat: int | None, action: ComeBack, by: str | None) -> PlayerBack:
    """Return the event that a player takes the seat back.

    Raises WrongPhase if no game runs, and NothingChanged if the player is not away.
    """
    check_running(state)
    if action.seat not in state.away:
        raise errors.NothingChanged()
    return PlayerBack(action.seat)


def _decide_leave_game(state: State, seat: int | None, action: LeaveGame, by: str | None) -> PlayerAway:
    """Return the event that a player leaves the running game on purpose.

    Raises NotSeated, WrongPhase if no game runs, and NothingChanged if the player is away already.
    """
    player = require_seat(seat)
    check_running(state)
    if player in state.away:
        raise errors.NothingChanged()
    return PlayerAway(player, left=True)


def _decide_renew_clock(state: State, seat: int | None, action: RenewClock, by: str | None) -> ClockRenewed:
    """Return the event that running clocks start anew.

    Raises WrongPhase if no game runs, and NothingChanged if no clock runs.
    """
    check_running(state)
    if clock_deadline(state) is None:
        raise errors.NothingChanged()
    return ClockRenewed()


def _apply_player_away(state: State, event: PlayerAway, at: datetime) -> State:
    """Return the state with the seat among those who are away; it no longer asks for a pause."""
    return state._replace(away=state.away | {event.seat}, pause_asked=state.pause_asked - {event.seat})


def _apply_player_back(state: State, event: PlayerBack, at: datetime) -> State:
    """Return the state with the player back, and no missed decisions."""
    return reset_missed_decisions(state._replace(away=state.away - {event.seat}), event.seat)


def _apply_clock_renewed(state: State, event: ClockRenewed, at: datetime) -> State:
    """Return the state unchanged: the engine restarts the clocks after this event."""
    return state


_ACTIONS = (
    ActionRule(GoAway, _decide_go_away),
    ActionRule(ComeBack, _decide_come_back),
    ActionRule(LeaveGame, _decide_leave_game, "leave"),
    ActionRule(RenewClock, _decide_renew_clock),
)
_EVENTS = (
    EventRule(PlayerAway, "player_away", _apply_player_away),
    EventRule(PlayerBack, "player_back", _apply_player_back, renews_clock=True),
    EventRule(ClockRenewed, "clock_renewed", _apply_clock_renewed, renews_clock=True),
)
TOPIC = Topic("absence", _ACTIONS, _EVENTS)
PlayerAction = LeaveGame
Action = GoAway | ComeBack | LeaveGame | RenewClock
Event = PlayerAway | PlayerBack | ClockRenewed
