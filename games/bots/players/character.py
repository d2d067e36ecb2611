"""A bot's honesty at cheating tables, derived from its name and level."""

from typing import NamedTuple
from zlib import crc32


class Character(NamedTuple):
    """The chance to give in to a temptation, and the points that a card must gain to be one."""

    word: str
    chance: float
    gain: float


HONEST = Character("honest", chance=0.0, gain=0.0)
TEMPTED = Character("tempted", chance=0.2, gain=6.0)
ROGUE = Character("rogue", chance=0.4, gain=4.0)
DRAWN = (HONEST, HONEST, TEMPTED, TEMPTED, ROGUE)
"""The characters that are drawn from, in their proportions."""


def character_of(name: str, level: str) -> Character:
    """Return a bot's character: the same at every table, on every day and in every process."""
    return DRAWN[crc32(f"{level}:{name}".encode()) % len(DRAWN)]
