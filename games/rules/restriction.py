"""Which bids are possible, and when the bids may not add up (rules.md, "Bids"); knows no table."""

from collections.abc import Sequence

from games.rules.options import RoundPlan

GERMAN_FREE_ROUNDS = 3
"""Under `german` the bids are free in the first three rounds."""


def is_restricted(
    plan: RoundPlan, *, round_number: int, scores: Sequence[int], dealer: int, spare_one_card: bool
) -> bool:
    """Whether the last bidder may not make the bids add up; `scores` are those before the deal."""
    if spare_one_card and plan.cards == 1:
        return False
    if plan.restriction == "notequal":
        return True
    if plan.restriction == "german":
        return round_number > GERMAN_FREE_ROUNDS
    if plan.restriction == "canadian":
        return all(score < scores[dealer] for seat, score in enumerate(scores) if seat != dealer)
    return False


def forbidden_bid(cards: int, others: Sequence[int]) -> int | None:
    """The bid by which the last bidder would make the bids add up; None where no bid would."""
    missing = cards - sum(others)
    return missing if 0 <= missing <= cards else None


def adds_up(cards: int, bids: Sequence[int]) -> bool:
    """Whether the bids add up to the number of cards."""
    return sum(bids) == cards
