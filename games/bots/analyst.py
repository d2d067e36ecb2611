"""What a decision was worth and what its alternatives were, from what the seat could know when it decided."""

import random
from typing import Any

from games.bots.advice import Choice, advise
from games.bots.bid import choose_bid
from games.bots.position import position_of
from games.bots.search import bid_prospects
from games.bots.view import Sight
from games.rules.cards import DECK

ANALYST = "analyst"
"""The word for this kind of thinking, where a bot's level stands."""
PLAYS = 30_000
"""How many cards may be played out for the choices of one decision, roughly."""
OWN_DEALS = 200
"""Deals for what the own hand is worth;"""
HANDS, DEALS = 60, 5
"""hands that might have been dealt instead, and deals for each of them."""
Judgement = dict[str, Any]


def judge(sight: Sight, *, seed: int) -> Judgement | None:
    """All `choices` of a seat (`what`, `met`, `points`); for a bid also the hand's `worth` and the `average`.

    These two are points of the round, reckoned alike: with the bid that the cards are worth, the Master's
    play from there, and dice of `seed`. None where the seat has nothing to decide.
    """
    advice = advise(sight, seed=seed, plays=PLAYS)
    if advice is None:
        return None
    judged: Judgement = {
        "choices": [_words(choice) for choice in (*advice.suits, *advice.bids, *advice.cards)]
    }
    if advice.bids:
        judged |= {"worth": worth(sight, seed=seed), "average": average(sight, seed=seed)}
    return judged


def worth(sight: Sight, *, seed: int) -> float:
    """The points that the hand of a seat that has to bid can be expected to bring."""
    return round(_worth(sight, random.Random(seed), OWN_DEALS), 1)


def average(sight: Sight, *, seed: int) -> float:
    """The same for any hand that the seat might have been dealt in this round, on average."""
    dice = random.Random(seed)
    pack = [card for card in DECK if card != sight["round"]["turned"]]
    hands = [dice.sample(pack, len(sight["hand"])) for _ in range(HANDS)]
    return round(sum(_worth({**sight, "hand": hand}, dice, DEALS) for hand in hands) / HANDS, 1)


def _worth(sight: Sight, dice: random.Random, deals: int) -> float:
    bid = choose_bid(sight)
    return bid_prospects(position_of(sight), [bid], dice, deals, False)[bid].points


def _words(choice: Choice) -> dict[str, Any]:
    return {"what": str(choice.what), "met": choice.met, "points": choice.points}
