"""Who is away, who comes back, and a pause that all who are there agree on: decided, and what it changes."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from games.rules import errors
from games.rules.actions import AskPause, ComeBack, EndOwnPause, GoAway, LeaveGame, RenewClock
from games.rules.clock import deadline
from games.rules.events import ClockRenewed, Event, PauseAsked, PlayerAway, PlayerBack, TableResumed
from games.rules.state import RUNNING, State


def _go_away(state: State, seat: int | None, action: GoAway, by: str | None) -> PlayerAway:
    _check_running(state)
    if action.seat not in state.present():
        raise errors.NothingChanged()
    return PlayerAway(action.seat)


def _come_back(state: State, seat: int | None, action: ComeBack, by: str | None) -> PlayerBack:
    _check_running(state)
    if action.seat not in state.away:
        raise errors.NothingChanged()
    return PlayerBack(action.seat)


def _leave_game(state: State, seat: int | None, action: LeaveGame, by: str | None) -> PlayerAway:
    if seat is None:
        raise errors.NotSeated()
    _check_running(state)
    if seat in state.away:
        raise errors.NothingChanged()
    return PlayerAway(seat, left=True)


def _renew_clock(state: State, seat: int | None, action: RenewClock, by: str | None) -> ClockRenewed:
    _check_running(state)
    if deadline(state) is None:
        raise errors.NothingChanged()
    return ClockRenewed()


def _ask_pause(state: State, seat: int | None, action: AskPause, by: str | None) -> PauseAsked:
    if seat is None:
        raise errors.NotSeated()
    _check_running(state)
    if state.halted:
        raise errors.Halted()
    if seat in state.pause_asked:
        raise errors.NothingChanged("You have already asked for a pause.")
    return PauseAsked(seat)


def _end_own_pause(state: State, seat: int | None, action: EndOwnPause, by: str | None) -> TableResumed:
    if seat is None:
        raise errors.NotSeated()
    _check_running(state)
    if not state.halted:
        raise errors.WrongPhase("The table is not paused.")
    if not state.own_pause:
        raise errors.Halted()
    return TableResumed()


def _check_running(state: State) -> None:
    if state.status not in RUNNING:
        raise errors.WrongPhase("No game is running here.")


DECIDE_ABSENCE: dict[type[Any], Callable[[State, int | None, Any, str | None], Event]] = {
    GoAway: _go_away,
    ComeBack: _come_back,
    LeaveGame: _leave_game,
    RenewClock: _renew_clock,
    AskPause: _ask_pause,
    EndOwnPause: _end_own_pause,
}
"""The decision of each of these actions."""


def _player_away(state: State, event: PlayerAway, at: datetime) -> State:
    return state._replace(away=state.away | {event.seat}, pause_asked=state.pause_asked - {event.seat})


def _player_back(state: State, event: PlayerBack, at: datetime) -> State:
    return state._replace(away=state.away - {event.seat})


def _clock_renewed(state: State, event: ClockRenewed, at: datetime) -> State:
    return state


def _pause_asked(state: State, event: PauseAsked, at: datetime) -> State:
    return state._replace(pause_asked=state.pause_asked | {event.seat})


APPLY_ABSENCE: dict[type[Any], Callable[[Any, Any, datetime], State]] = {
    PlayerAway: _player_away,
    PlayerBack: _player_back,
    ClockRenewed: _clock_renewed,
    PauseAsked: _pause_asked,
}
"""The change that each of these events makes."""
