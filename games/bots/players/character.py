"""A bot's honesty at cheating tables, derived from its name and level."""

from typing import NamedTuple
from zlib import crc32


class Character(NamedTuple):
    """A bot's chance to give in to a temptation, and the points that a card must gain to be tempting."""

    word: str
    chance: float
    gain: float


HONEST = Character("honest", chance=0.0, gain=0.0)
TEMPTED = Character("tempted", chance=0.2, gain=6.0)
ROGUE = Character("rogue", chance=0.4, gain=4.0)
DRAWN = (HONEST, HONEST, TEMPTED, TEMPTED, ROGUE)
"""The characters that bots can have, in their proportions."""


def bot_character(name: str, level: str) -> Character:
    """Return a bot's character (how readily it cheats), which depends only on its name and level."""
    # Not `hash`, which gives a different number for the same text in each process.
    return DRAWN[crc32(f"{level}:{name}".encode()) % len(DRAWN)]
