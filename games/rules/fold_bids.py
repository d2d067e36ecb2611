"""How the events before a round's first card change the state: the deal, trump, the bids."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from games.rules.cards import is_wizard
from games.rules.events import BidMade, BidsRevealed, RoundDealt, TrumpNamed
from games.rules.state import BIDDING, NAMING_TRUMP, PLAYING, Round, State, Trick


def running_round(state: State) -> Round:
    """The round that such an event belongs to."""
    assert state.round is not None
    return state.round


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
    current = running_round(state)._replace(trump=event.suit, trump_by=event.by)
    return state._replace(status=BIDDING, round=current)


def _bid_made(state: State, event: BidMade, at: datetime) -> State:
    current = running_round(state)
    bids = (*current.bids[: event.seat], event.bid, *current.bids[event.seat + 1 :])
    current = current._replace(
        bids=bids,
        bids_made=(*current.bids_made, (event.seat, event.bid)),
        bids_by=(*current.bids_by, event.by),
        bid_movers=(*current.bid_movers, event.by or state.own_mover(event.seat)),
    )
    complete = None not in bids and (current.revealed or current.reveal == "delayed")
    return _playing(state, current) if complete else state.with_round(current)


def _bids_revealed(state: State, event: BidsRevealed, at: datetime) -> State:
    current = running_round(state)._replace(revealed=True)
    if state.status == BIDDING and not current.must_bid_again:
        return _playing(state, current)
    return state._replace(round=current)


def _playing(state: State, current: Round) -> State:
    leader = (current.dealer + 1) % len(current.hands)
    return state._replace(status=PLAYING, round=current._replace(trick=Trick(1, leader)))


APPLY_BIDS: dict[type[Any], Callable[[Any, Any, datetime], State]] = {
    RoundDealt: _round_dealt,
    TrumpNamed: _trump_named,
    BidMade: _bid_made,
    BidsRevealed: _bids_revealed,
}
"""The change that each of these events makes."""
