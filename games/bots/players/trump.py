"""Names trump after a Wizard has been turned up: the suit with which the hand expects the most tricks."""

from games.bots.players.hand import chances_before_play
from games.bots.view import Sight, build_view


def choose_trump(sight: Sight) -> str:
    """Return the legal trump suit with the most expected tricks; ties go to the longest suit."""
    hand: list[str] = sight["hand"]

    def suit_strength(suit: str) -> tuple[float, int]:
        """Return the hand's expected tricks with `suit` as trump, and its number of cards of `suit`."""
        tricks = sum(chances_before_play(build_view(sight, trump=suit)).values())
        return tricks, sum(card[0] == suit for card in hand)

    legal: list[str] = sight["legal"]["suits"]
    return max(legal, key=suit_strength)
