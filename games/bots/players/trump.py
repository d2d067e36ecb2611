"""Names trump after a turned Wizard: the suit with which the hand takes the most tricks."""

from games.bots.players.hand import chances_to_bid
from games.bots.view import Sight, view_of


def choose_trump(sight: Sight) -> str:
    """Return the legal suit that makes the hand strongest; of equal ones the longest."""
    hand: list[str] = sight["hand"]

    def worth(suit: str) -> tuple[float, int]:
        tricks = sum(chances_to_bid(view_of(sight, trump=suit)).values())
        return tricks, sum(card[0] == suit for card in hand)

    legal: list[str] = sight["legal"]["suits"]
    return max(legal, key=worth)
