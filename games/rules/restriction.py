"""In which rounds the bids must not add up to the number of cards (rules.md, "Bids")."""

from collections.abc import Sequence

from games.rules.options import RoundPlan

GERMAN_FREE_ROUNDS = 3
"""The number of rounds at the start of a game that the restriction `german` leaves unrestricted."""


def is_restricted(
    plan: RoundPlan, *, round_number: int, scores: Sequence[int], dealer: int, spare_one_card: bool
) -> bool:
    """Return whether the bids in a planned round must not add up to its number of cards.

    Some rules depend on the round's number, or on whether the dealer alone has the highest score. If
    `spare_one_card` is set, rounds of one card are never restricted.
    """
    # The German championship plays rounds of one card without the restriction.
    if spare_one_card and plan.cards == 1:
        return False
    if plan.restriction == "notequal":
        return True
    if plan.restriction == "german":
        return round_number > GERMAN_FREE_ROUNDS
    if plan.restriction == "canadian":
        # Only a dealer who is the sole leader is restricted (the last variation in the U.S. rules sheet).
        return all(score < scores[dealer] for seat, score in enumerate(scores) if seat != dealer)
    return False


def forbidden_bid(card_count: int, bids_so_far: Sequence[int]) -> int | None:
    """Return the bid with which the last bidder would make all bids add up to the number of cards.

    In a restricted round, this bid is forbidden. Return None if no bid leads to this sum.
    """
    missing = card_count - sum(bids_so_far)
    return missing if 0 <= missing <= card_count else None


def bids_add_up(card_count: int, bids: Sequence[int]) -> bool:
    """Return whether the sum of the bids equals the number of cards."""
    return sum(bids) == card_count
