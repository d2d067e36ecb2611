"""Bidding by the expected tricks of the hand."""

from games.bots.players.hand import chances_before_play
from games.bots.view import Sight, build_view


def choose_bid(sight: Sight) -> int:
    """Return the legal bid nearest to the expected tricks of the hand; of two equally near, the lower."""
    likely = sum(chances_before_play(build_view(sight)).values())
    legal: list[int] = sight["legal"]["bids"]
    return min(legal, key=lambda bid: (abs(bid - likely), bid))
