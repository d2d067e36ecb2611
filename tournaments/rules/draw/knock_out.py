"""The tables of a knock-out stage: seeded by the standings, so that the best meet as late as they can."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from tournaments.rules.errors import CannotSeat
from tournaments.rules.seating.costs import Pair


def knock_out_tables(
    qualified: Sequence[int],
    sizes: Sequence[int],
    meetings: Mapping[Pair, int] | None = None,
    forbidden: Collection[Pair] = (),
) -> tuple[tuple[int, ...], ...]:
    """The players of each table, best placed first; `qualified` by standing.

    They go along the tables and back: of 64 the best sits with the 32nd, the 33rd and the 64th. Who has met
    before changes places with players of the same rank at other tables, the nearest and the weakest first;
    who is forbidden to meet does so before all others.
    Raises CannotSeat where the sizes do not add up to the players.
    """
    if sum(sizes) != len(qualified):
        raise CannotSeat(f"{len(qualified)} players cannot fill tables with {sum(sizes)} seats.")
    tables: list[list[int]] = [[] for _ in sizes]
    waiting = iter(qualified)
    for row in range(max(sizes, default=0)):
        open_tables = [number for number, size in enumerate(sizes) if row < size]
        for number in open_tables if row % 2 == 0 else reversed(open_tables):
            tables[number].append(next(waiting))
    _part(tables, _weights(meetings or {}, forbidden))
    return tuple(tuple(table) for table in tables)


def _weights(meetings: Mapping[Pair, int], forbidden: Collection[Pair]) -> dict[Pair, int]:
    """What a pair at one table weighs: its meetings as in a cost of seats; a forbidden one outweighs all."""
    weights = {pair: count**2 for pair, count in meetings.items()}
    more_than_all = 1 + sum(weights.values())
    return weights | dict.fromkeys(forbidden, more_than_all)


def _part(tables: list[list[int]], weights: Mapping[Pair, int]) -> None:
    """Swap players of one rank as long as a swap makes what pairs weigh less."""
    better = True
    while better:
        better = False
        for number, table in enumerate(tables):
            if _weight(table, weights) and (swap := _best_swap(tables, number, weights)):
                row, other = swap
                _swap(table, tables[other], row)
                better = True


def _best_swap(tables: list[list[int]], number: int, weights: Mapping[Pair, int]) -> tuple[int, int] | None:
    """The rank and the other table of the swap that saves most; None if no swap saves anything."""
    table, found, best = tables[number], None, (0, 0, 0)
    for other, there in enumerate(tables):
        if other == number:
            continue
        before = _weight(table, weights) + _weight(there, weights)
        for row in range(min(len(table), len(there))):
            _swap(table, there, row)
            saved = before - _weight(table, weights) - _weight(there, weights)
            _swap(table, there, row)
            worth = (saved, -abs(other - number), row)
            if saved > 0 and (found is None or worth > best):
                found, best = (row, other), worth
    return found


def _swap(one: list[int], other: list[int], row: int) -> None:
    one[row], other[row] = other[row], one[row]


def _weight(table: Sequence[int], weights: Mapping[Pair, int]) -> int:
    return sum(weights.get(frozenset(pair), 0) for pair in combinations(table, 2))
