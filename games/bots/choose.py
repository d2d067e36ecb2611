"""The door of this room: a sight in, an action of the contract out; which bot answers to which level."""

import random
from collections.abc import Callable
from typing import Any

from games.bots.bid import choose_bid
from games.bots.cheat import choose_cheat
from games.bots.play import choose_card
from games.bots.trump import choose_trump
from games.bots.view import Sight

LEVELS = ("apprentice", "journeyman", "master")
Action = dict[str, Any]
Bot = Callable[[Sight, random.Random], Action | None]


def choose(sight: Sight, *, level: str, dice: random.Random) -> Action | None:
    """What the bot of `level` does on this sight of its own seat; None when there is nothing to do for it.

    Where cheating is possible, its character may win over its level. Raises KeyError for a level that is not
    one of LEVELS.
    """
    bot = _BOTS[level]
    cheat = choose_cheat(sight, level=level, dice=dice)
    return bot(sight, dice) if cheat is None else {"type": "play", "card": cheat}


def counting_bot(sight: Sight, dice: random.Random) -> Action | None:
    """Bids by counting likely tricks and plays to its bid; honest."""
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": choose_trump(sight)}
    if legal["bids"]:
        return {"type": "bid", "bid": choose_bid(sight)}
    if legal["cards"]:
        return {"type": "play", "card": choose_card(sight)}
    return None


_BOTS: dict[str, Bot] = dict.fromkeys(LEVELS, counting_bot)
"""The bot of each level; one answers to all until the others are written."""
