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
    """For each legal trump suit, bid or card, estimate the chance of meeting the bid and the expected points.

    If the seat must bid or name trump, also estimate the points that its hand and an average hand will score.
    Unless exact figures are known, the estimates come from random deals, which `seed` determines. Return None
    if there is nothing to decide.
    """
    advice = advise_seat(sight, seed=seed, plays=PLAYS)
    if advice is None:
        return None
    sample: Sample = {
        "choices": [_encode_choice(choice) for choice in (*advice.suits, *advice.bids, *advice.cards)]
    }
    # The hand's expected points, and the mean expected points of random hands.
    if advice.suits or advice.bids:
        sample["worth"] = expected_hand_points(sight, seed=seed)
        sample["average"] = average_hand_points(sight, seed=seed)
    return sample


def combine_samples(samples: Sequence[Sample]) -> Judgement:
    """Average several estimates of the choices in one decision, and add what each choice costs the player.

    The cost is how many points fewer the choice brings on average than the best one. It is 0 unless the best
    one brings more points in every estimate.
    """
    by_choice = [list(each) for each in zip(*(sample["choices"] for sample in samples), strict=True)]
    means = [_mean_choice(each) for each in by_choice]
    best = max(range(len(means)), key=lambda place: means[place]["points"])
    for mean, each in zip(means, by_choice, strict=True):
        pairs = zip(each, by_choice[best], strict=True)
        # There is a cost only if the best choice scores more in every sample. Otherwise the highest of many
        # uncertain figures would nearly always make the actual choice look bad.
        surely = all(one["points"] < better["points"] for one, better in pairs)
        if surely:
            mean["cost"] = round(means[best]["points"] - mean["points"], 1)
    judgement: Judgement = {"choices": means}
    if "worth" in samples[0]:
        judgement["worth"] = round(_mean([sample["worth"] for sample in samples]), 1)
        judgement["average"] = round(_mean([sample["average"] for sample in samples]), 1)
    return judgement


def expected_hand_points(sight: Sight, *, seed: int) -> float:
    """Estimate the points that a seat will score with its hand, before it bids or names trump.

    Return the mean of TRIALS estimates from random deals, which `seed` determines.
    """
    rng = random.Random(seed)
    return _mean([_estimate_bid_points(sight, rng) for _ in range(TRIALS)])


def average_hand_points(sight: Sight, *, seed: int) -> float:
    """Estimate the points that the seat would score with an average hand.

    Return the mean for HANDS random hands. `seed` determines these hands and the random deals.
    """
    rng = random.Random(seed)
    pack = [card for card in DECK if card != sight["round"]["turned"]]
    hands = [rng.sample(pack, len(sight["hand"])) for _ in range(HANDS)]
    return _mean([_estimate_bid_points({**sight, "hand": hand}, rng) for hand in hands])


def _estimate_bid_points(sight: Sight, rng: random.Random) -> float:
    """Estimate the points that the hand will score with its best bid.

    If the seat must name trump, assume that it names the hand's best suit.
    """
    sight = _sight_after_naming_trump(sight)
    position = build_position(sight)
    likely = sum(chances_before_play(build_view(sight)).values())
    near = sorted(sight["legal"]["bids"], key=lambda bid: (abs(bid - likely), bid))[:NEAREST]
    tried = bid_prospects(position, near, rng, DEALS)
    best = max(near, key=lambda bid: tried[bid].points)
    # In other deals than those that chose the bid, so that a lucky choice does not raise the estimate.
    return bid_prospects(position, [best], rng, DEALS)[best].points


def _sight_after_naming_trump(sight: Sight) -> Sight:
    """If the seat must name trump, return its view of the table as if the best suit were trump.

    Otherwise, return `sight` unchanged.
    """
    if not sight["legal"]["suits"]:
        return sight
    current: SightRound = {**sight["round"], "trump": choose_trump(sight)}
    # Here the seat may make any bid.
    bids = list(range(current["cards"] + 1))
    return {**sight, "round": current, "legal": {"suits": [], "bids": bids, "cards": []}}


def _encode_choice(choice: AdvisedChoice) -> JudgedChoice:
    """Convert a choice to the JSON that an analysis stores."""
    return {"what": str(choice.what), "met": choice.met, "points": choice.points}


def _mean_choice(samples: Sequence[JudgedChoice]) -> ComparedChoice:
    """Average several estimates of the same trump suit, bid or card.

    The result's `cost` is 0 until the caller compares the choice with the best one.
    """
    return {
        "what": samples[0]["what"],
        "met": round(_mean([sample["met"] for sample in samples]), 3),
        "points": round(_mean([sample["points"] for sample in samples]), 1),
        "cost": 0.0,
    }


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
