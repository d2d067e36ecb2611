"""Chooses which tables of a Swiss stage seat five: those whose players have had the fewest fives so far."""

from collections.abc import Sequence

from tournaments.rules.seating.costs import Player


def arrange_large_tables(sizes: Sequence[int], order: Sequence[Player]) -> list[int]:
    """Return the table sizes, reordered to spare players who have often sat at a table of five.

    Players fill the tables in the sequence `order`. The sizes stay as they are unless there are exactly two
    different sizes, the larger of them at least five.
    """
    large = max(sizes)
    if min(sizes) == large or large < 5 or not any(player.fives for player in order):
        return list(sizes)
    small = min(sizes)
    before = [0]
    for player in order:
        before.append(before[-1] + player.fives)
    number = sum(size == large for size in sizes)
    if set(sizes) != {small, large}:
        return list(sizes)
    # best[k]: the smallest sum of earlier fives with k large tables so far, and the numbers of these tables.
    best: list[tuple[int, tuple[int, ...]] | None] = [(0, ()), *([None] * number)]
    for table in range(len(sizes)):
        best = [_choose_large_tables(best, table, fives, before, small, large) for fives in range(number + 1)]
    found = best[number]
    assert found is not None
    return [large if table in found[1] else small for table in range(len(sizes))]


def _choose_large_tables(
    cheapest_so_far: list[tuple[int, tuple[int, ...]] | None],
    table: int,
    large_table_count: int,
    earlier_fives: list[int],
    small_size: int,
    large_size: int,
) -> tuple[int, tuple[int, ...]] | None:
    """Choose the `large_table_count` tables from 0 to `table` that are cheapest to make large.

    Return the cost and these tables' numbers, or None if impossible. `cheapest_so_far[n]` is the result for n
    large tables before `table`; `earlier_fives[n]` counts the earlier tables of five of the first n players.
    """
    # The cost is how often the players at large tables have sat at a table of five before.
    choices = []
    if (stays := cheapest_so_far[large_table_count]) is not None:
        choices.append(stays)
    if large_table_count and (last := cheapest_so_far[large_table_count - 1]) is not None:
        # The number of players who sit at the tables above this one.
        first = table * small_size + (large_table_count - 1) * (large_size - small_size)
        if first + large_size < len(earlier_fives):
            trouble = last[0] + earlier_fives[first + large_size] - earlier_fives[first]
            choices.append((trouble, (*last[1], table)))
    return min(choices, default=None)
