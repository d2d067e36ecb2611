"""Points of a round and the ranking at the end (rules.md, "Scores"); knows no cards."""

from collections.abc import Sequence
from typing import NamedTuple


class FinalRank(NamedTuple):
    """One line of the final ranking."""

    seat: int
    score: int
    correct_bids: int
    rank: int


def points(bid: int, tricks: int) -> int:
    """20 plus 10 a trick for a bid that is met, minus 10 for each trick over or under."""
    return 20 + 10 * tricks if bid == tricks else -10 * abs(bid - tricks)


def ranking(
    scores: Sequence[int], correct_bids: Sequence[int], lot: Sequence[int]
) -> tuple[tuple[FinalRank, ...], str | None]:
    """The places, first to last and without ties, and what decided the first place.

    Ties are broken by the number of bids met, then by the lot. The second value is None where points alone
    decided the first place, else `correct_bids` or `coin_flip`.
    """
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], -correct_bids[seat], lot.index(seat)))
    places = tuple(
        FinalRank(seat, scores[seat], correct_bids[seat], n) for n, seat in enumerate(order, start=1)
    )
    first, second = places[0], places[1]
    if first.score > second.score:
        return places, None
    return places, "correct_bids" if first.correct_bids > second.correct_bids else "coin_flip"
