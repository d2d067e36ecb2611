"""Cheats, and verdicts on accusations (rules.md, "Cheating")."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from games.rules.cards import Card

VERDICTS = ("caught", "late", "wrong")
CAUGHT, LATE, WRONG = VERDICTS
SOURCES = ("light_sensor", "button", "mail")
"""How an accusation can be made."""
REWARD = 10
"""The points for the first to call a cheat; also the penalty for the cheater, and for failed accusations."""


class Cheat(NamedTuple):
    """A card played instead of the suit `owed`; `called_by` is the seat that called the cheat, if any."""

    trick: int
    seat: int
    card: Card
    owed: str
    called_by: int | None = None


class Accusation(NamedTuple):
    """A judged accusation, made when `after` cards of the round had been played."""

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
    """Return "wrong" if the accused seat has not cheated.

    Return "late" if all cheats of that seat have already been called (exposed), and otherwise "caught".
    """
    called = [cheat.called_by is not None for cheat in cheats if cheat.seat == accused]
    if not all(called):
        return CAUGHT
    return LATE if called else WRONG


def mark_called_cheats(cheats: Iterable[Cheat], accuser: int, accused: int) -> tuple[Cheat, ...]:
    """Return all cheats, with those of the accused seat marked as called (exposed) by the accuser.

    Cheats that a player called earlier stay unchanged.
    """
    return tuple(
        cheat._replace(called_by=accuser) if cheat.seat == accused and cheat.called_by is None else cheat
        for cheat in cheats
    )


def verdict_points(verdict: str) -> tuple[int, int]:
    """Return the points that the accuser and the accused get for this verdict; lost points are negative."""
    return (REWARD, -REWARD) if verdict == CAUGHT else (-REWARD, 0)
