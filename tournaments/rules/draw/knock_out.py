"""Assigns the tables of a knock-out stage by the standings, so that the best players meet late."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from tournaments.rules.errors import CannotSeat, cannot_fill_tables_message
from tournaments.rules.seating.costs import Pair


def assign_knock_out_tables(
    qualified: Sequence[int],
    sizes: Sequence[int],
    meetings: Mapping[Pair, int] | None = None,
    forbidden: Collection[Pair] = (),
) -> tuple[tuple[int, ...], ...]:
    """Assign qualified players to knock-out tables so that the best players first meet in a late stage.

    Return the player ids of each table. `qualified` has the ids of all players, best first. Forbidden pairs
    and pairs with earlier games (`meetings`) are kept apart where possible. Raise CannotSeat unless the
    players fill the tables exactly.
    """
    if sum(sizes) != len(qualified):
        raise CannotSeat(cannot_fill_tables_message(len(qualified), sum(sizes)))
    # In serpentine order: of 64 players at 16 tables, the best sits with the 32nd, the 33rd and the 64th.
    tables: list[list[int]] = [[] for _ in sizes]
    waiting = iter(qualified)
    for row in range(max(sizes, default=0)):
        open_tables = [number for number, size in enumerate(sizes) if row < size]
        for number in open_tables if row % 2 == 0 else reversed(open_tables):
            tables[number].append(next(waiting))
    _separate_heavy_pairs(tables, _pair_weights(meetings or {}, forbidden))
    return tuple(tuple(table) for table in tables)


def _pair_weights(meetings: Mapping[Pair, int], forbidden: Collection[Pair]) -> dict[Pair, int]:
    """Return a dict that maps pairs to weights: the higher the weight, the more a pair should be kept apart.

    A forbidden pair weighs more than all pairs of earlier opponents together. Other pairs are not in the
    dict.
    """
    # Earlier opponents weigh the square of the number of their games.
    weights = {pair: count**2 for pair, count in meetings.items()}
    more_than_all = 1 + sum(weights.values())
    return weights | dict.fromkeys(forbidden, more_than_all)


def _separate_heavy_pairs(tables: list[list[int]], weights: Mapping[Pair, int]) -> None:
    """Swap players between tables until no swap lowers the total weight of the pairs who share a table.

    `weights` says how important it is to keep each pair apart. Only players with the same index in the lists
    of their tables are swapped. The lists in `tables` are changed.
    """
    better = True
    # Each swap reduces the total weight of all tables, so this ends.
    while better:
        better = False
        for number, table in enumerate(tables):
            if _table_weight(table, weights) and (swap := _best_swap(tables, number, weights)):
                row, other = swap
                _swap_players_at(row, table, tables[other])
                better = True


def _best_swap(
    tables: list[list[int]], table_number: int, weights: Mapping[Pair, int]
) -> tuple[int, int] | None:
    """Find the swap between this table and another that most lowers the total weight of the two tables.

    The weight of a table is the total weight of all pairs who sit at that table. The two players to swap have
    the same index in the lists of their tables. Return this index and the number of the other table, or None
    if no swap lowers the weight. No swap is carried out.
    """
    table, found, best = tables[table_number], None, (0, 0, 0)
    for other, there in enumerate(tables):
        if other == table_number:
            continue
        before = _table_weight(table, weights) + _table_weight(there, weights)
        for row in range(min(len(table), len(there))):
            _swap_players_at(row, table, there)
            saved = before - _table_weight(table, weights) - _table_weight(there, weights)
            _swap_players_at(row, table, there)
            worth = (saved, -abs(other - table_number), row)
            if saved > 0 and (found is None or worth > best):
                found, best = (row, other), worth
    return found


def _swap_players_at(position: int, players: list[int], other_players: list[int]) -> None:
    """Swap the players at the index `position` in the lists of two tables. Both lists are changed."""
    players[position], other_players[position] = other_players[position], players[position]


def _table_weight(players: Sequence[int], weights: Mapping[Pair, int]) -> int:
    """Return the total weight of all pairs of players at one table."""
    return sum(weights.get(frozenset(pair), 0) for pair in combinations(players, 2))
