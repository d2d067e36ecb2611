"""The ranks and tournament points of a game at one table, and the winners of a knock-out table."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.rules.standings.lot import lot_of_entry

USUAL_POINTS = (45, 30, 20, 10, 5)
"""The points for ranks 1 to 5 that most tournaments award."""
KINDS = ("rank", "zero_sum", "game")


class GameResult(NamedTuple):
    """The result of one seat; `entry` is an entry id, or None if the result counts for no entrant."""

    entry: int | None
    score: int
    correct_bids: int


def shared_ranks(results: Sequence[GameResult]) -> list[int]:
    """Return each result's rank by score, then correct bids.

    Equal results share a rank: if two share rank 1, the next result has rank 3.
    """
    return [1 + above for above in _count_better_results(results)]


def tournament_points(
    kind: str, results: Sequence[GameResult], points_table: Sequence[int | Fraction] = USUAL_POINTS
) -> list[Fraction]:
    """Return each result's tournament points.

    `kind` is "rank" (`points_table` has the points for each rank), "zero_sum" (the number of worse results
    minus that of better ones) or "game" (the score in the game). Raise ValueError for other kinds.
    """
    if kind == "rank":
        return rank_points(results, points_table)
    if kind == "zero_sum":
        return zero_sum_points(results)
    if kind == "game":
        return game_points(results)
    raise ValueError(f"There are no points of the kind {kind!r}.")


def rank_points(
    results: Sequence[GameResult], points_table: Sequence[int | Fraction] = USUAL_POINTS
) -> list[Fraction]:
    """Return each result's points by its rank. Tied results share the points of their ranks equally.

    `points_table` has the points for each rank, starting with rank 1. Ranks beyond its end get no points.
    """
    worth = [Fraction(points) for points in points_table] + [Fraction(0)] * len(results)
    equals = _count_equal_results(results)
    return [
        sum(worth[above : above + equal], Fraction(0)) / equal
        for above, equal in zip(_count_better_results(results), equals, strict=True)
    ]


def zero_sum_points(results: Sequence[GameResult]) -> list[Fraction]:
    """Return for each result the number of worse results at the table minus the number of better ones."""
    equals = _count_equal_results(results)
    return [
        Fraction(len(results) - above - equal - above)
        for above, equal in zip(_count_better_results(results), equals, strict=True)
    ]


def game_points(results: Sequence[GameResult]) -> list[Fraction]:
    """Return each result's score in the game, unchanged, as its tournament points."""
    return [Fraction(result.score) for result in results]


def table_winners(results: Sequence[GameResult], count: int, *, lot_seed: str) -> tuple[int, ...]:
    """Return the entry ids of the best `count` entrants of a knock-out table, best first.

    They are ordered by score, then correct bids, then by a lot that is computed from `lot_seed`.
    """
    there = [(result.entry, result) for result in results if result.entry is not None]
    there.sort(key=lambda seat: (-seat[1].score, -seat[1].correct_bids, lot_of_entry(lot_seed, seat[0])))
    return tuple(entry for entry, _ in there[:count])


def _result_merit(result: GameResult) -> tuple[int, int]:
    """Return the sort key of a result: its score and correct bids. Better results have higher keys."""
    return result.score, result.correct_bids


def _count_better_results(results: Sequence[GameResult]) -> list[int]:
    """Return, for each result, the number of better results."""
    merits = [_result_merit(result) for result in results]
    return [sum(other > merit for other in merits) for merit in merits]


def _count_equal_results(results: Sequence[GameResult]) -> list[int]:
    """Return, for each result, the number of equal results, including the result itself."""
    merits = [_result_merit(result) for result in results]
    return [merits.count(merit) for merit in merits]
