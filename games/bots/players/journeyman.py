"""The Journeyman estimates each card's chance of taking a trick, bids the sum, and plays to meet its bid."""

import random

from games.bots.players.bid import choose_bid
from games.bots.players.play import choose_card
from games.bots.players.trump import choose_trump
from games.bots.view import Action, Sight


def choose_as_journeyman(sight: Sight, rng: random.Random) -> Action | None:
    """Return the action that the middle bot level chooses, or None if there is nothing to decide.

    The choice is deterministic: `rng` is not used.
    """
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": choose_trump(sight)}
    if legal["bids"]:
        return {"type": "bid", "bid": choose_bid(sight)}
    if legal["cards"]:
        return {"type": "play", "card": choose_card(sight)}
    return None
