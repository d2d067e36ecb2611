"""Standings, which are always computed from the results and never updated step by step."""

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import lcm
from typing import NamedTuple

from tournaments.rules.standings.broken_ties import (
    BrokenTies,
    find_tie_break,
    sort_by_ties,
    sort_ties_by_table_place,
)
from tournaments.rules.standings.lot import lot_of_entry


class StageScore(NamedTuple):
    """An entrant's score in a game of a stage."""

    entry: int
    stage: int
    points: Fraction
    score: int
    correct_bids: int
    rank: int
    table: int
    table_place: int = 0
    """The place at the table, never shared because the table's lot breaks ties; 0 if unknown."""

    @property
    def merit(self) -> tuple[Fraction, int, int]:
        """A sort key of points, game score and correct bids. Higher is better, and equal keys mean a tie."""
        return self.points, self.score, self.correct_bids


class Deduction(NamedTuple):
    """Points that an entrant loses; a negative number gives points back."""

    entry: int
    points: Fraction


class Standing(NamedTuple):
    """A row of the standings."""

    place: int
    entry: int
    points: Fraction
    """Points, with penalties subtracted."""
    penalty: Fraction
    game_points: int
    correct_bids: int
    games: int
    by_stage: tuple[tuple[int, Fraction], ...]
    """A tuple (stage number, points) for each stage played."""
    decided_by: str | None
    """What separates the row from the next: `points`, `game_points`, `correct_bids`, `play_off` or `lot`.

    None for the last row.
    """

    @property
    def merit(self) -> tuple[Fraction, int, int]:
        """A sort key of points, game points and correct bids. Higher is better, and equal keys mean a tie."""
        return self.points, self.game_points, self.correct_bids


def compute_standings(
    entries: Sequence[int],
    scores: Iterable[StageScore],
    penalties: Iterable[Deduction],
    *,
    lot_seed: str,
    broken_ties: BrokenTies = (),
) -> tuple[Standing, ...]:
    """Return the standings: the entrants ranked by points, then game points, then correct bids.

    `entries` has the entry ids, `scores` the entrants' results, and `penalties` the points to subtract. Ties
    are broken by the play-offs and organisers' decisions in `broken_ties`. Otherwise, tied entrants whose
    last game was at the same table and who had equal results there keep their order at that table. All others
    are ordered by lots, which are computed from `lot_seed`.
    """
    scores, penalties = tuple(scores), tuple(penalties)
    # Whole numbers add and compare many times faster than fractions do.
    points = [*(game.points for game in scores), *(penalty.points for penalty in penalties)]
    units_per_point = lcm(*{number.denominator for number in points})
    totals = {entry: _Total(entry) for entry in entries}
    for game in scores:
        totals[game.entry].add(game, units_per_point)
    for penalty in penalties:
        totals[penalty.entry].penalty += _count_point_units(units_per_point, penalty.points)
    order = sorted(totals.values(), key=lambda total: (total.sort_key, lot_of_entry(lot_seed, total.entry)))
    # Before the broken ties: a play-off or the organisers' decision overrides the lot of a table.
    order = sort_ties_by_table_place(order, lambda total: total.tie_and_place)
    order = sort_by_ties(order, broken_ties, lambda total: (total.entry, total.sort_key))
    decided = [_find_deciding_criterion(above, below, broken_ties) for above, below in pairwise(order)]
    return tuple(
        total.to_standing(place, units_per_point, why)
        for place, (total, why) in enumerate(zip_longest(order, decided), 1)
    )


class _Total:
    """The running totals of an entrant; `points` and `penalty` are in units, `units_per_point` to a point."""

    __slots__ = ("correct_bids", "entry", "game_points", "games", "last", "penalty", "points", "stages")

    def __init__(self, entry: int) -> None:
        """Start an entrant's totals at zero; `entry` is the entry id."""
        self.entry = entry
        self.points = self.penalty = self.game_points = self.correct_bids = self.games = 0
        self.stages: list[tuple[int, Fraction]] = []
        self.last: StageScore | None = None

    def add(self, game: StageScore, units_per_point: int) -> None:
        """Add the score of one game to the totals.

        The points are stored as a whole number of units, with `units_per_point` units to a point.
        """
        self.points += _count_point_units(units_per_point, game.points)
        self.game_points += game.score
        self.correct_bids += game.correct_bids
        self.games += 1
        self.stages.append((game.stage, game.points))
        if self.last is None or game.stage >= self.last.stage:
            self.last = game

    @property
    def sort_key(self) -> tuple[int, int, int]:
        """A key of points minus penalties, game points and correct bids.

        Sorting by this key puts the best entrant first. Equal keys mean a tie.
        """
        return self.penalty - self.points, -self.game_points, -self.correct_bids

    @property
    def tie_and_place(self) -> tuple[Hashable, int]:
        """A key for ties, and the entrant's place at their last table.

        Entrants have equal keys if they have equal totals and had equal results at the same last table.
        """
        if self.last is None:
            return self.entry, 0
        return (self.sort_key, self.last.stage, self.last.table, self.last.merit), self.last.table_place

    def to_standing(self, place: int, units_per_point: int, decided_by: str | None) -> Standing:
        """Return the entrant's row of the standings.

        `units_per_point` is the number that was passed to `add`. `decided_by` says why the entrant ranks
        above the next one, and is None for the last entrant.
        """
        return Standing(
            place=place,
            entry=self.entry,
            points=Fraction(self.points - self.penalty, units_per_point),
            penalty=Fraction(self.penalty, units_per_point),
            game_points=self.game_points,
            correct_bids=self.correct_bids,
            games=self.games,
            by_stage=tuple(sorted(self.stages)),
            decided_by=decided_by,
        )


def _count_point_units(units_per_point: int, points: Fraction) -> int:
    """Convert points to a whole number of units, with `units_per_point` units to a point.

    `units_per_point` must be a multiple of the denominator of `points`.
    """
    return points.numerator * (units_per_point // points.denominator)


def _find_deciding_criterion(above: _Total, below: _Total, broken_ties: BrokenTies) -> str:
    """Return what ranks `above` over `below`: points, game_points, correct_bids, play_off or lot.

    `broken_ties` has the ties that play-offs or the organisers have broken.
    """
    words = zip(("points", "game_points", "correct_bids"), above.sort_key, below.sort_key, strict=True)
    found = next((word for word, mine, theirs in words if mine != theirs), None)
    return found or find_tie_break(above.entry, below.entry, broken_ties)
