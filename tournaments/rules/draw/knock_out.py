"""The tables of a knock-out stage, seeded by the standings so that the best players meet late."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from tournaments.rules.errors import CannotSeat, cannot_fill_tables_message
from tournaments.rules.seating.costs import Pair


def knock_out_tables(
    qualified: Sequence[int],
    sizes: Sequence[int],
    meetings: Mapping[Pair, int] | None = None,
    forbidden: Collection[Pair] = (),
) -> tuple[tuple[int, ...], ...]:
    """Return the player ids of each table, best placed first; `qualified` is in the order of the standings.

    The players are dealt out along the tables and back: of 64 players, the best sits with the 32nd, the 33rd
    and the 64th. Forbidden pairs, and then pairs who have met, are separated by swaps with players of the
    same rank at other tables. Raises CannotSeat if the sizes do not add up to the number of players.
    """
    if sum(sizes) != len(qualified):
        raise CannotSeat(cannot_fill_tables_message(len(qualified), sum(sizes)))
    tables: list[list[int]] = [[] for _ in sizes]
    waiting = iter(qualified)
    for row in range(max(sizes, default=0)):
        open_tables = [number for number, size in enumerate(sizes) if row < size]
        for number in open_tables if row % 2 == 0 else reversed(open_tables):
            tables[number].append(next(waiting))
    _separate_costly_pairs(tables, _pair_weights(meetings or {}, forbidden))
    return tuple(tuple(table) for table in tables)


def _pair_weights(meetings: Mapping[Pair, int], forbidden: Collection[Pair]) -> dict[Pair, int]:
    """Return the cost of seating each pair together: the square of the number of times they have met.

    A forbidden pair costs more than all other pairs together.
    """
    weights = {pair: count**2 for pair, count in meetings.items()}
    more_than_all = 1 + sum(weights.values())
    return weights | dict.fromkeys(forbidden, more_than_all)


def _separate_costly_pairs(tables: list[list[int]], weights: Mapping[Pair, int]) -> None:
    """Swap players of equal rank between tables, in place, until no swap reduces the total pair weight."""
    better = True
    # Each swap lowers the weight of all tables together, so this ends.
    while better:
        better = False
        for number, table in enumerate(tables):
            if _table_weight(table, weights) and (swap := _best_swap(tables, number, weights)):
                row, other = swap
                _swap_players_of_rank(table, tables[other], row)
                better = True


def _best_swap(
    tables: list[list[int]], table_number: int, weights: Mapping[Pair, int]
) -> tuple[int, int] | None:
    """Return the swap that most reduces the total pair weight, as a tuple (rank, other table number).

    Return None if no swap reduces it. Of equally good swaps, prefer the one with the nearest table, and
    then the one of the weakest rank.
    """
    table, found, best = tables[table_number], None, (0, 0, 0)
    for other, there in enumerate(tables):
        if other == table_number:
            continue
        before = _table_weight(table, weights) + _table_weight(there, weights)
        for row in range(min(len(table), len(there))):
            _swap_players_of_rank(table, there, row)
            saved = before - _table_weight(table, weights) - _table_weight(there, weights)
            _swap_players_of_rank(table, there, row)
            worth = (saved, -abs(other - table_number), row)
            if saved > 0 and (found is None or worth > best):
                found, best = (row, other), worth
    return found


def _swap_players_of_rank(table: list[int], other_table: list[int], rank: int) -> None:
    """Swap the players at this rank between two tables, in place."""
    table[rank], other_table[rank] = other_table[rank], table[rank]


def _table_weight(table: Sequence[int], weights: Mapping[Pair, int]) -> int:
    """Return the total weight of all pairs of players at a table."""
    return sum(weights.get(frozenset(pair), 0) for pair in combinations(table, 2))
