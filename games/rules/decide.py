"""Decisions: each action is verified and becomes its event, or is refused by name."""

from collections.abc import Callable
from typing import Any

from games.rules import deal, errors, legal
from games.rules.absence import DECIDE_ABSENCE
from games.rules.actions import (
    Accuse,
    Action,
    Bid,
    EndPause,
    LeaveSeat,
    NameTrump,
    Play,
    Ready,
    SetWing,
    StartGame,
    TakeSeat,
)
from games.rules.cards import SUITS, Card
from games.rules.cheating import verdict, verdict_points
from games.rules.events import (
    Accused,
    BidMade,
    CardPlayed,
    Event,
    GameStarted,
    PlayerReady,
    SeatLeft,
    SeatTaken,
    TrumpNamed,
    WingSet,
)
from games.rules.follow import next_round
from games.rules.rulings import RULE
from games.rules.schedules import check_start
from games.rules.state import ABANDONED, BIDDING, NAMING_TRUMP, OPEN, PAUSE, PLAYING, Round, State
from games.rules.trick import breaks_suit


def _take_seat(state: State, seat: int | None, action: TakeSeat, by: str | None) -> SeatTaken:
    if action.user is not None and state.seat_of(action.user) is not None:
        raise errors.AlreadySeated()
    if state.status == ABANDONED:
        raise errors.AlreadyStarted("This game has been abandoned.")
    if state.status != OPEN:
        raise errors.AlreadyStarted()
    free = [number for number, other in enumerate(state.seats) if other is None]
    if action.seat is not None and not 0 <= action.seat < state.size:
        raise errors.BadRequest({"seat": [f"This table has the seats 0 to {state.size - 1}."]})
    if not free:
        raise errors.TableFull()
    if action.seat is not None and action.seat not in free:
        raise errors.SeatTaken()
    if not deal.is_salt(action.salt):
        raise errors.BadRequest({"salt": [f"This must be hex, up to {deal.SALT_BYTES} bytes."]})
    wanted = free[0] if action.seat is None else action.seat
    return SeatTaken(wanted, action.name, action.kind, action.user, action.level, action.salt.lower())


def _leave_seat(state: State, seat: int | None, action: LeaveSeat, by: str | None) -> SeatLeft:
    sitter = state.seats[_seated(state, seat)]
    if state.status != OPEN:
        raise errors.AlreadyStarted()
    assert seat is not None
    assert sitter is not None
    return SeatLeft(seat, sitter.name)


def _start_game(state: State, seat: int | None, action: StartGame, by: str | None) -> GameStarted:
    _seated(state, seat)
    if state.status != OPEN:
        raise errors.AlreadyStarted()
    taken = tuple(number for number, other in enumerate(state.seats) if other is not None)
    check_start(state.options, len(taken))
    return GameStarted(taken)


def _name_trump(state: State, seat: int | None, action: NameTrump, by: str | None) -> TrumpNamed:
    dealer = _on_turn(state, seat, NAMING_TRUMP)
    if action.suit not in SUITS:
        raise errors.BadRequest({"suit": [f"This must be one of {', '.join(SUITS)}."]})
    return TrumpNamed(dealer, action.suit, by)


def _bid(state: State, seat: int | None, action: Bid, by: str | None) -> BidMade:
    bidder = _on_turn(state, seat, BIDDING)
    current = state.round
    assert current is not None
    if not 0 <= action.bid <= current.cards:
        raise errors.BidOutOfRange(f"A bid is a number from 0 to {current.cards} in this round.")
    if action.bid == legal.refused_bid(state, bidder):
        raise errors.BidNotAllowed(f"The bids may not add up to {current.cards} in this round.")
    return BidMade(bidder, action.bid, secret=not current.revealed, by=by)


