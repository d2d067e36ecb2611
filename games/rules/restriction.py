"""In which rounds the bids must not add up to the number of cards (rules.md, "Bids")."""

from collections.abc import Sequence

from games.rules.options import RoundPlan

GERMAN_FREE_ROUNDS = 3
"""The number of rounds at the start of a game that the restriction `german` leaves unrestricted."""


def is_restricted(
    plan: RoundPlan, *, round_number: int, scores: Sequence[int], dealer: int, spare_one_card: bool
) -> bool:
    """Whether the bids of the planned round must not add up to its number of cards.

    `scores` are the scores before the round, by seat. With `spare_one_card`, rounds of one card are never
    restricted.
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

    Return None if no possible bid does so. `bids_so_far` are the bids of all other players.
    """
    missing = card_count - sum(bids_so_far)
    return missing if 0 <= missing <= card_count else None


def bids_add_up(card_count: int, bids: Sequence[int]) -> bool:
    """Whether the sum of the bids equals the number of cards."""
    return sum(bids) == card_count
