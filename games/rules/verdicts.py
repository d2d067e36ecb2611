"""Cheats and verdicts on accusations (rules.md, "Cheating"); knows who is right, tells nobody."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from games.rules.cards import Card

VERDICTS = ("caught", "late", "wrong")
CAUGHT, LATE, WRONG = VERDICTS
SOURCES = ("light_sensor", "button", "mail")
"""What an accusation can come from."""
REWARD = 10
"""Points for the first who calls a cheat, and the price of being caught, late or wrong."""


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
    lux: float | None
    sensed_at: str | None
    received_at: datetime


def judge_accusation(cheats: Iterable[Cheat], accused: int) -> str:
    """Return `caught`, `late` or `wrong`, by what the accused has done in this round so far."""
    called = [cheat.called_by is not None for cheat in cheats if cheat.seat == accused]
    if not all(called):
        return CAUGHT
    return LATE if called else WRONG


def mark_called_cheats(cheats: Iterable[Cheat], accuser: int, accused: int) -> tuple[Cheat, ...]:
    """Return the round's cheats after `accuser` has caught `accused`.

    All cheats of the accused so far count as called by the accuser, except those that somebody called before.
    """
    return tuple(
        cheat._replace(called_by=accuser) if cheat.seat == accused and cheat.called_by is None else cheat
        for cheat in cheats
    )


def verdict_points(outcome: str) -> tuple[int, int]:
    """Return the points that accuser and accused gain or lose by this verdict."""
    return (REWARD, -REWARD) if outcome == CAUGHT else (-REWARD, 0)
