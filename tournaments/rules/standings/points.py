"""What a game at one table is worth: ranks, points for them, and who wins a knock-out table."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.rules.standings.lot import lot

USUAL = (45, 30, 20, 10, 5)
"""Points by rank as most tournaments give them."""
KINDS = ("rank", "zero_sum", "game")


class GameResult(NamedTuple):
    """How one seat came out; `entry` None: a bot that plays for nobody, whose points nobody gets."""

    entry: int | None
    score: int
    correct_bids: int


def ranks(results: Sequence[GameResult]) -> list[int]:
    """Each one's rank by score, then correct bids; who is equal in both shares a rank: 1, 1, 3, …"""
    return [1 + above for above in _above(results)]


def points_for(
    kind: str, results: Sequence[GameResult], table: Sequence[int | Fraction] = USUAL
) -> list[Fraction]:
    """Points of each at the table, by one of KINDS; raises ValueError for another."""
    if kind == "rank":
        return rank_points(results, table)
    if kind == "zero_sum":
        return zero_sum_points(results)
    if kind == "game":
        return game_points(results)
    raise ValueError(f"There are no points of the kind {kind!r}.")


def rank_points(results: Sequence[GameResult], table: Sequence[int | Fraction] = USUAL) -> list[Fraction]:
    """Points by rank; who shares ranks shares their points evenly. Ranks beyond the table are worth 0."""
    worth = [Fraction(points) for points in table] + [Fraction(0)] * len(results)
    equals = _equals(results)
    return [
        sum(worth[above : above + equal], Fraction(0)) / equal
        for above, equal in zip(_above(results), equals, strict=True)
    ]


def zero_sum_points(results: Sequence[GameResult]) -> list[Fraction]:
    """+1 for each who ranks below, −1 for each above: the whole table adds up to 0."""
    equals = _equals(results)
    return [
        Fraction(len(results) - above - equal - above)
        for above, equal in zip(_above(results), equals, strict=True)
    ]


def game_points(results: Sequence[GameResult]) -> list[Fraction]:
    """The game's own points."""
    return [Fraction(result.score) for result in results]


def winners(results: Sequence[GameResult], number: int, *, lot_seed: str) -> tuple[int, ...]:
    """The best so many entrants of a knock-out table, best first; equal ones by lot. Bots never go on."""
    there = [(result.entry, result) for result in results if result.entry is not None]
    there.sort(key=lambda seat: (-seat[1].score, -seat[1].correct_bids, lot(lot_seed, seat[0])))
    return tuple(entry for entry, _ in there[:number])


def _merit(result: GameResult) -> tuple[int, int]:
    return result.score, result.correct_bids


def _above(results: Sequence[GameResult]) -> list[int]:
    """How many are better than each."""
    merits = [_merit(result) for result in results]
    return [sum(other > merit for other in merits) for merit in merits]


def _equals(results: Sequence[GameResult]) -> list[int]:
    """How many are as good as each, itself included."""
    merits = [_merit(result) for result in results]
    return [merits.count(merit) for merit in merits]
