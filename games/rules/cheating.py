"""Cheats and verdicts on accusations (rules.md, "Cheating"); knows who is right, tells nobody."""

from collections.abc import Iterable
from typing import NamedTuple

from games.rules.cards import Card

CAUGHT, LATE, WRONG = "caught", "late", "wrong"
REWARD = 10
"""Points for the first who calls a cheat, and the price of being caught, late or wrong."""


class Cheat(NamedTuple):
    """A card that broke the duty to follow suit."""

    trick: int
    seat: int
    card: Card
    owed: str


class Accusation(NamedTuple):
    """A judged accusation; `after` counts the cards of the round that had been played."""

    accuser: int
    accused: int
    after: int
    source: str
    verdict: str
    accuser_points: int
    accused_points: int


def verdict(cheats: Iterable[Cheat], called: int, accused: int) -> str:
    """`caught`, `late` or `wrong`; `called` is how many cheats of the accused in this round are called already."""
    if sum(cheat.seat == accused for cheat in cheats) > called:
        return CAUGHT
    return LATE if called else WRONG


def verdict_points(outcome: str) -> tuple[int, int]:
    """The points of accuser and accused."""
    return (REWARD, -REWARD) if outcome == CAUGHT else (-REWARD, 0)
