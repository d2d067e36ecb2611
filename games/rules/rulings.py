"""Decisions on the organisers' verbs: each is verified and becomes its event, or is refused by name."""

from collections.abc import Callable
from typing import Any

from games.rules import errors
from games.rules.events import (
    Event,
    GameAnnulled,
    GameStopped,
    PlayerReplaced,
    TableHalted,
    TableResumed,
    TimeLimitSet,
)
from games.rules.state import ABANDONED, FINISHED, OPEN, Seat, State
from games.rules.verbs import (
    AnnulGame,
    HaltTable,
    ReplacePlayer,
    ResumeTable,
    SetTimeLimit,
    StopGame,
)


def _halt_table(state: State, seat: int | None, action: HaltTable, by: str | None) -> TableHalted:
    _check_running(state)
    # The organisers' pause comes before the players' own: those can't end it.
    if state.halted and not state.own_pause:
        raise errors.NothingChanged()
    return TableHalted()


def _resume_table(state: State, seat: int | None, action: ResumeTable, by: str | None) -> TableResumed:
    _check_running(state)
    if not state.halted:
        raise errors.NothingChanged()
    return TableResumed()


def _set_time_limit(state: State, seat: int | None, action: SetTimeLimit, by: str | None) -> TimeLimitSet:
    _check_running(state)
    if action.closes_at == state.closes_at:
        raise errors.NothingChanged()
    return TimeLimitSet(action.closes_at)


def _replace_player(state: State, seat: int | None, action: ReplacePlayer, by: str | None) -> PlayerReplaced:
    _check_running(state)
    if not 0 <= action.seat < len(state.seats):
        raise errors.BadRequest({"seat": ["There is no such seat at this table."]})
    if _sits_there(state, action):
        raise errors.AlreadySeated("They sit at this table already.")
    return PlayerReplaced(*action)


def _sits_there(state: State, action: ReplacePlayer) -> bool:
    """Whether the person has a seat here, or the very same bot has this one."""
    if action.user is not None:
        return state.seat_of(action.user) is not None
    sitter = state.seats[action.seat]
    return sitter is not None and sitter == Seat(action.name, action.kind, None, action.level, sitter.salt)


def _stop_game(state: State, seat: int | None, action: StopGame, by: str | None) -> GameStopped:
    _check_running(state)
    void = state.round if state.round is not None and state.round.points is None else None
    return GameStopped(void.number if void else None)


def _annul_game(state: State, seat: int | None, action: AnnulGame, by: str | None) -> GameAnnulled:
    _check_running(state)
    return GameAnnulled()


def _check_running(state: State) -> None:
    if state.status == OPEN:
        raise errors.WrongPhase("The game has not started yet.")
    if state.status == FINISHED:
        raise errors.WrongPhase("The game is over.")
    if state.status == ABANDONED:
        raise errors.WrongPhase("This table has been given up.")


RULE: dict[type[Any], Callable[[State, int | None, Any, str | None], Event]] = {
    HaltTable: _halt_table,
    ResumeTable: _resume_table,
    SetTimeLimit: _set_time_limit,
    ReplacePlayer: _replace_player,
    StopGame: _stop_game,
    AnnulGame: _annul_game,
}
"""The decision on each kind of verb."""
