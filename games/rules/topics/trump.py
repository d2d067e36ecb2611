"""The dealer names the trump suit after a turned Wizard."""

from datetime import datetime
from typing import NamedTuple, NotRequired, TypedDict

from core.refusal import BadRequest
from games.rules.cards import SUITS
from games.rules.protocol.values import Mover, SeatNumber, Suit
from games.rules.state import BIDDING, NAMING_TRUMP, State
from games.rules.topics.guards import on_turn
from games.rules.topics.topic import ActionRule, EventRule, Topic


class NameTrump(NamedTuple):
    """Name the trump suit, as dealer when a Wizard is turned up."""

    suit: Suit


class TrumpNamed(NamedTuple):
    """The dealer named the trump suit; `by` and `lag` as in BidMade."""

    seat: int
    suit: str
    by: str | None = None
    lag: int = 0


def _name_trump(state: State, seat: int | None, action: NameTrump, by: str | None) -> TrumpNamed:
    dealer = on_turn(state, seat, NAMING_TRUMP)
    if action.suit not in SUITS:
        raise BadRequest({"suit": [f"This must be one of {', '.join(SUITS)}."]})
    return TrumpNamed(dealer, action.suit, by)


def _trump_named(state: State, event: TrumpNamed, at: datetime) -> State:
    current = state.running_round
    deal = current.deal._replace(trump=event.suit, trump_by=event.by)
    return state._replace(status=BIDDING, round=current._replace(deal=deal))


class ShownTrump(TypedDict):
    """The dealer named trump. `by` is only present if somebody else acted for the seat: bot (a stand-in) or
    clock.
    """

    seat: SeatNumber
    suit: Suit
    by: NotRequired[Mover]


def _redact(event: TrumpNamed, viewer: int | None) -> ShownTrump:
    named: ShownTrump = {"seat": event.seat, "suit": event.suit}
    if event.by:
        named["by"] = event.by
    return named


_ACTIONS = (ActionRule(NameTrump, _name_trump, "name_trump", held=True),)
_EVENTS = (EventRule(TrumpNamed, "trump_named", _trump_named, ShownTrump, _redact, decision=True),)
TOPIC = Topic("trump", _ACTIONS, _EVENTS)
PlayerAction = NameTrump
Action = PlayerAction
Event = TrumpNamed
