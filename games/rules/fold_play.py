"""How the events from a round's first card to the result change the state."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from games.rules.cheating import CAUGHT, Accusation, Cheat, called
from games.rules.events import (
    Accused,
    CardPlayed,
    GameFinished,
    PlayerReady,
    RoundScored,
    TrickTaken,
    WingSet,
)
from games.rules.fold_bids import running_round
from games.rules.scoring import Place
from games.rules.state import FINISHED, PAUSE, Lay, Round, State, Trick
from games.rules.trick import breaks_suit


def _with(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _added(items: tuple[int, ...], more: Iterable[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(items, more, strict=True))


def _card_played(state: State, event: CardPlayed, at: datetime) -> State:
    current = running_round(state)
    taken, tricks, hands, trick, cheats = current[-5:]
    assert trick is not None
    seat, card, by, _ = event
    hand = hands[seat]
    if state.options.cheating and breaks_suit(card, hand, owed := trick.suit):
        cheats = (*cheats, Cheat(trick.number, seat, card, str(owed)))
    index = hand.index(card)
    hands = _with(hands, seat, hand[:index] + hand[index + 1 :])
    trick = Trick(trick.number, trick.leader, (*trick.plays, Lay(seat, card, by)))
    current = current.played(taken, tricks, hands, trick, cheats)
    return state.with_round(_without_wing(current, seat) if current.wings else current)


def _wing_set(state: State, event: WingSet, at: datetime) -> State:
    current = running_round(state)
    if event.card is None:
        return state.with_round(_without_wing(current, event.seat))
    wings = current.wings or (None,) * len(current.hands)
    return state.with_round(current._replace(wings=_with(wings, event.seat, event.card)))


def _without_wing(current: Round, seat: int) -> Round:
    wings = _with(current.wings, seat, None) if current.wings else ()
    return current._replace(wings=wings if any(wings) else ())


def _trick_taken(state: State, event: TrickTaken, at: datetime) -> State:
    current = running_round(state)
    taken, tricks, hands, trick, cheats = current[-5:]
    assert trick is not None
    winner = event.winner
    taken = _with(taken, winner, taken[winner] + 1)
    tricks = (*tricks, trick._replace(winner=winner))
    following = Trick(event.trick + 1, winner) if event.trick < current.cards else None
    return state.with_round(current.played(taken, tricks, hands, following, cheats))


def _accused(state: State, event: Accused, at: datetime) -> State:
    current = running_round(state)
    change = [0] * len(state.scores)
    change[event.accuser] += event.accuser_points
    change[event.accused] += event.accused_points
    accusation = Accusation(
        accuser=event.accuser,
        accused=event.accused,
        after=event.after,
        source=event.source,
        verdict=event.verdict,
        accuser_points=event.accuser_points,
        accused_points=event.accused_points,
        lux=event.lux,
        sensed_at=event.sensed_at,
        received_at=at,
    )
    cheats = current.cheats
    if event.verdict == CAUGHT:
        cheats = called(cheats, event.accuser, event.accused)
    current = current._replace(
        accusations=(*current.accusations, accusation),
        adjustments=_added(current.adjustments, change),
        totals=None if current.totals is None else _added(current.totals, change),
        cheats=cheats,
    )
    return state._replace(round=current, scores=_added(state.scores, change))


def _round_scored(state: State, event: RoundScored, at: datetime) -> State:
    current = running_round(state)
    scores = _added(state.scores, event.points)
    met = [int(bid == taken) for bid, taken in zip(current.bids, current.taken, strict=True)]
    return state._replace(
        status=PAUSE,
        scores=scores,
        correct=_added(state.correct, met),
        round=current._replace(points=event.points, totals=scores),
    )


def _player_ready(state: State, event: PlayerReady, at: datetime) -> State:
    current = running_round(state)
    return state._replace(round=current._replace(ready=current.ready | {event.seat}))


def _game_finished(state: State, event: GameFinished, at: datetime) -> State:
    return state._replace(
        status=FINISHED,
        round=None,
        past=state.all_rounds,
        result=tuple(Place(*place) for place in event.result),
        tie_break=event.tie_break,
        # A clock that was set back must not let a game end before it began.
        finished_at=max(at, state.started_at or at),
    )


APPLY_PLAY: dict[type[Any], Callable[[Any, Any, datetime], State]] = {
    CardPlayed: _card_played,
    WingSet: _wing_set,
    TrickTaken: _trick_taken,
    Accused: _accused,
    RoundScored: _round_scored,
    PlayerReady: _player_ready,
    GameFinished: _game_finished,
}
"""The change that each of these events makes."""
