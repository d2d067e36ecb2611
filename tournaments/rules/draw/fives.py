"""Chooses which tables of a Swiss stage are tables of five: those whose players had the fewest so far."""

from collections.abc import Sequence

from tournaments.rules.seating.costs import Player


def place_fives(sizes: Sequence[int], order: Sequence[Player]) -> list[int]:
    """Return the table sizes in an order that seats players with the fewest fives so far at the fives.

    `order` has the players by the standings, who fill the tables in that order. Returns `sizes` unchanged if
    there is no choice to make, or if there are more than two sizes.
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
    # best[k]: the least trouble with k fives among the tables so far, and where they are.
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
    """Return the better of making this table a small one or the last of `fives` large ones.

    Each option is its trouble (the sum of earlier fives) and its large tables. Returns None if neither is
    possible.
    """
    choices = []
    if (stays := best[fives]) is not None:
        choices.append(stays)
    if fives and (last := best[fives - 1]) is not None:
        # So many players of the standings sit at the tables above this one.
        first = table * small + (fives - 1) * (large - small)
        if first + large < len(before):
            trouble = last[0] + before[first + large] - before[first]
            choices.append((trouble, (*last[1], table)))
    return min(choices, default=None)
