"""What a seating costs: the weights, and the cost of one seating by kind, as the console shows it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from tournaments.rules.errors import CannotSeat

Pair = frozenset[int]


class Player(NamedTuple):
    """A player to be seated."""

    id: int
    place: int
    """In the standings, from 1; in a first stage any order will do."""
    nation: str = ""
    """Empty: belongs to nobody's."""
    fives: int = 0
    """The number of earlier tables of five."""
    dealt_first: int = 0
    """The number of earlier tables at which the player dealt first (seat 0)."""


class Costs(NamedTuple):
    """What each kind of trouble weighs. A repeated meeting outweighs all the others of a seating."""

    repeats: int = 100_000
    """A pair that met once meets again; four times that if it met twice, nine times if thrice."""
    nations: int = 100
    """A pair of one nation at a table."""
    fives: int = 4
    """Sitting at a five again: worth four tables away from the standings; a third time four times that."""
    dealt_first: int = 2
    """Dealing first, for each time before."""
    distance: int = 1
    """Each table that a player sits away from where the standings put them (Swiss)."""


class Breakdown(NamedTuple):
    """A seating's cost by kind, weights included; `forbidden` counts pairs and is no cost but a fault."""

    forbidden: int = 0
    repeats: int = 0
    nations: int = 0
    fives: int = 0
    dealt_first: int = 0
    distance: int = 0

    @property
    def total(self) -> int:
        """The sum of all kinds."""
        return sum(self) - self.forbidden


def cost_of(
    tables: Sequence[Sequence[int]],
    players: Sequence[Player],
    *,
    kind: str,
    meetings: Mapping[Pair, int],
    forbidden: Collection[Pair] = (),
    separate_nations: bool = False,
    costs: Costs | None = None,
) -> Breakdown:
    """What these tables (player ids by seat) cost: what a swap by hand changes is seen by asking twice."""
    weigh = costs or Costs()
    by_id = {player.id: player for player in players}
    if strange := [id for table in tables for id in table if id not in by_id]:
        raise CannotSeat("Somebody who is not in this stage has a seat.", strange)
    never = set(forbidden)
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    nations = (by_id[a].nation == by_id[b].nation != "" for a, b in pairs)
    return Breakdown(
        forbidden=sum(frozenset(pair) in never for pair in pairs),
        repeats=weigh.repeats * sum(meetings.get(frozenset(pair), 0) ** 2 for pair in pairs),
        nations=weigh.nations * sum(nations) if separate_nations else 0,
        fives=weigh.fives * sum(by_id[id].fives ** 2 for table in tables if len(table) >= 5 for id in table),
        dealt_first=weigh.dealt_first * sum(by_id[table[0]].dealt_first for table in tables if table),
        distance=weigh.distance * sum(_distances(tables, players)) if kind == "swiss" else 0,
    )


def repeated(tables: Sequence[Sequence[int]], meetings: Mapping[Pair, int]) -> list[tuple[int, int]]:
    """The pairs that meet again."""
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return [pair for pair in pairs if meetings.get(frozenset(pair), 0)]


def in_order(players: Sequence[Player]) -> list[Player]:
    """The players by their places."""
    return sorted(players, key=lambda player: (player.place, player.id))


def homes(sizes: Sequence[int]) -> list[int]:
    """For each place, from the first, the table where the standings alone would put it."""
    return [table for table, size in enumerate(sizes) for _ in range(size)]


def _distances(tables: Sequence[Sequence[int]], players: Sequence[Player]) -> Iterator[int]:
    """How many tables each player sits away from where the standings put them."""
    home = homes([len(table) for table in tables])
    seated = {id for table in tables for id in table}
    present = [player.id for player in in_order(players) if player.id in seated]
    at_home = dict(zip(present, home, strict=False))
    return (abs(number - at_home[id]) for number, table in enumerate(tables) for id in table)
