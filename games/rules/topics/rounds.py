"""Dealing and scoring rounds, and ending the game after the last round; no player decides any of this."""

from datetime import datetime
from typing import NamedTuple, TypedDict

from games.rules.cards import SUIT, Card, deal, is_wizard
from games.rules.protocol.sheet import ResultPlace, to_result_place
from games.rules.protocol.values import CardCode, Count, Reveal, SeatNumber, Suit, TieBreak
from games.rules.restriction import is_restricted
from games.rules.round import Bidding, CardPlay, Deal, Round
from games.rules.scoring import FinalRank, points_for_bid, rank_players
from games.rules.state import State, add_elementwise
from games.rules.statuses import BIDDING, FINISHED, NAMING_TRUMP, PAUSE
from games.rules.topics.topic import EventRule, Topic


class RoundDealt(NamedTuple):
    """A round was dealt; `trump` is None if the round has no trump or the dealer has yet to name it."""

    round: int
    cards: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    turned: Card | None
    trump: str | None
    reveal: str
    restricted: bool


class RoundScored(NamedTuple):
    """A round was scored; `points` are the points for bids by seat, without points from accusations."""

    round: int
    points: tuple[int, ...]


class GameFinished(NamedTuple):
    """The game is over; `result` lists (seat, score, correct bids, rank) from first place to last."""

    result: tuple[tuple[int, int, int, int], ...]
    tie_break: str | None


def next_deal_or_result(state: State) -> RoundDealt | GameFinished:
    """Return the event that deals the next round.

    If the game is over, return the event with the final result.
    """
    players = len(state.seats)
    previous = state.round
    number = previous.number + 1 if previous else 1
    # The organisers can stop a game before its last planned round.
    if number > len(state.schedule) or state.stopped:
        places, tie_break = rank_players(
            state.scores, state.correct, deal.draw_tie_break_order(state.game_seed, players)
        )
        result = tuple((p.seat, p.score, p.correct_bids, p.rank) for p in places)
        return GameFinished(result, tie_break)
    plan = state.schedule[number - 1]
    # The deal moves from seat to seat, regardless of who took the last trick.
    dealer = (previous.dealer + 1) % players if previous else deal.draw_first_dealer(state.game_seed, players)
    hands, turned = deal.deal_cards(
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


def score_round(current: Round) -> RoundScored:
    """Return the event with the points that each seat gets for its bid; a missing bid counts as 0.

    The caller must have checked that all cards of the round have been played.
    """
    bids = [bid if bid is not None else 0 for bid in current.bids]
    return RoundScored(current.number, tuple(map(points_for_bid, bids, current.tricks_taken)))


def _apply_round_dealt(state: State, event: RoundDealt, at: datetime) -> State:
    """Begin the round with the bidding, or with the choice of trump if the turned-up card is a Wizard."""
    players = len(event.hands)
    zeros = (0,) * players
    dealt = Deal(
        number=event.round,
        cards=event.cards,
        dealer=event.dealer,
        reveal=event.reveal,
        restricted=event.restricted,
        hands=event.hands,
        turned_card=event.turned,
        trump=event.trump,
    )
    bidding = Bidding((None,) * players, revealed=event.reveal == "open")
    # If a Wizard is turned up, the dealer names trump, having seen their own hand, before anybody bids.
    wizard_turned = event.turned is not None and is_wizard(event.turned)
    return state._replace(
        status=NAMING_TRUMP if wizard_turned else BIDDING,
        round=Round(dealt, bidding, CardPlay(event.hands, tricks_taken=zeros), adjustments=zeros),
        past=state.all_rounds,
    )


def _apply_round_scored(state: State, event: RoundScored, at: datetime) -> State:
    """Add the round's points to the scores, count the bids that were met, and begin the pause."""
    current = state.current_round
    scores = add_elementwise(state.scores, event.points)
    met = [int(bid == taken) for bid, taken in zip(current.bids, current.tricks_taken, strict=True)]
    return state._replace(
        # Also after the last round, so that cheats proven by its last cards can be called before the result.
        status=PAUSE,
        scores=scores,
        correct=add_elementwise(state.correct, met),
        round=current._replace(points=event.points, totals=scores),
    )


def _apply_game_finished(state: State, event: GameFinished, at: datetime) -> State:
    """Finish the game, and store the final ranking and how a tie for first place was broken."""
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


def _redact_round_dealt(event: RoundDealt, viewer: int | None) -> ShownDeal:
    """Return the deal as the viewer may see it: with only the viewer's own hand.

    For a spectator (`viewer` is None), `hand` is None.
    """
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


def _redact_round_scored(event: RoundScored, viewer: int | None) -> ShownPoints:
    """Return the event as all viewers see it: the round's number and each seat's points."""
    return {"round": event.round, "points": list(event.points)}


def _redact_game_finished(event: GameFinished, viewer: int | None) -> ShownResult:
    """Return the event as all viewers see it: the final ranking, and how a tie for first place was broken."""
    result = [to_result_place(FinalRank(*place)) for place in event.result]
    return {"result": result, "tie_break": event.tie_break}


_EVENTS = (
    EventRule(RoundDealt, "round_dealt", _apply_round_dealt, ShownDeal, _redact_round_dealt, personal=True),
    EventRule(RoundScored, "round_scored", _apply_round_scored, ShownPoints, _redact_round_scored),
    EventRule(GameFinished, "game_finished", _apply_game_finished, ShownResult, _redact_game_finished),
)
TOPIC = Topic("rounds", events=_EVENTS)
Event = RoundDealt | RoundScored | GameFinished
