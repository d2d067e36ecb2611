"""What a decision was worth and what its alternatives were, from what the seat could know when it decided.

A judgement is put together from several samples, each from deals of its own: one alone would take its luck
with the deals for a difference between the choices.
"""

import random
from collections.abc import Sequence

from games.bots.coach.advice import AdvisedChoice, advise
from games.bots.players.hand import chances_to_bid
from games.bots.players.trump import choose_trump
from games.bots.search.position import position_of
from games.bots.search.search import bid_prospects
from games.bots.view import Sight, view_of
from games.rules.cards import DECK
from games.rules.protocol.analysis import ComparedChoice, JudgedChoice, Judgement, Sample
from games.rules.protocol.sight import SightRound

ANALYST = "analyst"
"""Stands for the analysis where a search question has a bot's level."""
SAMPLES = 4
"""Samples for each judgement. Each is short, so that nobody waits long for a worker."""
PLAYS = 12_000
"""The approximate number of cards played out for the choices of one sample."""
TRIALS, HANDS = 10, 16
"""How often a sample tries what their hand is worth, and how many that might have been dealt instead."""
DEALS = 6
"""Deals of one trial to find the bid, and as many others to see what it brings."""
NEAREST = 2
"""How many bids near the count a trial compares."""


def judge(sight: Sight, *, seed: int) -> Sample | None:
    """One sample: all `choices` of a seat (`what`, `met`, `points`); before play also its hand's `worth` and
    the `average`.

    These two are points of the round, reckoned alike, from `seed`: the trump that the cards ask for, the
    better of the bids near their count, and the Master's play from there. None where the seat has nothing
    to decide.
    """
    advice = advise(sight, seed=seed, plays=PLAYS)
    if advice is None:
        return None
    sample: Sample = {"choices": [_words(choice) for choice in (*advice.suits, *advice.bids, *advice.cards)]}
    if advice.suits or advice.bids:
        sample["worth"] = worth(sight, seed=seed)
        sample["average"] = average(sight, seed=seed)
    return sample


def combine_samples(samples: Sequence[Sample]) -> Judgement:
    """Combine the samples of one decision: the mean figures, and what each choice would `cost`.

    A choice costs the difference to the points of the best one; 0 unless all samples find it worse.
    """
    by_choice = [list(each) for each in zip(*(sample["choices"] for sample in samples), strict=True)]
    means = [_mean_choice(each) for each in by_choice]
    best = max(range(len(means)), key=lambda place: means[place]["points"])
    for mean, each in zip(means, by_choice, strict=True):
        pairs = zip(each, by_choice[best], strict=True)
        surely = all(one["points"] < better["points"] for one, better in pairs)
        if surely:
            mean["cost"] = round(means[best]["points"] - mean["points"], 1)
    judgement: Judgement = {"choices": means}
    if "worth" in samples[0]:
        judgement["worth"] = round(_mean([sample["worth"] for sample in samples]), 1)
        judgement["average"] = round(_mean([sample["average"] for sample in samples]), 1)
    return judgement


def worth(sight: Sight, *, seed: int) -> float:
    """Return the expected points of the hand of a seat that is to bid or to name trump."""
    rng = random.Random(seed)
    return _mean([_trial(sight, rng) for _ in range(TRIALS)])


def average(sight: Sight, *, seed: int) -> float:
    """Return the expected points of a random hand that the seat might have been dealt instead."""
    rng = random.Random(seed)
    pack = [card for card in DECK if card != sight["round"]["turned"]]
    hands = [rng.sample(pack, len(sight["hand"])) for _ in range(HANDS)]
    return _mean([_trial({**sight, "hand": hand}, rng) for hand in hands])


def _trial(sight: Sight, rng: random.Random) -> float:
    """Return what a hand brings with the bid that was best in other deals.

    Evaluating the bid on separate deals keeps its luck in the selection out of the figure.
    """
    sight = _with_trump(sight)
    position = position_of(sight)
    likely = sum(chances_to_bid(view_of(sight)).values())
    near = sorted(sight["legal"]["bids"], key=lambda bid: (abs(bid - likely), bid))[:NEAREST]
    tried = bid_prospects(position, near, rng, DEALS)
    best = max(near, key=lambda bid: tried[bid].points)
    return bid_prospects(position, [best], rng, DEALS)[best].points


def _with_trump(sight: Sight) -> Sight:
    """Return the sight of a seat that is to bid; if it is to name trump, the sight with its best
    suit named.
    """
    if not sight["legal"]["suits"]:
        return sight
    current: SightRound = {**sight["round"], "trump": choose_trump(sight)}
    bids = list(range(current["cards"] + 1))
    return {**sight, "round": current, "legal": {"suits": [], "bids": bids, "cards": []}}


def _words(choice: AdvisedChoice) -> JudgedChoice:
    return {"what": str(choice.what), "met": choice.met, "points": choice.points}


def _mean_choice(each: Sequence[JudgedChoice]) -> ComparedChoice:
    """Return the means of one choice's figures over all samples; its cost is not known yet."""
    return {
        "what": each[0]["what"],
        "met": round(_mean([one["met"] for one in each]), 3),
        "points": round(_mean([one["points"] for one in each]), 1),
        "cost": 0.0,
    }


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
