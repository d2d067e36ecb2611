"""Which bid promises the most points; takes only what the rules allow."""

from games.bots.hand import chances_to_bid
from games.bots.outcome import expected_points, spread
from games.bots.view import Sight, view_of


def choose_bid(sight: Sight) -> int:
    """The legal bid with the most points to expect."""
    view = view_of(sight)
    likely = spread(chances_to_bid(view).values())
    legal: list[int] = sight["legal"]["bids"]
    return max(legal, key=lambda bid: (expected_points(likely, bid), -bid))
