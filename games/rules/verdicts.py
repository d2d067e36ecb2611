"""Cheats, and verdicts on accusations (rules.md, "Cheating")."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from games.rules.cards import Card

VERDICTS = ("caught", "late", "wrong")
CAUGHT, LATE, WRONG = VERDICTS
SOURCES = ("light_sensor", "button", "mail")
"""What an accusation can come from."""
REWARD = 10
"""Points for being the first to call a cheat; also the penalty for being caught, late or wrong."""


class Cheat(NamedTuple):
    """A card that broke the duty to follow suit; `called_by` is the seat that called it, if anyone did."""

    trick: int
    seat: int
    card: Card
    owed: str
    called_by: int | None = None


class Accusation(NamedTuple):
    """A judged accusation; `after` counts the cards of the round that had been played."""

    accuser: int
    accused: int
    after: int
    source: str
    verdict: str
    accuser_points: int
    accused_points: int
    lux: int | float | None
    sensed_at: str | None
    received_at: datetime


def judge_accusation(cheats: Iterable[Cheat], accused: int) -> str:
    """Return the verdict on accusing the seat `accused`, given the cheats of the round so far.

    It is `caught` if the accused has a cheat that nobody has called yet, `late` if all of their cheats have
    been called already, and `wrong` if they have not cheated.
    """
    called = [cheat.called_by is not None for cheat in cheats if cheat.seat == accused]
    if not all(called):
        return CAUGHT
    return LATE if called else WRONG


def mark_called_cheats(cheats: Iterable[Cheat], accuser: int, accused: int) -> tuple[Cheat, ...]:
    """Return the round's cheats after `accuser` has caught `accused`.

    Cheats of the accused that nobody had called before are now marked as called by the accuser.
    """
    return tuple(
        cheat._replace(called_by=accuser) if cheat.seat == accused and cheat.called_by is None else cheat
        for cheat in cheats
    )


def verdict_points(verdict: str) -> tuple[int, int]:
    """Return the points that the accuser and the accused gain, or lose if negative, with this verdict."""
    return (REWARD, -REWARD) if verdict == CAUGHT else (-REWARD, 0)
