"""A bot's honesty at cheating tables, derived from its name and level."""

from typing import NamedTuple
from zlib import crc32


class Character(NamedTuple):
    """How readily a bot cheats."""

    word: str
    """The character's name."""
    chance: float
    """The probability that the bot gives in to a temptation."""
    gain: float
    """The minimum gain in expected points at which an illegal card is tempting."""


HONEST = Character("honest", chance=0.0, gain=0.0)
TEMPTED = Character("tempted", chance=0.2, gain=6.0)
ROGUE = Character("rogue", chance=0.4, gain=4.0)
DRAWN = (HONEST, HONEST, TEMPTED, TEMPTED, ROGUE)
"""The characters that bots can have, repeated according to their frequency."""


def bot_character(name: str, level: str) -> Character:
    """Return a bot's character, which says how readily the bot cheats.

    A bot with the same name and level always has the same character.
    """
    # Not `hash`, which gives a different number for the same string in each process.
    return DRAWN[crc32(f"{level}:{name}".encode()) % len(DRAWN)]
