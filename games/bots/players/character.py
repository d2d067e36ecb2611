"""How honest a bot is; knows names and levels, no cards."""

from typing import NamedTuple
from zlib import crc32


class Character(NamedTuple):
    """How often a temptation wins, and how many points it must promise to be one."""

    word: str
    chance: float
    gain: float


HONEST = Character("honest", chance=0.0, gain=0.0)
TEMPTED = Character("tempted", chance=0.2, gain=6.0)
ROGUE = Character("rogue", chance=0.4, gain=4.0)
DRAWN = (HONEST, HONEST, TEMPTED, TEMPTED, ROGUE)
"""Out of five bots, on average."""


def character_of(name: str, level: str) -> Character:
    """The character of a bot: the same at every table, on every day and in every process."""
    return DRAWN[crc32(f"{level}:{name}".encode()) % len(DRAWN)]
