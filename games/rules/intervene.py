"""How the events of the organisers' verbs change the state; nothing is decided here."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from games.rules.events import (
    GameAnnulled,
    GameStopped,
    PlayerReplaced,
    TableHalted,
    TableResumed,
    TimeLimitSet,
)
from games.rules.state import ABANDONED, PLAYING, Round, Seat, State, Substitution

PLAYERS = "players"
"""Who has paused a table that nobody else has."""


def _table_halted(state: State, event: TableHalted, at: datetime) -> State:
    return state._replace(halted=True, own_pause=event.by == PLAYERS, pause_asked=frozenset())


def _table_resumed(state: State, event: TableResumed, at: datetime) -> State:
    return state._replace(halted=False, own_pause=False)


def _time_limit_set(state: State, event: TimeLimitSet, at: datetime) -> State:
    return state._replace(closes_at=event.closes_at)


def _player_replaced(state: State, event: PlayerReplaced, at: datetime) -> State:
    """The seat keeps all that it has but its wing, and its word that it is ready; the salt stays, too."""
    seat, current = event.seat, state.round
    before = state.seats[seat]
    assert before is not None
    assert current is not None
    change = Substitution(
        round=current.number,
        after=current.cards_played,
        seat=seat,
        name=event.name,
        kind=event.kind,
        before=before,
    )
    sitter = Seat(event.name, event.kind, event.user, event.level, before.salt)
    return state._replace(
        seats=(*state.seats[:seat], sitter, *state.seats[seat + 1 :]),
        round=_without_word(current, seat),
        away=state.away - {seat},
        substitutions=(*state.substitutions, change),
    )


def _without_word(current: Round, seat: int) -> Round:
    wings = tuple(None if n == seat else card for n, card in enumerate(current.wings))
    return current._replace(wings=wings if any(wings) else (), ready=current.ready - {seat})


def _game_stopped(state: State, event: GameStopped, at: datetime) -> State:
    """The scored rounds stand; of a void one nothing does, not even what accusations gave or took in it."""
    current = state.round
    scores, past = state.scores, state.past
    if current is not None and current.points is None:
        scores = tuple(score - given for score, given in zip(scores, current.adjustments, strict=True))
    elif current is not None:
        past = (*past, current)
    return state._replace(
        status=PLAYING, halted=False, own_pause=False, stopped=True, scores=scores, past=past, round=None
    )


def _game_annulled(state: State, event: GameAnnulled, at: datetime) -> State:
    return state._replace(status=ABANDONED, halted=False, own_pause=False, round=None)


INTERVENE: dict[type[Any], Callable[[Any, Any, datetime], State]] = {
    TableHalted: _table_halted,
    TableResumed: _table_resumed,
    TimeLimitSet: _time_limit_set,
    PlayerReplaced: _player_replaced,
    GameStopped: _game_stopped,
    GameAnnulled: _game_annulled,
}
"""The change that each of these events makes."""
