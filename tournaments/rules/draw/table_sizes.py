"""How many tables of which size: fours, as few fives as the number asks for, threes only where forced."""

from functools import lru_cache

from tournaments.rules.errors import CannotSeat

MIN_PLAYERS = 3
"""The smallest table, and so the smallest tournament."""
_SIZE_COSTS = {4: (0, 0), 5: (0, 1), 3: (1, 0), 6: (3, 0)}
"""What a table of a size costs: odd ones first, then fives. A six costs more than the two threes it is."""


def table_sizes(players: int, sizes: tuple[int, ...] = (4, 5)) -> tuple[int, ...]:
    """The sizes of the tables for so many players, the largest first.

    `sizes` are those that the mix is made for; where both fours and fives are, threes may help out.
    Raises CannotSeat for fewer than three, and for a number that these sizes do not add up to.
    """
    if players < MIN_PLAYERS:
        raise CannotSeat(f"{_count(players)} cannot play: the smallest table seats {MIN_PLAYERS}.")
    allowed = set(sizes) | ({3} if {4, 5} <= set(sizes) else set())
    best = _best(players, tuple(sorted(allowed)))
    if best is None:
        raise CannotSeat(_missing(players, tuple(sorted(allowed))))
    return best


@lru_cache(maxsize=256)
def _best(players: int, allowed: tuple[int, ...]) -> tuple[int, ...] | None:
    """The cheapest sizes that add up, found for each smaller number first."""
    cheapest: list[tuple[tuple[int, int], int] | None] = [((0, 0), 0)]
    for number in range(1, players + 1):
        choices = []
        for size in allowed:
            rest = cheapest[number - size] if size <= number else None
            if rest is not None:
                odd, fives = _SIZE_COSTS[size]
                choices.append(((rest[0][0] + odd, rest[0][1] + fives), size))
        cheapest.append(min(choices, default=None))
    found = []
    while players and (step := cheapest[players]) is not None:
        found.append(step[1])
        players -= step[1]
    return None if players else tuple(sorted(found, reverse=True))


def _missing(players: int, allowed: tuple[int, ...]) -> str:
    """How many more would fill the tables."""
    more = next(n for n in range(1, players + 7) if _best(players + n, allowed))
    tables = " or ".join(str(size) for size in allowed)
    filler = "one more player or bot" if more == 1 else f"{more} more players or bots"
    return f"{_count(players)} cannot fill tables of {tables}: {filler} would be needed."


def _count(players: int) -> str:
    return f"{players} player" if players == 1 else f"{players} players"
