"""Entry point of the bots: chooses a bot's action from its level and its seat's view of the table (sight)."""

import random
from collections.abc import Callable

from games.bots.players.apprentice import choose_as_apprentice
from games.bots.players.cheat import choose_cheat
from games.bots.players.claim import choose_claim
from games.bots.players.journeyman import choose_as_journeyman
from games.bots.players.master import choose_as_master
from games.bots.view import Action, Sight

LEVELS = ("apprentice", "journeyman", "master")
SLOW = "master"
"""The level whose search takes so long that it must not run in a process that serves players."""
Bot = Callable[[Sight, random.Random], Action | None]


def choose_action(
    sight: Sight, *, level: str, rng: random.Random, effort: float = 1.0, honest: bool = False
) -> Action | None:
    """Return a bot's next action from its view of the table, or None if there is nothing to decide.

    If `honest` is true, the bot never cheats, and never claims all or none of the remaining tricks. `effort`
    multiplies the number of random deals that the level "master" tries. Raise KeyError if `level` is unknown.
    """
    # The bot remembers earlier tricks only if the sight contains `tricks` (see `games.rules.sight.memory`).
    bot = _BOTS[level]
    # A bot that plays for an absent player must be honest: it never cheats and never claims.
    cheat = None if honest else choose_cheat(sight, level=level, rng=rng)
    if cheat is not None:
        return {"type": "play", "card": cheat}
    claim = None if honest else choose_claim(sight)
    if claim is not None:
        return claim
    return choose_as_master(sight, rng, effort=effort) if level == SLOW else bot(sight, rng)


def first_legal_action(sight: Sight) -> Action | None:
    """Return the first legal trump suit, bid or card as an action, or None if there is nothing to decide."""
    # This replaces a bot's own choice if the bot has failed to make one.
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": legal["suits"][0]}
    if legal["bids"]:
        return {"type": "bid", "bid": legal["bids"][0]}
    return {"type": "play", "card": legal["cards"][0]} if legal["cards"] else None


_BOTS: dict[str, Bot] = dict(
    zip(LEVELS, (choose_as_apprentice, choose_as_journeyman, choose_as_master), strict=True)
)
