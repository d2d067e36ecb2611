"""Open and secret bids, and the reveal of secret bids."""

from datetime import datetime
from typing import NamedTuple, NotRequired, TypedDict, final

from core.sentence import Sentence
from games.rules import errors, legal
from games.rules.legal import require_turn
from games.rules.marks import prepared_bid
from games.rules.protocol.values import Count, Mover, SeatNumber
from games.rules.round import Bidding, Round, Trick
from games.rules.state import State, replace_item
from games.rules.statuses import BIDDING, PLAYING
from games.rules.topics.topic import ActionRule, EventRule, Topic


class Bid(NamedTuple):
    """Bid a number of tricks."""

    bid: int
    """The number of tricks."""


class BidMade(NamedTuple):
    """A player bid. If `secret` is set, other players do not see the bid until the bids are revealed.

    `by` is the mover, `bot` or `clock`, or None if the seat's own player bid. `lag` is the measured network
    delay in milliseconds, which is not charged to a clock.
    """

    seat: int
    bid: int
    secret: bool
    by: str | None = None
    lag: int = 0


class BidsRevealed(NamedTuple):
    """All bids of a secret round are shown."""

    bids: tuple[int, ...]


def _decide_bid(state: State, seat: int | None, action: Bid, mover: Mover | None) -> BidMade:
    """Return the event that records a player's bid.

    `mover` names who bids for the player, such as "clock"; None means the player. Raise BidOutOfRange or
    BidNotAllowed if the rules forbid the bid.
    """
    bidder = require_turn(state, seat, BIDDING)
    current = state.current_round
    if not 0 <= action.bid <= current.cards:
        raise errors.BidOutOfRange(
            Sentence("A bid is a number from 0 to %(cards)d in this round.", cards=current.cards)
        )
    if action.bid == legal.forbidden_bid_for_seat(state, bidder):
        raise errors.BidNotAllowed(
            Sentence("The bids must not add up to %(cards)d in this round.", cards=current.cards)
        )
    return BidMade(bidder, action.bid, secret=not current.revealed, by=mover)


def reveal_bids(current: Round) -> BidsRevealed:
    """Return the event that reveals the round's secret bids.

    The caller must have checked that everybody has bid.
    """
    return BidsRevealed(tuple(bid for bid in current.bids if bid is not None))


def _next_event_in_bidding(state: State) -> BidsRevealed | BidMade | None:
    """Return the event that follows automatically in the bidding, or None if a player must bid."""
    current = state.current_round
    # Secret bids are revealed once everybody has bid. Until then, bids chosen in advance are made.
    if not current.revealed and None not in current.bids:
        return reveal_bids(current)
    return _next_prepared_bid(state, current) if state.marks else None


def _next_prepared_bid(state: State, current: Round) -> BidMade | None:
    """Return the event that makes a bid chosen in advance, for the first seat to act that has one.

    Ignore bids that have expired or that the rules forbid now. Return None if no bid is left.
    """
    for seat in legal.seats_to_act(state):
        if (bid := prepared_bid(state, seat)) is not None:
            return BidMade(seat, bid, secret=not current.revealed)
    return None


def _apply_bid_made(state: State, event: BidMade, at: datetime) -> State:
    """Return the state with the bid added.

    After the last bid, the first trick begins unless bids must be revealed first.
    """
    current = state.current_round
    so_far = current.bidding
    bids = replace_item(so_far.bids, event.seat, event.bid)
    bidding = Bidding(
        bids=bids,
        revealed=so_far.revealed,
        made=(*so_far.made, (event.seat, event.bid)),
        by=(*so_far.by, event.by),
        movers=(*so_far.movers, event.by or state.own_player_mover(event.seat)),
    )
    current = current.with_bidding(bidding)
    # `bids_revealed` shows hidden tips and opens the trick; delayed bids stay secret during play.
    complete = None not in bids and (current.revealed or current.reveal == "delayed")
    return _start_first_trick(state, current) if complete else state.with_round(current)


def _apply_bids_revealed(state: State, event: BidsRevealed, at: datetime) -> State:
    """Return the state with the round's bids revealed.

    The first trick begins, unless the dealer must bid again or all tricks have been played.
    """
    current = state.current_round
    current = current._replace(bidding=current.bidding._replace(revealed=True))
    # Delayed bids are revealed while the status is `playing`, when the round's tricks are over.
    if state.status == BIDDING and not current.must_bid_again:
        return _start_first_trick(state, current)
    return state._replace(round=current)


def _start_first_trick(state: State, current: Round) -> State:
    """Return the state with the round's first trick begun; the player to the dealer's left leads it."""
    leader = (current.dealer + 1) % len(current.hands)
    play = current.play._replace(trick=Trick(1, leader))
    return state._replace(status=PLAYING, round=current.with_play(play))


class ShownBid(TypedDict):
    """A player bid; `bid` is null while it is secret. `by` is present only if a bot (a stand-in) or the clock
    bid for the seat.
    """

    seat: SeatNumber
    bid: Count | None
    by: NotRequired[Mover]


@final
class RevealedBid(TypedDict):
    seat: SeatNumber
    bid: Count


class ShownBids(TypedDict):
    """Secret bids were revealed."""

    bids: list[RevealedBid]
    """By seat."""


def _redact_bid(event: BidMade, viewer: int | None) -> ShownBid:
    """Return the bid event as JSON for a viewer, with None instead of another player's secret bid.

    `viewer` is the viewer's seat, or None for a spectator.
    """
    hidden = event.secret and event.seat != viewer
    made: ShownBid = {"seat": event.seat, "bid": None if hidden else event.bid}
    if event.by:
        made["by"] = event.by
    return made


def _redact_bids_revealed(event: BidsRevealed, viewer: int | None) -> ShownBids:
    """Return the event with the revealed bids as JSON, the same for all viewers."""
    return {"bids": [{"seat": seat, "bid": bid} for seat, bid in enumerate(event.bids)]}


_ACTIONS = (ActionRule(Bid, _decide_bid, "bid", held=True),)
_EVENTS = (
    EventRule(BidMade, "bid_made", _apply_bid_made, ShownBid, _redact_bid, personal=True, decision=True),
    EventRule(BidsRevealed, "bids_revealed", _apply_bids_revealed, ShownBids, _redact_bids_revealed),
)
TOPIC = Topic("bidding", _ACTIONS, _EVENTS, {BIDDING: _next_event_in_bidding})
PlayerAction = Bid
Action = PlayerAction
Event = BidMade | BidsRevealed
