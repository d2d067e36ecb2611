"""Chooses which tables of a Swiss stage seat five: those whose players have had the fewest fives so far."""

from collections.abc import Sequence

from tournaments.rules.seating.costs import Player


def place_fives(sizes: Sequence[int], order: Sequence[Player]) -> list[int]:
    """Return the table sizes, ordered so that large tables go to players who have sat at the fewest fives.

    `order` has the players in the order of the standings, in which they fill the tables. Returns `sizes`
    unchanged if there is no choice to make, or if there are more than two sizes.
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
        best = [_better_option(best, table, fives, before, small, large) for fives in range(number + 1)]
    found = best[number]
    assert found is not None
    return [large if table in found[1] else small for table in range(len(sizes))]


def _better_option(
    best: list[tuple[int, tuple[int, ...]] | None],
    table: int,
    fives: int,
    before: list[int],
    small: int,
    large: int,
) -> tuple[int, tuple[int, ...]] | None:
    """Return the better option for this table: to be a small one, or the last of `fives` large ones.

    An option is the sum of its players' earlier fives, and its large tables. Returns None if neither is
    possible.
    """
    choices = []
    if (stays := best[fives]) is not None:
        choices.append(stays)
    if fives and (last := best[fives - 1]) is not None:
        # The number of players who sit at the tables above this one.
        first = table * small + (fives - 1) * (large - small)
        if first + large < len(before):
            trouble = last[0] + before[first + large] - before[first]
            choices.append((trouble, (*last[1], table)))
    return min(choices, default=None)
