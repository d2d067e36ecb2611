"""The costs of a seating and their weights."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from core.sentence import Sentence
from tournaments.rules.errors import CannotSeat

Pair = frozenset[int]


class Player(NamedTuple):
    """A player to be seated."""

    id: int
    place: int
    """The place in the standings, from 1; in a first stage, any number."""
    nation: str = ""
    """The nation; empty if unknown."""
    fives: int = 0
    """The number of earlier tables of five."""
    dealt_first: int = 0
    """The number of earlier tables at which the player dealt first (seat 0)."""


class Costs(NamedTuple):
    """The weights of the costs. A repeated meeting outweighs all other costs together."""

    repeats: int = 100_000
    """The cost of a pair's second meeting; the third costs four times as much, the fourth nine times."""
    nations: int = 100
    """The cost of each pair of the same nation at a table."""
    fives: int = 4
    """The cost of sitting at a table of five for the second time; a third time costs four times as much."""
    dealt_first: int = 2
    """The cost of dealing first again, for each earlier time."""
    distance: int = 1
    """In a Swiss draw, the cost of each table by which a player is moved from the table that the standings
    alone would give them.
    """


class Breakdown(NamedTuple):
    """The weighted costs of a seating, one for each field of `Costs`.

    `forbidden` is not a cost, but the number of forbidden pairs at the same table.
    """

    forbidden: int = 0
    repeats: int = 0
    nations: int = 0
    fives: int = 0
    dealt_first: int = 0
    distance: int = 0

    @property
    def total(self) -> int:
        """The sum of all weighted costs of the seating. The number of forbidden pairs is not included."""
        return sum(self) - self.forbidden


def seating_costs(
    tables: Sequence[Sequence[int]],
    players: Sequence[Player],
    *,
    kind: str,
    meetings: Mapping[Pair, int],
    forbidden: Collection[Pair] = (),
    separate_nations: bool = False,
    costs: Costs | None = None,
) -> Breakdown:
    """Return the weighted costs of a seating, with one number for each cause, such as repeated meetings.

    `tables` has the player ids of each table, `meetings` the number of earlier games of each pair, and
    `costs` the weight of each cause (None means the default weights). Pairs of the same nation have a cost
    only if `separate_nations` is true. If `kind` is "swiss", players also have a cost for sitting away from
    the table that fits their place in the standings. Forbidden pairs are counted, but have no cost. Raise
    CannotSeat if a player at a table is not in `players`.
    """
    weigh = costs or Costs()
    by_id = {player.id: player for player in players}
    if strange := [id for table in tables for id in table if id not in by_id]:
        raise CannotSeat(Sentence("Somebody who is not in this stage has a seat."), strange)
    never = set(forbidden)
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    nations = (by_id[a].nation == by_id[b].nation != "" for a, b in pairs)
    return Breakdown(
        forbidden=sum(frozenset(pair) in never for pair in pairs),
        repeats=weigh.repeats * sum(meetings.get(frozenset(pair), 0) ** 2 for pair in pairs),
        nations=weigh.nations * sum(nations) if separate_nations else 0,
        fives=weigh.fives * sum(by_id[id].fives ** 2 for table in tables if len(table) >= 5 for id in table),
        # The player in the first seat deals first.
        dealt_first=weigh.dealt_first * sum(by_id[table[0]].dealt_first for table in tables if table),
        distance=weigh.distance * sum(_table_distances(tables, players)) if kind == "swiss" else 0,
    )


def repeated_pairs(tables: Sequence[Sequence[int]], meetings: Mapping[Pair, int]) -> list[tuple[int, int]]:
    """Return the pairs of player ids who sit at the same table and have met before."""
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return [pair for pair in pairs if meetings.get(frozenset(pair), 0)]


def sort_by_place(players: Sequence[Player]) -> list[Player]:
    """Return the players sorted by place in the standings, then by id."""
    return sorted(players, key=lambda player: (player.place, player.id))


def table_numbers_by_place(sizes: Sequence[int]) -> list[int]:
    """Return a list with the table number for each place in the standings, starting with the first place.

    The best players get table 0, the next best table 1, and so on.
    """
    # Tables of 4 and 3 give [0, 0, 0, 0, 1, 1, 1].
    return [table for table, size in enumerate(sizes) for _ in range(size)]


def _table_distances(tables: Sequence[Sequence[int]], players: Sequence[Player]) -> Iterator[int]:
    """Yield how many tables each player is away from the table that fits their place in the standings.

    `tables` has the player ids of each table.
    """
    home = table_numbers_by_place([len(table) for table in tables])
    seated = {id for table in tables for id in table}
    present = [player.id for player in sort_by_place(players) if player.id in seated]
    at_home = dict(zip(present, home, strict=False))
    return (abs(number - at_home[id]) for number, table in enumerate(tables) for id in table)
