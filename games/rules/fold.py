"""How each event changes the state; events alone rebuild a table, so nothing is decided here."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from games.rules import deal
from games.rules.cards import is_wizard
from games.rules.cheating import CAUGHT, Accusation, Cheat, called
from games.rules.events import (
    Accused,
    BidMade,
    BidsRevealed,
    CardPlayed,
    Event,
    GameFinished,
    GameStarted,
    PlayerAway,
    PlayerBack,
    PlayerReady,
    RoundDealt,
    RoundScored,
    SeatLeft,
    SeatTaken,
    TableOpened,
    TrickTaken,
    TrumpNamed,
    WingSet,
)
from games.rules.options import stored_options
from games.rules.scoring import Place
from games.rules.state import (
    ABANDONED,
    BIDDING,
    FINISHED,
    NAMING_TRUMP,
    OPEN,
    PAUSE,
    PLAYING,
    Lay,
    Round,
    Seat,
    State,
    Trick,
)
from games.rules.trick import breaks_suit


def apply(state: State | None, event: Event, at: datetime) -> State:
    """The state after `event`, which happened at `at`; the first event of a table takes no state."""
    return _APPLY[type(event)](state, event, at)


def replay(entries: Iterable[tuple[Event, datetime]]) -> State | None:
    """The state that a whole log leads to; None for an empty one."""
    state: State | None = None
    for event, at in entries:
        state = apply(state, event, at)
    return state


def _with(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _added(items: tuple[int, ...], more: Iterable[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(items, more, strict=True))


def _table_opened(_: None, event: TableOpened, at: datetime) -> State:
    return State(
        status=OPEN,
        options=stored_options(event.options),
        size=event.size,
        server_seed=event.server_seed,
        commitment=event.commitment,
        seats=(None,) * event.size,
    )


def _seat_taken(state: State, event: SeatTaken, at: datetime) -> State:
    seat = Seat(event.name, event.kind, event.user, event.level, event.salt)
    return state._replace(seats=_with(state.seats, event.seat, seat))


def _seat_left(state: State, event: SeatLeft, at: datetime) -> State:
    state = state._replace(seats=_with(state.seats, event.seat, None))
    return state if state.humans() else state._replace(status=ABANDONED)


def _game_started(state: State, event: GameStarted, at: datetime) -> State:
    seats = tuple(state.seats[old] for old in event.seats)
    salts = [bytes.fromhex(seat.salt) for seat in seats if seat is not None]
    zeros = (0,) * len(seats)
    return state._replace(
        status=PLAYING,
        seats=seats,
        game_seed=deal.game_seed(bytes.fromhex(state.server_seed), salts),
        scores=zeros,
        correct=zeros,
        started_at=at,
    )


def _round_dealt(state: State, event: RoundDealt, at: datetime) -> State:
    players = len(event.hands)
    zeros = (0,) * players
    dealt = Round(
        number=event.round,
        cards=event.cards,
        dealer=event.dealer,
        reveal=event.reveal,
        restricted=event.restricted,
        dealt=event.hands,
        turned=event.turned,
        trump=event.trump,
        hands=event.hands,
        bids=(None,) * players,
        taken=zeros,
        adjustments=zeros,
        revealed=event.reveal == "open",
    )
    wizard_turned = event.turned is not None and is_wizard(event.turned)
    return state._replace(
        status=NAMING_TRUMP if wizard_turned else BIDDING,
        round=dealt,
        past=state.all_rounds,
    )


def _trump_named(state: State, event: TrumpNamed, at: datetime) -> State:
    return state._replace(status=BIDDING, round=_round(state)._replace(trump=event.suit))


def _bid_made(state: State, event: BidMade, at: datetime) -> State:
    current = _round(state)
    bids = _with(current.bids, event.seat, event.bid)
    current = current._replace(bids=bids, bids_made=(*current.bids_made, (event.seat, event.bid)))
    complete = None not in bids and (current.revealed or current.reveal == "delayed")
    return _playing(state, current) if complete else state._replace(round=current)


def _bids_revealed(state: State, event: BidsRevealed, at: datetime) -> State:
    current = _round(state)._replace(revealed=True)
    if state.status == BIDDING and not current.must_bid_again:
        return _playing(state, current)
    return state._replace(round=current)


def _playing(state: State, current: Round) -> State:
    leader = (current.dealer + 1) % len(current.hands)
    return state._replace(status=PLAYING, round=current._replace(trick=Trick(1, leader)))


def _card_played(state: State, event: CardPlayed, at: datetime) -> State:
    current = _round(state)
    taken, tricks, hands, trick, cheats = current[-5:]
    assert trick is not None
    seat, card, by = event
    hand = hands[seat]
    if state.options.cheating and breaks_suit(card, hand, owed := trick.suit):
        cheats = (*cheats, Cheat(trick.number, seat, card, str(owed)))
    index = hand.index(card)
    hands = _with(hands, seat, hand[:index] + hand[index + 1 :])
    trick = Trick(trick.number, trick.leader, (*trick.plays, Lay(seat, card, by)))
    current = current.played(taken, tricks, hands, trick, cheats)
    return state.with_round(_without_wing(current, seat) if current.wings else current)


def _wing_set(state: State, event: WingSet, at: datetime) -> State:
    current = _round(state)
    if event.card is None:
        return state.with_round(_without_wing(current, event.seat))
    wings = current.wings or (None,) * len(current.hands)
    return state.with_round(current._replace(wings=_with(wings, event.seat, event.card)))


def _without_wing(current: Round, seat: int) -> Round:
    wings = _with(current.wings, seat, None) if current.wings else ()
    return current._replace(wings=wings if any(wings) else ())


def _trick_taken(state: State, event: TrickTaken, at: datetime) -> State:
    current = _round(state)
    taken, tricks, hands, trick, cheats = current[-5:]
    assert trick is not None
    winner = event.winner
    taken = _with(taken, winner, taken[winner] + 1)
    tricks = (*tricks, trick._replace(winner=winner))
    following = Trick(event.trick + 1, winner) if event.trick < current.cards else None
    return state.with_round(current.played(taken, tricks, hands, following, cheats))


def _accused(state: State, event: Accused, at: datetime) -> State:
    current = _round(state)
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
    current = _round(state)
    scores = _added(state.scores, event.points)
    met = [int(bid == taken) for bid, taken in zip(current.bids, current.taken, strict=True)]
    return state._replace(
        status=PAUSE,
        scores=scores,
        correct=_added(state.correct, met),
        round=current._replace(points=event.points, totals=scores),
    )


def _player_ready(state: State, event: PlayerReady, at: datetime) -> State:
    current = _round(state)
    return state._replace(round=current._replace(ready=current.ready | {event.seat}))


def _presence_changed(state: State, event: PlayerAway | PlayerBack, at: datetime) -> State:
    return state


def _game_finished(state: State, event: GameFinished, at: datetime) -> State:
    return state._replace(
        status=FINISHED,
        round=None,
        past=state.all_rounds,
        result=tuple(Place(*place) for place in event.result),
        tie_break=event.tie_break,
        finished_at=at,
    )


def _round(state: State) -> Round:
    assert state.round is not None
    return state.round


_APPLY: dict[type[Any], Callable[[Any, Any, datetime], State]] = {
    TableOpened: _table_opened,
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    GameStarted: _game_started,
    RoundDealt: _round_dealt,
    TrumpNamed: _trump_named,
    BidMade: _bid_made,
    BidsRevealed: _bids_revealed,
    CardPlayed: _card_played,
    WingSet: _wing_set,
    TrickTaken: _trick_taken,
    Accused: _accused,
    RoundScored: _round_scored,
    PlayerReady: _player_ready,
    PlayerAway: _presence_changed,
    PlayerBack: _presence_changed,
    GameFinished: _game_finished,
}
