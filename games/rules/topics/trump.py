"""The dealer names the trump suit after a Wizard has been turned up."""

from datetime import datetime
from typing import NamedTuple, NotRequired, TypedDict

from core.refusal import BadRequest
from core.sentence import must_be_one_of
from games.rules.cards import SUITS
from games.rules.legal import require_turn
from games.rules.protocol.values import Mover, SeatNumber, Suit
from games.rules.state import State
from games.rules.statuses import BIDDING, NAMING_TRUMP
from games.rules.topics.topic import ActionRule, EventRule, Topic


class NameTrump(NamedTuple):
    """Name the trump suit, as the dealer, after a Wizard has been turned up."""

    suit: Suit


class TrumpNamed(NamedTuple):
    """The dealer named the trump suit; `by` and `lag` have the same meaning as in BidMade."""

    seat: int
    suit: str
    by: str | None = None
    lag: int = 0


def _decide_trump(state: State, seat: int | None, action: NameTrump, mover: Mover | None) -> TrumpNamed:
    """Return the event that records the dealer's choice of the trump suit.

    `mover` names who chooses for the dealer, such as "clock"; None means the dealer. Raise BadRequest for an
    unknown suit.
    """
    dealer = require_turn(state, seat, NAMING_TRUMP)
    if action.suit not in SUITS:
        raise BadRequest({"suit": [must_be_one_of(SUITS)]})
    return TrumpNamed(dealer, action.suit, mover)


def _apply_trump_named(state: State, event: TrumpNamed, at: datetime) -> State:
    """Store the dealer's choice of the trump suit, and begin the bidding."""
    current = state.current_round
    deal = current.deal._replace(trump=event.suit, trump_by=event.by)
    return state._replace(status=BIDDING, round=current._replace(deal=deal))


class ShownTrump(TypedDict):
    """The dealer named trump. `by` is present only if a bot (a stand-in) or the clock moved for the
    dealer.
    """

    seat: SeatNumber
    suit: Suit
    by: NotRequired[Mover]


def _redact_trump(event: TrumpNamed, viewer: int | None) -> ShownTrump:
    """Return the event as all viewers see it.

    The field `by` is present only if a bot or the expired clock chose the trump suit for the dealer.
    """
    named: ShownTrump = {"seat": event.seat, "suit": event.suit}
    if event.by:
        named["by"] = event.by
    return named


_ACTIONS = (ActionRule(NameTrump, _decide_trump, "name_trump", held=True),)
_EVENTS = (
    EventRule(TrumpNamed, "trump_named", _apply_trump_named, ShownTrump, _redact_trump, decision=True),
)
TOPIC = Topic("trump", _ACTIONS, _EVENTS)
PlayerAction = NameTrump
Action = PlayerAction
Event = TrumpNamed
