"""Bids, open or secret, and the moment when secret ones are shown."""

from datetime import datetime
from typing import NamedTuple, NotRequired, TypedDict, final

from games.rules import errors, legal
from games.rules.protocol.values import Count, Mover, SeatNumber
from games.rules.round import Bidding, Round, Trick
from games.rules.state import BIDDING, PLAYING, State, with_item
from games.rules.topics.guards import on_turn
from games.rules.topics.topic import ActionRule, EventRule, Topic


class Bid(NamedTuple):
    """Bid a number of tricks."""

    bid: int
    """The number of tricks."""


class BidMade(NamedTuple):
    """A bid; `secret`: it is not shown to others (yet). `by`: who made it, if not the seat: bot or clock.

    `lag`: milliseconds that the network is measured to have taken; nobody's clock is charged with them.
    """

    seat: int
    bid: int
    secret: bool
    by: str | None = None
    lag: int = 0


class BidsRevealed(NamedTuple):
    """All bids of a secret round are shown."""

    bids: tuple[int, ...]


def _bid(state: State, seat: int | None, action: Bid, by: str | None) -> BidMade:
    bidder = on_turn(state, seat, BIDDING)
    current = state.running_round
    if not 0 <= action.bid <= current.cards:
        raise errors.BidOutOfRange(f"A bid is a number from 0 to {current.cards} in this round.")
    if action.bid == legal.refused_bid(state, bidder):
        raise errors.BidNotAllowed(f"The bids must not add up to {current.cards} in this round.")
    return BidMade(bidder, action.bid, secret=not current.revealed, by=by)


def reveal(current: Round) -> BidsRevealed:
    """The secret bids of a round, now shown."""
    return BidsRevealed(tuple(bid for bid in current.bids if bid is not None))


def _reveal_when_complete(state: State) -> BidsRevealed | None:
    current = state.running_round
    return None if current.revealed or None in current.bids else reveal(current)


def _bid_made(state: State, event: BidMade, at: datetime) -> State:
    current = state.running_round
    so_far = current.bidding
    bids = with_item(so_far.bids, event.seat, event.bid)
    bidding = Bidding(
        bids=bids,
        revealed=so_far.revealed,
        made=(*so_far.made, (event.seat, event.bid)),
        by=(*so_far.by, event.by),
        movers=(*so_far.movers, event.by or state.own_mover(event.seat)),
    )
    current = current._replace(bidding=bidding)
    complete = None not in bids and (current.revealed or current.reveal == "delayed")
    return _with_first_trick(state, current) if complete else state.with_round(current)


def _bids_revealed(state: State, event: BidsRevealed, at: datetime) -> State:
    current = state.running_round
    current = current._replace(bidding=current.bidding._replace(revealed=True))
    if state.status == BIDDING and not current.must_bid_again:
        return _with_first_trick(state, current)
    return state._replace(round=current)


def _with_first_trick(state: State, current: Round) -> State:
    leader = (current.dealer + 1) % len(current.hands)
    play = current.play._replace(trick=Trick(1, leader))
    return state._replace(status=PLAYING, round=current.with_play(play))


class ShownBid(TypedDict):
    """A bid; null while it is secret. `by` is only present if somebody else acted for the seat: bot (a
    stand-in) or clock.
    """

    seat: SeatNumber
    bid: Count | None
    by: NotRequired[Mover]


@final
class RevealedBid(TypedDict):
    seat: SeatNumber
    bid: Count


class ShownBids(TypedDict):
    """Secret bids were shown."""

    bids: list[RevealedBid]
    """By seat."""


def _redact_bid(event: BidMade, viewer: int | None) -> ShownBid:
    hidden = event.secret and event.seat != viewer
    made: ShownBid = {"seat": event.seat, "bid": None if hidden else event.bid}
    if event.by:
        made["by"] = event.by
    return made


def _redact_revealed(event: BidsRevealed, viewer: int | None) -> ShownBids:
    return {"bids": [{"seat": seat, "bid": bid} for seat, bid in enumerate(event.bids)]}


_ACTIONS = (ActionRule(Bid, _bid, "bid", held=True),)
_EVENTS = (
    EventRule(BidMade, "bid_made", _bid_made, ShownBid, _redact_bid, personal=True, decision=True),
    EventRule(BidsRevealed, "bids_revealed", _bids_revealed, ShownBids, _redact_revealed),
)
TOPIC = Topic("bidding", _ACTIONS, _EVENTS, {BIDDING: _reveal_when_complete})
PlayerAction = Bid
Action = PlayerAction
Event = BidMade | BidsRevealed
