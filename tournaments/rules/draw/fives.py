"""Chooses which tables of a Swiss stage seat five: those whose players have had the fewest fives so far."""

from collections.abc import Sequence

from tournaments.rules.seating.costs import Player


def arrange_large_tables(sizes: Sequence[int], order: Sequence[Player]) -> list[int]:
    """Reorder the table sizes so that players who have often sat at a table of five get smaller tables.

    Return the reordered sizes. `order` lists the players in seating order: table 0 takes the first players,
    table 1 the next, and so on. The sizes keep their order if there are not exactly two different sizes, if
    no table has five seats or more, or if no player has sat at a table of five before.
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
    """Choose `large_table_count` large tables among tables 0 to `table`, as a step of dynamic programming.

    Choose the tables whose players have sat at the fewest tables of five before. Return the total number of
    these earlier tables of five and the numbers of the chosen tables, or None if no choice is possible.
    `cheapest_so_far[n]` is the result for n large tables among those before `table`. `earlier_fives[n]` is
    the total number of earlier tables of five of the first n players.
    """
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
