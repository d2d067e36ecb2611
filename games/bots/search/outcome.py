"""Computes the expected points of a round from each card's chance of taking a trick."""

from collections.abc import Iterable, Sequence

from games.rules.scoring import points_for_bid


def trick_distribution(chances: Iterable[float]) -> list[float]:
    """Return a hand's probabilities of taking exactly 0, 1, 2, … tricks.

    `chances` has each card's chance of taking a trick. The chances are assumed to be independent.
    """
    probabilities = [1.0]
    for chance in chances:
        miss = 1.0 - chance
        probabilities.append(probabilities[-1] * chance)
        # Downwards, because each probability needs the old value of the one below it.
        for tricks in range(len(probabilities) - 2, 0, -1):
            probabilities[tricks] = probabilities[tricks] * miss + probabilities[tricks - 1] * chance
        probabilities[0] *= miss
    return probabilities


def distribution_without_card(probabilities: Sequence[float], chance: float) -> list[float]:
    """Return the probabilities of taking 0, 1, 2, … tricks without one card of the hand.

    `probabilities` are those of the whole hand. `chance` is the card's chance of taking a trick.
    """
    miss = 1.0 - chance
    last = len(probabilities) - 1
    rest = [0.0] * last
    before = 0.0
    # Dividing by the larger of the two keeps the result accurate.
    if miss >= chance:
        for tricks in range(last):
            before = rest[tricks] = (probabilities[tricks] - before * chance) / miss
    else:
        for tricks in range(last, 0, -1):
            before = rest[tricks - 1] = (probabilities[tricks] - before * miss) / chance
    return rest


def expected_points(probabilities: Sequence[float], bid: int, taken: int = 0) -> float:
    """Return a bid's expected points if `taken` tricks have been taken so far.

    `probabilities` are the probabilities of taking 0, 1, 2, … more tricks.
    """
    return sum(chance * points_for_bid(bid, taken + tricks) for tricks, chance in enumerate(probabilities))
