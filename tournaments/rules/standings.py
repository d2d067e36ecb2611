"""Standings and the final list: computed from results each time, never counted up."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import lcm
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from tournaments.rules.lot import lot

T = TypeVar("T")


class Played(NamedTuple):
    """What an entrant made of one game."""

    entry: int
    stage: int
    points: Fraction
    score: int
    correct_bids: int
    rank: int
    table: int
    table_place: int = 0
    """The place at the table, never shared: the table's own ranking with its lot. 0: not known."""

    @property
    def merit(self) -> tuple[Fraction, int, int]:
        """Those at one table who have the same are told apart by lot alone."""
        return self.points, self.score, self.correct_bids


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
    """What puts it before the next: points, game_points, correct_bids, play_off or lot; None for the last."""

    @property
    def merit(self) -> tuple[Fraction, int, int]:
        """Those who have the same are told apart by lot alone."""
        return self.points, self.game_points, self.correct_bids


class BrokenTie(NamedTuple):
    """Where the desk put an entrant among those of an exact tie, and by what: play_off or lot."""

    position: int
    how: str


class KnockedOut(NamedTuple):
    """A stage after the preliminaries."""

    final: bool
    made: tuple[Played, ...]
    broken: Mapping[int, BrokenTie] = MappingProxyType({})
    """The ties at its tables that the desk broke."""


def standings(
    entries: Sequence[int],
    played: Iterable[Played],
    penalties: Iterable[Penalty],
    *,
    lot_seed: str,
    broken: Mapping[int, BrokenTie] = MappingProxyType({}),
) -> tuple[Standing, ...]:
    """The entries by points, then the sum of game points, then correct bids, then lot.

    The lot is that of the tournament between tables; those who tied at one table of their last stage keep the
    order that the table's own lot gave them. `broken`: ties that the desk broke.
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
    order = _in_table_order(order, lambda total: total.tie)
    order = in_broken_order(order, broken, lambda total: (total.entry, total.merit))
    decided = [_decided_by(above, below, broken) for above, below in pairwise(order)]
    return tuple(
        total.standing(place, unit, why) for place, (total, why) in enumerate(zip_longest(order, decided), 1)
    )


def final_ranking(
    preliminary: Sequence[int], rounds: Sequence[KnockedOut], *, lot_seed: str
) -> tuple[int, ...]:
    """All entries from the winner down.

    `preliminary`: the entries by the standings of the preliminaries; `rounds`: the later stages in order.
    Each is ranked by the last stage played: in the final by rank at the table (equal ones by lot), in a
    knock-out by its points, then the standings; those who tied at one table are in that table's order. Who
    played in none of them follows by the standings.
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
        games = _in_table_order(games, lambda game: ((game.table, game.merit), game.table_place))
    return [game.entry for game in games]


def placed_by_lot(
    ranking: Sequence[int],
    preliminary: Sequence[Standing],
    rounds: Sequence[KnockedOut],
    broken: Mapping[int, BrokenTie] = MappingProxyType({}),
) -> frozenset[int]:
    """Of a final list, those whom a lot alone put before or behind their neighbour.

    A play-off counts only in the stage that ranks both. `broken`: ties of the standings that the desk broke.
    """
    last = {game.entry: (number, game) for number, stage in enumerate(rounds) for game in stage.made}
    level = {line.entry: line.merit for line in preliminary if line.games}

    def is_lot(above: int, below: int) -> bool:
        level_before = above in level and level[above] == level.get(below)
        standings_tie = level_before and is_by_lot(above, below, broken)
        if above not in last and below not in last:
            return standings_tie
        if above not in last or below not in last or last[above][0] != last[below][0]:
            return False
        (number, one), (_, other) = last[above], last[below]
        if one.table == other.table and one.merit == other.merit:
            return is_by_lot(above, below, rounds[number].broken)
        return not rounds[number].final and one.points == other.points and standings_tie

    return frozenset(entry for pair in pairwise(ranking) if is_lot(*pair) for entry in pair)


def is_by_lot(above: int, below: int, broken: Mapping[int, BrokenTie]) -> bool:
    """Whether a lot told these two apart who are level: one that was drawn here, or by hand at the desk."""
    return _how(above, below, broken) == "lot"


def in_broken_order(
    items: list[T], broken: Mapping[int, BrokenTie], of: Callable[[T], tuple[int, Hashable]]
) -> list[T]:
    """The items, those of a broken tie in the order that the desk gave; `of`: an item's entry and merit."""

    def tie(item: T) -> tuple[Hashable, int]:
        entry, merit = of(item)
        return ((merit,), broken[entry].position) if entry in broken else (entry, 0)

    return _in_table_order(items, tie)


def _in_table_order(items: list[T], tie: Callable[[T], tuple[Hashable, int]]) -> list[T]:
    """The items, where those who share a tie take the places that they have together in their table's order.

    `tie`: what is the same for all of a tie, and the place at the table.
    """
    slots: defaultdict[Hashable, list[int]] = defaultdict(list)
    for slot, item in enumerate(items):
        slots[tie(item)[0]].append(slot)
    ordered = list(items)
    for shared in slots.values():
        by_place = sorted((items[slot] for slot in shared), key=lambda item: tie(item)[1])
        for slot, item in zip(shared, by_place, strict=True):
            ordered[slot] = item
    return ordered


class _Total:
    """An entry's sums while they are made; points in units of 1/`unit`."""

    __slots__ = ("correct_bids", "entry", "game_points", "games", "last", "penalty", "points", "stages")

    def __init__(self, entry: int) -> None:
        self.entry = entry
        self.points = self.penalty = self.game_points = self.correct_bids = self.games = 0
        self.stages: list[tuple[int, Fraction]] = []
        self.last: Played | None = None

    def add(self, game: Played, unit: int) -> None:
        self.points += _in(unit, game.points)
        self.game_points += game.score
        self.correct_bids += game.correct_bids
        self.games += 1
        self.stages.append((game.stage, game.points))
        if self.last is None or game.stage >= self.last.stage:
            self.last = game

    @property
    def merit(self) -> tuple[int, int, int]:
        """The smaller, the better."""
        return self.penalty - self.points, -self.game_points, -self.correct_bids

    @property
    def tie(self) -> tuple[Hashable, int]:
        """Those who are level in all, and were at one table of their last stage, and the place there."""
        if self.last is None:
            return self.entry, 0
        return (self.merit, self.last.stage, self.last.table, self.last.merit), self.last.table_place

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


def _decided_by(above: _Total, below: _Total, broken: Mapping[int, BrokenTie]) -> str:
    words = zip(("points", "game_points", "correct_bids"), above.merit, below.merit, strict=True)
    found = next((word for word, mine, theirs in words if mine != theirs), None)
    return found or _how(above.entry, below.entry, broken)


def _how(above: int, below: int, broken: Mapping[int, BrokenTie]) -> str:
    one, other = broken.get(above), broken.get(below)
    return one.how if one and other and one.how == other.how else "lot"
