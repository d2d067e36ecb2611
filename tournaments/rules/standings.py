"""Standings and the final list: computed from results each time, never counted up."""

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import lcm
from typing import NamedTuple

from tournaments.rules.lot import lot


class Played(NamedTuple):
    """What an entrant made of one game."""

    entry: int
    stage: int
    points: Fraction
    score: int
    correct_bids: int
    rank: int
    table: int


class Penalty(NamedTuple):
    """Points that an entrant loses; a negative number gives them back."""

    entry: int
    points: Fraction


class Standing(NamedTuple):
    """A line of the standings."""

    place: int
    entry: int
    points: Fraction
    """Penalties are subtracted already."""
    penalty: Fraction
    game_points: int
    correct_bids: int
    games: int
    by_stage: tuple[tuple[int, Fraction], ...]
    """Points of each stage played, by its number."""
    decided_by: str | None
    """What puts it before the next: points, game_points, correct_bids or lot; None for the last."""


class KnockedOut(NamedTuple):
    """A stage after the preliminaries."""

    final: bool
    made: tuple[Played, ...]


def standings(
    entries: Sequence[int], played: Iterable[Played], penalties: Iterable[Penalty], *, lot_seed: str
) -> tuple[Standing, ...]:
    """The entries by points, then the sum of game points, then correct bids, then lot.

    Raises KeyError for a result or a penalty of somebody who is not among the entries.
    """
    played, penalties = tuple(played), tuple(penalties)
    # Whole numbers add and compare many times faster than fractions do.
    points = [*(game.points for game in played), *(penalty.points for penalty in penalties)]
    unit = lcm(*{number.denominator for number in points})
    totals = {entry: _Total(entry) for entry in entries}
    for game in played:
        totals[game.entry].add(game, unit)
    for penalty in penalties:
        totals[penalty.entry].penalty += _in(unit, penalty.points)
    order = sorted(totals.values(), key=lambda total: (total.merit, lot(lot_seed, total.entry)))
    decided = [_decided_by(above, below) for above, below in pairwise(order)]
    return tuple(
        total.standing(place, unit, why) for place, (total, why) in enumerate(zip_longest(order, decided), 1)
    )


def final_ranking(
    preliminary: Sequence[int], rounds: Sequence[KnockedOut], *, lot_seed: str
) -> tuple[int, ...]:
    """All entries from the winner down.

    `preliminary`: the entries by the standings of the preliminaries; `rounds`: the later stages in order.
    Each is ranked by the last stage played: in the final by rank at the table (equal ones by lot), in a
    knock-out by its points, then the standings. Who played in none of them follows by the standings.
    """
    place = {entry: number for number, entry in enumerate(preliminary)}
    ranking: list[int] = []
    for stage in reversed(rounds):
        ranking += _of_stage(stage, set(ranking), place, lot_seed)
    ranked = set(ranking)
    return (*ranking, *(entry for entry in preliminary if entry not in ranked))


def _of_stage(stage: KnockedOut, ranked: Collection[int], place: dict[int, int], lot_seed: str) -> list[int]:
    """Those whose last stage it was, best first."""
    games = [game for game in stage.made if game.entry not in ranked]
    if stage.final:
        games.sort(key=lambda game: (game.table, game.rank, lot(lot_seed, game.entry)))
    else:
        games.sort(key=lambda game: (-game.points, place.get(game.entry, len(place))))
    return [game.entry for game in games]


class _Total:
    """An entry's sums while they are made; points in units of 1/`unit`."""

    __slots__ = ("correct_bids", "entry", "game_points", "games", "penalty", "points", "stages")

    def __init__(self, entry: int) -> None:
        self.entry = entry
        self.points = self.penalty = self.game_points = self.correct_bids = self.games = 0
        self.stages: list[tuple[int, Fraction]] = []

    def add(self, game: Played, unit: int) -> None:
        self.points += _in(unit, game.points)
        self.game_points += game.score
        self.correct_bids += game.correct_bids
        self.games += 1
        self.stages.append((game.stage, game.points))

    @property
    def merit(self) -> tuple[int, int, int]:
        """The smaller, the better."""
        return self.penalty - self.points, -self.game_points, -self.correct_bids

    def standing(self, place: int, unit: int, decided_by: str | None) -> Standing:
        return Standing(
            place=place,
            entry=self.entry,
            points=Fraction(self.points - self.penalty, unit),
            penalty=Fraction(self.penalty, unit),
            game_points=self.game_points,
            correct_bids=self.correct_bids,
            games=self.games,
            by_stage=tuple(sorted(self.stages)),
            decided_by=decided_by,
        )


def _in(unit: int, points: Fraction) -> int:
    return points.numerator * (unit // points.denominator)


def _decided_by(above: _Total, below: _Total) -> str:
    words = zip(("points", "game_points", "correct_bids"), above.merit, below.merit, strict=True)
    return next((word for word, mine, theirs in words if mine != theirs), "lot")
