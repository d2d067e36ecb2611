"""From the chances of single cards to the expected points of a round."""

from collections.abc import Iterable, Sequence

from games.rules.scoring import points_for_bid


def trick_distribution(chances: Iterable[float]) -> list[float]:
    """Return the probabilities of 0, 1, 2, … tricks if each card independently takes one with its chance."""
    likely = [1.0]
    for chance in chances:
        miss = 1.0 - chance
        likely.append(likely[-1] * chance)
        # Downwards, because each number needs the old value of the one below it.
        for tricks in range(len(likely) - 2, 0, -1):
            likely[tricks] = likely[tricks] * miss + likely[tricks - 1] * chance
        likely[0] *= miss
    return likely


def without_card(likely: Sequence[float], chance: float) -> list[float]:
    """Return the probabilities of 0, 1, 2, … tricks after a card with this chance has been removed.

    This is the inverse of adding the card; dividing by the larger of its two probabilities keeps it accurate.
    """
    miss = 1.0 - chance
    last = len(likely) - 1
    rest = [0.0] * last
    before = 0.0
    if miss >= chance:
        for tricks in range(last):
            before = rest[tricks] = (likely[tricks] - before * chance) / miss
    else:
        for tricks in range(last, 0, -1):
            before = rest[tricks - 1] = (likely[tricks] - before * miss) / chance
    return rest


def expected_points(likely: Sequence[float], bid: int, taken: int = 0) -> float:
    """Return the expected points of `bid` with `taken` tricks so far.

    `likely` are the probabilities of taking 0, 1, 2, … further tricks.
    """
    return sum(chance * points_for_bid(bid, taken + tricks) for tricks, chance in enumerate(likely))
