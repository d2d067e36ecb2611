"""The points of a round, and the ranking at the end of a game (rules.md, "Scores")."""

from collections.abc import Sequence
from typing import NamedTuple

TIE_BREAKS = ("correct_bids", "coin_flip")
"""What can decide first place if players are tied on points."""
CORRECT_BIDS, COIN_FLIP = TIE_BREAKS


class FinalRank(NamedTuple):
    """One player's place in the final ranking."""

    seat: int
    score: int
    correct_bids: int
    rank: int


def points_for_bid(bid: int, tricks_taken: int) -> int:
    """Return a round's points: 20 + 10 per trick if the bid is met, otherwise -10 per trick over or under."""
    return 20 + 10 * tricks_taken if bid == tricks_taken else -10 * abs(bid - tricks_taken)


def rank_players(
    scores: Sequence[int], correct_bids: Sequence[int], tie_break_order: Sequence[int]
) -> tuple[tuple[FinalRank, ...], str | None]:
    """Return the final ranking, best player first, and the tie-break that decided first place.

    Rank the players by score, then by `correct_bids` (the number of bids met), then by `tie_break_order`: all
    seats in random order, of which the earlier one wins a tie. The tie-break is CORRECT_BIDS, COIN_FLIP, or
    None if the best score is not shared.
    """
    order = sorted(
        range(len(scores)),
        key=lambda seat: (-scores[seat], -correct_bids[seat], tie_break_order.index(seat)),
    )
    places = tuple(
        FinalRank(seat, scores[seat], correct_bids[seat], n) for n, seat in enumerate(order, start=1)
    )
    first, second = places[0], places[1]
    if first.score > second.score:
        return places, None
    return places, CORRECT_BIDS if first.correct_bids > second.correct_bids else COIN_FLIP