def _play(state: State, seat: int | None, action: Play, by: str | None) -> CardPlayed:
    player = _on_turn(state, seat, PLAYING)
    current = state.round
    assert current is not None
    if action.card not in current.hands[player]:
        raise errors.CardNotInHand()
    if not state.options.cheating:
        _check_suit(current, player, action.card)
    return CardPlayed(player, action.card, by or state.own_mover(player))


def _check_suit(current: Round, player: int, card: Card) -> None:
    if breaks_suit(card, current.hands[player], current.trick.suit if current.trick else None):
        raise errors.MustFollowSuit()


def _set_wing(state: State, seat: int | None, action: SetWing, by: str | None) -> WingSet:
    player = _seated(state, seat)
    current = state.round
    if current is None or state.status not in (NAMING_TRUMP, BIDDING, PLAYING):
        raise errors.WrongPhase()
    if action.card is not None and action.card not in current.hands[player]:
        raise errors.CardNotInHand()
    if action.card == (current.wings[player] if current.wings else None):
        raise errors.NothingChanged()
    if action.card is not None and state.status == PLAYING and player in legal.turn(state):
        _check_suit(current, player, action.card)
    return WingSet(player, action.card)


def _accuse(state: State, seat: int | None, action: Accuse, by: str | None) -> Accused:
    accuser = _seated(state, seat)
    if not state.options.cheating:
        raise errors.StrictTable()
    if not 0 <= action.accused < len(state.seats) or state.seats[action.accused] is None:
        raise errors.BadRequest({"accused": ["There is no such seat at this table."]})
    if action.accused == accuser:
        raise errors.CannotAccuseYourself()
    current = state.round
    if current is None or not legal.may_accuse(state):
        raise errors.NothingToAccuse()
    outcome = verdict(current.cheats, action.accused)
    accuser_points, accused_points = verdict_points(outcome)
    return Accused(
        accuser=accuser,
        accused=action.accused,
        source=action.source,
        lux=action.lux,
        sensed_at=action.sensed_at,
        after=current.cards_played,
        verdict=outcome,
        accuser_points=accuser_points,
        accused_points=accused_points,
    )


def _ready(state: State, seat: int | None, action: Ready, by: str | None) -> PlayerReady:
    player = _seated(state, seat)
    if state.status != PAUSE or state.round is None:
        raise errors.WrongPhase("The round is not over yet.")
    if player in state.round.ready:
        raise errors.WrongPhase("You have already said that you are ready.")
    return PlayerReady(player)


def _end_pause(state: State, seat: int | None, action: EndPause, by: str | None) -> Event:
    if state.status != PAUSE:
        raise errors.WrongPhase("The round is not over yet.")
    if state.halted:
        raise errors.Halted()
    return next_round(state)


def _seated(state: State, seat: int | None) -> int:
    if seat is None:
        raise errors.NotSeated()
    return seat


def _on_turn(state: State, seat: int | None, status: str) -> int:
    player = _seated(state, seat)
    if state.status != status:
        raise errors.WrongPhase()
    if player not in legal.turn(state):
        raise errors.NotYourTurn()
    return player


DECIDE: dict[type[Any], Callable[[State, int | None, Any, str | None], Event]] = {
    TakeSeat: _take_seat,
    LeaveSeat: _leave_seat,
    StartGame: _start_game,
    NameTrump: _name_trump,
    Bid: _bid,
    Play: _play,
    Accuse: _accuse,
    Ready: _ready,
    SetWing: _set_wing,
    EndPause: _end_pause,
    **RULE,
    **DECIDE_ABSENCE,
}
"""The decision of each kind of action: state, seat, action, and who moves for the seat."""

HELD = {NameTrump, Bid, Play, Accuse, Ready, SetWing}
"""What seats cannot do at a halted table."""


def decide(state: State, seat: int | None, action: Action, by: str | None) -> Event:
    """The event that `action` becomes; raises a Refusal. A halted table hears no seat."""
    if state.halted and type(action) in HELD:
        _seated(state, seat)
        raise errors.Halted()
    return DECIDE[type(action)](state, seat, action, by)
