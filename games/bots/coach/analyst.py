"""Judges a decision and its alternatives, using only what the seat could know when it decided.

A judgement combines several samples, each with its own deals, because in a single sample a lucky deal could
look like a difference between the choices.
"""

import random
from collections.abc import Sequence

from games.bots.coach.advice import AdvisedChoice, advise_seat
from games.bots.players.hand import chances_before_play
from games.bots.players.trump import choose_trump
from games.bots.search.position import build_position
from games.bots.search.search import bid_prospects
from games.bots.view import Sight, build_view
from games.rules.cards import DECK
from games.rules.protocol.analysis import ComparedChoice, JudgedChoice, Judgement, Sample
from games.rules.protocol.sight import SightRound

ANALYST = "analyst"
"""The name of the analysis in requests to search workers, in place of a bot's level."""
SAMPLES = 4
"""The number of samples per judgement. Each sample is short, so that no player waits long for a worker."""
PLAYS = 12_000
"""The approximate number of cards played out for one sample."""
TRIALS, HANDS = 10, 16
"""How many trials a sample makes of the player's hand, and with how many random hands it is compared."""
DEALS = 6
"""The number of deals from which a trial chooses a bid, and of further deals that evaluate this bid."""
NEAREST = 2
"""How many bids a trial compares: those nearest to the expected number of tricks."""


def sample_choices(sight: Sight, *, seed: int) -> Sample | None:
    """Estimate the chance of meeting the bid and the expected points for each choice that the seat has.

    Return None if the seat has nothing to decide. If it must bid or name trump, the result also contains
    `worth` (the hand's expected points) and `average` (the mean expected points of random hands). The same
    `seed` gives the same result.
    """
    advice = advise_seat(sight, seed=seed, plays=PLAYS)
    if advice is None:
        return None
    sample: Sample = {
        "choices": [_encode_choice(choice) for choice in (*advice.suits, *advice.bids, *advice.cards)]
    }
    if advice.suits or advice.bids:
        sample["worth"] = expected_hand_points(sight, seed=seed)
        sample["average"] = average_hand_points(sight, seed=seed)
    return sample


def combine_samples(samples: Sequence[Sample]) -> Judgement:
    """Average several samples (estimates) of one decision, and add the `cost` of each choice in points.

    The cost says how many points fewer than the best choice a choice is expected to score. It is 0 unless the
    best choice scores more in every sample.
    """
    by_choice = [list(each) for each in zip(*(sample["choices"] for sample in samples), strict=True)]
    means = [_mean_choice(each) for each in by_choice]
    best = max(range(len(means)), key=lambda place: means[place]["points"])
    for mean, each in zip(means, by_choice, strict=True):
        pairs = zip(each, by_choice[best], strict=True)
        # Otherwise the highest of many uncertain figures would nearly always make the actual choice look bad.
        surely = all(one["points"] < better["points"] for one, better in pairs)
        if surely:
            mean["cost"] = round(means[best]["points"] - mean["points"], 1)
    judgement: Judgement = {"choices": means}
    if "worth" in samples[0]:
        judgement["worth"] = round(_mean([sample["worth"] for sample in samples]), 1)
        judgement["average"] = round(_mean([sample["average"] for sample in samples]), 1)
    return judgement


def expected_hand_points(sight: Sight, *, seed: int) -> float:
    """Estimate the expected points of a seat that must bid or name trump, from its hand.

    The result is the mean of TRIALS separate estimates.
    """
    rng = random.Random(seed)
    return _mean([_estimate_bid_points(sight, rng) for _ in range(TRIALS)])


def average_hand_points(sight: Sight, *, seed: int) -> float:
    """Return the mean expected points of HANDS random hands, to compare the seat's own hand with."""
    rng = random.Random(seed)
    pack = [card for card in DECK if card != sight["round"]["turned"]]
    hands = [rng.sample(pack, len(sight["hand"])) for _ in range(HANDS)]
    return _mean([_estimate_bid_points({**sight, "hand": hand}, rng) for hand in hands])


def _estimate_bid_points(sight: Sight, rng: random.Random) -> float:
    """Estimate the expected points of the hand with its best bid and, if not yet named, its best trump."""
    sight = _sight_after_naming_trump(sight)
    position = build_position(sight)
    likely = sum(chances_before_play(build_view(sight)).values())
    near = sorted(sight["legal"]["bids"], key=lambda bid: (abs(bid - likely), bid))[:NEAREST]
    tried = bid_prospects(position, near, rng, DEALS)
    best = max(near, key=lambda bid: tried[bid].points)
    # In other deals than those that chose the bid, so that a lucky choice does not raise the estimate.
    return bid_prospects(position, [best], rng, DEALS)[best].points


def _sight_after_naming_trump(sight: Sight) -> Sight:
    """Return a copy of the seat's view of the table (sight) in which the hand's best suit has become trump.

    In the copy, the seat may make any bid. If the seat need not name trump, return `sight` unchanged.
    """
    if not sight["legal"]["suits"]:
        return sight
    current: SightRound = {**sight["round"], "trump": choose_trump(sight)}
    bids = list(range(current["cards"] + 1))
    return {**sight, "round": current, "legal": {"suits": [], "bids": bids, "cards": []}}


def _encode_choice(choice: AdvisedChoice) -> JudgedChoice:
    """Convert a choice to the JSON that an analysis stores; `what` is the suit, bid or card as text."""
    return {"what": str(choice.what), "met": choice.met, "points": choice.points}


def _mean_choice(samples: Sequence[JudgedChoice]) -> ComparedChoice:
    """Average several estimates of one choice. Its `cost` is 0 at first: `combine_samples` sets it."""
    return {
        "what": samples[0]["what"],
        "met": round(_mean([sample["met"] for sample in samples]), 3),
        "points": round(_mean([sample["points"] for sample in samples]), 1),
        "cost": 0.0,
    }


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
