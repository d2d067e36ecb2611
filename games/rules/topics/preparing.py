"""Marking a card (a wing, or premove) or preparing a bid before the player's turn.

Marks are not logged (see `games.rules.marks`), but logs of older versions contain both events.
"""

from datetime import datetime
from typing import NamedTuple, TypedDict

from core.sentence import Sentence
from games.rules import errors, legal
from games.rules.cards import Card
from games.rules.legal import require_seat
from games.rules.marks import marked_card, prepared_bid, with_marked_card, with_prepared_bid
from games.rules.protocol.values import BidNumber, CardCode, Mover, SeatNumber
from games.rules.state import State
from games.rules.statuses import BIDDING, NAMING_TRUMP, PLAYING
from games.rules.topics.playing import check_follows_suit
from games.rules.topics.topic import ActionRule, EventRule, Topic


class SetWing(NamedTuple):
    """Mark a card to be played when your turn comes; on your turn, it is played at once. Null removes the
    mark.
    """

    card: CardCode | None


class PrepareBid(NamedTuple):
    """Prepare a bid to be made when your turn comes; on your turn, it is made at once. Null removes it."""

    bid: int | None


class WingSet(NamedTuple):
    """A player marked a card to be played on their turn, or removed the mark (None); secret from others."""

    seat: int
    card: Card | None


class BidPrepared(NamedTuple):
    """A player prepared a bid to be made on their turn, or took it back (None); secret from others."""

    seat: int
    bid: int | None


class ShownWing(TypedDict):
    """The viewer marked a card to be played on their turn, or removed the mark (null)."""

    seat: SeatNumber
    card: CardCode | None


class ShownPreparedBid(TypedDict):
    """The viewer prepared a bid, or removed it (null)."""

    seat: SeatNumber
    bid: BidNumber | None


def _decide_marked_card(state: State, seat: int | None, action: SetWing, mover: Mover | None) -> WingSet:
    """Return the event that marks a card to be played on the player's next turn.

    If `action.card` is None, the event removes the mark.
    """
    player = require_seat(seat)
    current = state.round
    if current is None or state.status not in (NAMING_TRUMP, BIDDING, PLAYING):
        raise errors.WrongPhase()
    if action.card is not None and action.card not in current.hands[player]:
        raise errors.CardNotInHand()
    if action.card == marked_card(state, player):
        raise errors.NothingChanged()
    # On the player's turn a wing is played at once. Before, any card may be marked: the suit is unknown.
    if action.card is not None and state.status == PLAYING and player in legal.seats_to_act(state):
        check_follows_suit(state, current, player, action.card)
    return WingSet(player, action.card)


def _decide_prepared_bid(
    state: State, seat: int | None, action: PrepareBid, mover: Mover | None
) -> BidPrepared:
    """Return the event that sets a bid to be made on the player's next turn.

    If `action.bid` is None, the event removes the earlier bid.
    """
    player, bid = require_seat(seat), action.bid
    current = state.round
    if current is None or state.status not in (NAMING_TRUMP, BIDDING):
        raise errors.WrongPhase()
    on_turn = state.status == BIDDING and player in legal.seats_to_act(state)
    if current.bids[player] is not None and not on_turn:
        raise errors.WrongPhase(Sentence("You have made your bid in this round."))
    if bid is not None and not 0 <= bid <= current.cards:
        raise errors.BidOutOfRange(
            Sentence("A bid is a number from 0 to %(cards)d in this round.", cards=current.cards)
        )
    # Before the turn any bid may be prepared, because the bids that determine the forbidden one are missing.
    if on_turn and bid is not None and bid == legal.forbidden_bid_for_seat(state, player):
        raise errors.BidNotAllowed(
            Sentence("The bids must not add up to %(cards)d in this round.", cards=current.cards)
        )
    if bid == prepared_bid(state, player):
        raise errors.NothingChanged()
    return BidPrepared(player, bid)


def _apply_wing_set(state: State, event: WingSet, at: datetime) -> State:
    """Store the card that is played automatically on the seat's turn, or remove it if the card is None."""
    return with_marked_card(state, event.seat, event.card)


def _apply_bid_prepared(state: State, event: BidPrepared, at: datetime) -> State:
    """Store the bid that is made automatically on the seat's turn, or remove it if the bid is None."""
    return with_prepared_bid(state, event.seat, event.bid)


def _redact_wing_set(event: WingSet, viewer: int | None) -> ShownWing | None:
    """Return the event for the player who marked the card, and None for all other viewers."""
    return {"seat": event.seat, "card": event.card} if event.seat == viewer else None


def _redact_bid_prepared(event: BidPrepared, viewer: int | None) -> ShownPreparedBid | None:
    """Return the event for the player who set the bid, and None for all other viewers."""
    return {"seat": event.seat, "bid": event.bid} if event.seat == viewer else None


_ACTIONS = (
    ActionRule(SetWing, _decide_marked_card, "wing", held=True),
    ActionRule(PrepareBid, _decide_prepared_bid, "prepare_bid", held=True),
)
_EVENTS = (
    EventRule(
        WingSet,
        "wing_set",
        _apply_wing_set,
        ShownWing,
        _redact_wing_set,
        personal=True,
        quiet=True,
        unlogged=True,
    ),
    EventRule(
        BidPrepared,
        "bid_prepared",
        _apply_bid_prepared,
        ShownPreparedBid,
        _redact_bid_prepared,
        personal=True,
        quiet=True,
        unlogged=True,
    ),
)
TOPIC = Topic("preparing", _ACTIONS, _EVENTS)
PlayerAction = SetWing | PrepareBid
Action = PlayerAction
Event = WingSet | BidPrepared
