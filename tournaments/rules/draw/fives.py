"""Chooses which tables of a Swiss stage seat five: those whose players have had the fewest fives so far."""

from collections.abc import Sequence

from tournaments.rules.seating.costs import Player


def order_sizes_by_fives(sizes: Sequence[int], order: Sequence[Player]) -> list[int]:
    """Return the table sizes, ordered so that large tables go to players who have sat at the fewest fives.

    `order` has the players in the order of the standings, which is how they fill the tables. Returns `sizes`
    unchanged if there are not exactly two different sizes, or if there is nothing to choose.
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
    # best[k]: the least sum of earlier fives with k large tables so far, and which tables those are.
    best: list[tuple[int, tuple[int, ...]] | None] = [(0, ()), *([None] * number)]
    for table in range(len(sizes)):
        best = [_cheaper_option(best, table, fives, before, small, large) for fives in range(number + 1)]
    found = best[number]
    assert found is not None
    return [large if table in found[1] else small for table in range(len(sizes))]


def _cheaper_option(
    cheapest_so_far: list[tuple[int, tuple[int, ...]] | None],
    table: int,
    large_table_count: int,
    earlier_fives: list[int],
    small_size: int,
    large_size: int,
) -> tuple[int, tuple[int, ...]] | None:
    """Return the cheaper option for this table: to be small, or to be the last of the large tables so far.

    An option is a tuple of its cost, which is how often the players at its large tables sat at fives before,
    and these tables. Returns None if neither option is possible.
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
