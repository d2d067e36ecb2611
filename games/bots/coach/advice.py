"""What a coach tells a seat, from its own sight: what each choice promises, which is the best, and why.

The figures come from the Master's search, or by counting where that is possible; the sentence from facts
that the seat can check.
"""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.bots.coach.reasons import why_bid, why_card, why_first_bid, why_suit
from games.bots.players.play import sensible
from games.bots.search.firsthand import chance_in_first_hand, first_hand_prospects
from games.bots.search.pack import NUMBER
from games.bots.search.position import Position, position_of
from games.bots.search.search import Prospect, bid_prospects, card_prospects
from games.bots.view import Sight, view_of
from games.rules.cards import Card
from games.rules.protocol.advice import AdvisedChoices, Promise

COACH = "coach"
"""Stands for the coach where a search question has a bot's level."""
PLAYS = 60_000
"""The approximate number of cards played out for one advice: less than a second."""
MIN_PLAYS_PER_DEAL, MAX_PLAYS_PER_DEAL = 200, 1000
"""One deal sampled for each choice costs this many of those cards: 300 deals at the most, 60 at the fewest.
Every choice gets as many, so that their figures can be compared."""
NEAR = 5
"""The number of bids that are searched for each trump, nearest to the count first."""
Tried = dict[Any, Prospect]


class AdvisedChoice(NamedTuple):
    """A suit, bid or card that the seat may choose, with its prospects."""

    what: Any
    met: float
    points: float
    best: bool


class Advice(NamedTuple):
    """All choices of a seat, of one kind at a time, and why the best one is that."""

    suits: tuple[AdvisedChoice, ...]
    bids: tuple[AdvisedChoice, ...]
    cards: tuple[AdvisedChoice, ...]
    why: str

    def as_dict(self) -> AdvisedChoices:
        """Return the advice in the form of the API."""
        return {
            "suits": [{"suit": choice.what, **_promise(choice)} for choice in self.suits],
            "bids": [{"bid": choice.what, **_promise(choice)} for choice in self.bids],
            "cards": [{"card": choice.what, **_promise(choice)} for choice in self.cards],
            "why": self.why,
        }


def advise(sight: Sight, *, seed: int, plays: int = PLAYS) -> Advice | None:
    """The advice on the sight of a seat; None where it has nothing to decide.

    The same `seed` gives the same advice. With the round's `tricks` in the sight (`games.rules.sight.memory`)
    all its cards are remembered.
    """
    legal = sight["legal"]
    if legal["suits"]:
        tried = {suit: _with_trump(sight, suit, seed, plays) for suit in legal["suits"]}
        best = _best_choice(tried)
        return Advice(_choices(tried, best), (), (), why_suit(sight, best))
    if legal["bids"]:
        return _advise_a_bid(sight, seed, plays)
    if legal["cards"]:
        tried = _cards(position_of(sight), legal["cards"], seed, plays)
        best = _likeliest({card: tried[card] for card in sensible(view_of(sight), legal["cards"])})
        return Advice((), (), _choices(tried, best), why_card(sight, best))
    return None


def _advise_a_bid(sight: Sight, seed: int, plays: int) -> Advice:
    legal = sight["legal"]["bids"]
    chance = chance_in_first_hand(sight)
    if chance is None:
        tried = _bids(position_of(sight), legal, seed, plays)
        best = _best_choice(tried)
        return Advice((), _choices(tried, best), (), why_bid(sight, best))
    tried = first_hand_prospects(chance, legal)
    return Advice((), _choices(tried, _best_choice(tried)), (), why_first_bid(sight, chance))


def _with_trump(sight: Sight, suit: str, seed: int, plays: int) -> Prospect:
    """Return the prospect of the best bid if `suit` is named."""
    position = position_of(sight, trump=suit)
    bids = range(position.cards + 1)
    chance = chance_in_first_hand(sight, suit)
    if chance is not None:
        return max(first_hand_prospects(chance, bids).values(), key=lambda prospect: prospect.points)
    deals = _deals(position, NEAR * len(sight["legal"]["suits"]), plays)
    tried = bid_prospects(position, bids, random.Random(seed), deals)
    return tried[_best_choice(tried)]


def _bids(position: Position, bids: Sequence[int], seed: int, plays: int) -> Tried:
    """Return the prospects of each bid.

    The search skips bids far from the count, so each is searched by itself; equal seeds give equal deals.
    """
    deals = _deals(position, len(bids), plays)
    return {bid: bid_prospects(position, [bid], random.Random(seed), deals)[bid] for bid in bids}


def _cards(position: Position, cards: Sequence[Card], seed: int, plays: int) -> Tried:
    deals = _deals(position, len(cards), plays)
    numbers = [NUMBER[card] for card in cards]
    found = card_prospects(position, numbers, random.Random(seed), deals)
    return {card: found[NUMBER[card]] for card in cards}


def _deals(position: Position, choices: int, plays: int) -> int:
    """Return the number of deals to sample for each choice."""
    fitting = plays // (len(position.hand) * position.players * choices)
    return max(plays // MAX_PLAYS_PER_DEAL, min(plays // MIN_PLAYS_PER_DEAL, fitting))


def _best_choice(tried: Tried) -> Any:
    return max(tried, key=lambda choice: tried[choice].points)


def _likeliest(tried: Tried) -> Any:
    """Return the choice with the best chance to meet the bid; of equal ones the one with the most points."""
    return max(tried, key=lambda choice: (round(tried[choice].met, 2), tried[choice].points))


def _choices(tried: Tried, best: Any) -> tuple[AdvisedChoice, ...]:
    return tuple(
        AdvisedChoice(what, round(prospect.met, 3), round(prospect.points, 1), what == best)
        for what, prospect in tried.items()
    )


def _promise(choice: AdvisedChoice) -> Promise:
    return {"met": choice.met, "points": choice.points, "best": choice.best}
