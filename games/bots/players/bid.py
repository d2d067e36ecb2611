"""Which bid the cards are worth; takes only what the rules allow."""

from games.bots.players.hand import chances_to_bid
from games.bots.view import Sight, view_of


def choose_bid(sight: Sight) -> int:
    """The legal bid nearest to the tricks that the hand is worth; of equally near ones the lower."""
    likely = sum(chances_to_bid(view_of(sight)).values())
    legal: list[int] = sight["legal"]["bids"]
    return min(legal, key=lambda bid: (abs(bid - likely), bid))
