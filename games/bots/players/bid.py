"""Bidding by the number of tricks that the hand is expected to take."""

from games.bots.players.hand import chances_before_play
from games.bots.view import Sight, build_view


def choose_bid(sight: Sight) -> int:
    """Return the legal bid nearest to the hand's expected number of tricks; ties go to the lower bid."""
    likely = sum(chances_before_play(build_view(sight)).values())
    legal: list[int] = sight["legal"]["bids"]
    return min(legal, key=lambda bid: (abs(bid - likely), bid))
