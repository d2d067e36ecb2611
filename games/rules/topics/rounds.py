"""A round is dealt and scored, and after the last one the game ends; nobody decides any of this."""

from datetime import datetime
from typing import NamedTuple, TypedDict

from games.rules.cards import SUIT, Card, deal, is_wizard
from games.rules.protocol.sight import ResultPlace, result_place
from games.rules.protocol.values import CardCode, Count, Reveal, SeatNumber, Suit, TieBreak
from games.rules.restriction import is_restricted
from games.rules.round import Bidding, CardPlay, Deal, Round
from games.rules.scoring import FinalRank, points, ranking
from games.rules.state import BIDDING, FINISHED, NAMING_TRUMP, PAUSE, State, sums
from games.rules.topics.topic import EventRule, Topic


class RoundDealt(NamedTuple):
    """A round's cards; `trump` is None where there is none, or where the dealer has yet to name it."""

    round: int
    cards: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    turned: Card | None
    trump: str | None
    reveal: str
    restricted: bool


class RoundScored(NamedTuple):
    """The points of a round by seat, without what accusations gave or took."""

    round: int
    points: tuple[int, ...]


class GameFinished(NamedTuple):
    """The result stands: (seat, score, correct bids, rank), first to last."""

    result: tuple[tuple[int, int, int, int], ...]
    tie_break: str | None


def next_round(state: State) -> RoundDealt | GameFinished:
    """The next deal, or the result: after the last round, or at once where the game was stopped."""
    players = len(state.seats)
    previous = state.round
    number = previous.number + 1 if previous else 1
    if number > len(state.schedule) or state.stopped:
        places, tie_break = ranking(state.scores, state.correct, deal.lot(state.game_seed, players))
        result = tuple((p.seat, p.score, p.correct_bids, p.rank) for p in places)
        return GameFinished(result, tie_break)
    plan = state.schedule[number - 1]
    dealer = (previous.dealer + 1) % players if previous else deal.first_dealer(state.game_seed, players)
    hands, turned = deal.deal(
        state.game_seed, round_number=number, cards=plan.cards, players=players, dealer=dealer
    )
    restricted = is_restricted(
        plan,
        round_number=number,
        scores=state.scores,
        dealer=dealer,
        spare_one_card=state.options.spare_one_card,
    )
    trump = SUIT[turned] if turned else None
    return RoundDealt(number, plan.cards, dealer, hands, turned, trump, plan.reveal, restricted)


def score(current: Round) -> RoundScored:
    """The points of a round whose cards have all been played."""
    bids = [bid if bid is not None else 0 for bid in current.bids]
    return RoundScored(current.number, tuple(map(points, bids, current.taken)))


def _round_dealt(state: State, event: RoundDealt, at: datetime) -> State:
    players = len(event.hands)
    zeros = (0,) * players
    dealt = Deal(
        number=event.round,
        cards=event.cards,
        dealer=event.dealer,
        reveal=event.reveal,
        restricted=event.restricted,
        hands=event.hands,
        turned=event.turned,
        trump=event.trump,
    )
    bidding = Bidding((None,) * players, revealed=event.reveal == "open")
    wizard_turned = event.turned is not None and is_wizard(event.turned)
    return state._replace(
        status=NAMING_TRUMP if wizard_turned else BIDDING,
        round=Round(dealt, bidding, CardPlay(event.hands, taken=zeros), adjustments=zeros),
        past=state.all_rounds,
    )


def _round_scored(state: State, event: RoundScored, at: datetime) -> State:
    current = state.running_round
    scores = sums(state.scores, event.points)
    met = [int(bid == taken) for bid, taken in zip(current.bids, current.taken, strict=True)]
    return state._replace(
        status=PAUSE,
        scores=scores,
        correct=sums(state.correct, met),
        round=current._replace(points=event.points, totals=scores),
    )


def _game_finished(state: State, event: GameFinished, at: datetime) -> State:
    return state._replace(
        status=FINISHED,
        round=None,
        past=state.all_rounds,
        result=tuple(FinalRank(*place) for place in event.result),
        tie_break=event.tie_break,
        # A clock that was set back must not let a game end before it began.
        finished_at=max(at, state.started_at or at),
    )


class ShownDeal(TypedDict):
    """A round was dealt."""

    round: Count
    cards: Count
    dealer: SeatNumber
    hand: list[CardCode] | None
    """The viewer's cards; null for spectators."""
    turned: CardCode | None
    trump: Suit | None
    reveal: Reveal
    restricted: bool


class ShownPoints(TypedDict):
    """A round was scored."""

    round: Count
    points: list[int]
    """By seat."""


class ShownResult(TypedDict):
    """The game is over."""

    result: list[ResultPlace]
    tie_break: TieBreak | None
    """What decided first place; null if points did."""


def _redact_dealt(event: RoundDealt, viewer: int | None) -> ShownDeal:
    return {
        "round": event.round,
        "cards": event.cards,
        "dealer": event.dealer,
        "hand": None if viewer is None else list(event.hands[viewer]),
        "turned": event.turned,
        "trump": event.trump,
        "reveal": event.reveal,
        "restricted": event.restricted,
    }


def _redact_scored(event: RoundScored, viewer: int | None) -> ShownPoints:
    return {"round": event.round, "points": list(event.points)}


def _redact_finished(event: GameFinished, viewer: int | None) -> ShownResult:
    result = [result_place(FinalRank(*place)) for place in event.result]
    return {"result": result, "tie_break": event.tie_break}


_EVENTS = (
    EventRule(RoundDealt, "round_dealt", _round_dealt, ShownDeal, _redact_dealt, personal=True),
    EventRule(RoundScored, "round_scored", _round_scored, ShownPoints, _redact_scored),
    EventRule(GameFinished, "game_finished", _game_finished, ShownResult, _redact_finished),
)
TOPIC = Topic("rounds", events=_EVENTS)
Event = RoundDealt | RoundScored | GameFinished
