"""Entry point of the bots: a sight in, an action out, by level."""

import random
from collections.abc import Callable

from games.bots.players.apprentice import apprentice
from games.bots.players.cheat import choose_cheat
from games.bots.players.journeyman import journeyman
from games.bots.players.master import master
from games.bots.view import Action, Sight

LEVELS = ("apprentice", "journeyman", "master")
SLOW = "master"
"""The level whose search takes so long that it must not run in a process that serves players."""
Bot = Callable[[Sight, random.Random], Action | None]


def choose(
    sight: Sight, *, level: str, rng: random.Random, effort: float = 1.0, honest: bool = False
) -> Action | None:
    """What the bot of `level` does on this sight of its own seat; None when there is nothing to do for it.

    Where cheating is possible, its character may win over its level, unless it has to be `honest` because it
    moves for somebody else. With the round's `tricks` in the sight (`games.rules.sight.memory`) a Master
    remembers them; it looks at `effort` times the usual number of deals.
    Raises KeyError for a level that is not one of LEVELS.
    """
    bot = _BOTS[level]
    cheat = None if honest else choose_cheat(sight, level=level, rng=rng)
    if cheat is not None:
        return {"type": "play", "card": cheat}
    return master(sight, rng, effort=effort) if level == SLOW else bot(sight, rng)


def simplest_action(sight: Sight) -> Action | None:
    """Return the first legal action, without search, so that nobody waits for a bot that failed; None if
    none.
    """
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": legal["suits"][0]}
    if legal["bids"]:
        return {"type": "bid", "bid": legal["bids"][0]}
    return {"type": "play", "card": legal["cards"][0]} if legal["cards"] else None


_BOTS: dict[str, Bot] = dict(zip(LEVELS, (apprentice, journeyman, master), strict=True))
