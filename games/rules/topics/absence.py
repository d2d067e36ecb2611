"""Who is away and who comes back, and clocks that begin anew because no server ran."""

from datetime import datetime
from typing import NamedTuple

from games.rules import errors
from games.rules.clock import deadline, with_none_missed
from games.rules.state import State
from games.rules.topics.guards import check_running, require_seat
from games.rules.topics.topic import ActionRule, EventRule, Topic, nothing, public


class GoAway(NamedTuple):
    """The server: somebody gives no sign of life."""

    seat: int


class ComeBack(NamedTuple):
    """The server: somebody who was away is there again."""

    seat: int


class LeaveGame(NamedTuple):
    """Go away from a running game: a stand-in plays on, and the result counts."""


class RenewClock(NamedTuple):
    """The server: none ran for a while, so those who have to act begin to think anew."""


class PlayerAway(NamedTuple):
    """A player gave no sign of life for a while, or left on purpose: a stand-in moves for the seat."""

    seat: int
    left: bool = False


class PlayerBack(NamedTuple):
    """A player is there again."""

    seat: int


class ClockRenewed(NamedTuple):
    """Those who have to act begin to think anew: no server ran, and nobody is charged for that time."""


def _go_away(state: State, seat: int | None, action: GoAway, by: str | None) -> PlayerAway:
    check_running(state)
    if action.seat not in state.present():
        raise errors.NothingChanged()
    return PlayerAway(action.seat)


def _come_back(state: State, seat: int | None, action: ComeBack, by: str | None) -> PlayerBack:
    check_running(state)
    if action.seat not in state.away:
        raise errors.NothingChanged()
    return PlayerBack(action.seat)


def _leave_game(state: State, seat: int | None, action: LeaveGame, by: str | None) -> PlayerAway:
    player = require_seat(seat)
    check_running(state)
    if player in state.away:
        raise errors.NothingChanged()
    return PlayerAway(player, left=True)


def _renew_clock(state: State, seat: int | None, action: RenewClock, by: str | None) -> ClockRenewed:
    check_running(state)
    if deadline(state) is None:
        raise errors.NothingChanged()
    return ClockRenewed()


def _player_away(state: State, event: PlayerAway, at: datetime) -> State:
    return state._replace(away=state.away | {event.seat}, pause_asked=state.pause_asked - {event.seat})


def _player_back(state: State, event: PlayerBack, at: datetime) -> State:
    return with_none_missed(state._replace(away=state.away - {event.seat}), event.seat)


def _clock_renewed(state: State, event: ClockRenewed, at: datetime) -> State:
    return state


_ACTIONS = (
    ActionRule(GoAway, _go_away),
    ActionRule(ComeBack, _come_back),
    ActionRule(LeaveGame, _leave_game, "leave"),
    ActionRule(RenewClock, _renew_clock),
)
_EVENTS = (
    EventRule(PlayerAway, "player_away", _player_away, public("seat", "left")),
    EventRule(PlayerBack, "player_back", _player_back, public("seat"), renews_clock=True),
    EventRule(ClockRenewed, "clock_renewed", _clock_renewed, nothing, renews_clock=True),
)
TOPIC = Topic("absence", _ACTIONS, _EVENTS)
PlayerAction = LeaveGame
Action = GoAway | ComeBack | LeaveGame | RenewClock
Event = PlayerAway | PlayerBack | ClockRenewed
