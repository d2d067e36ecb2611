"""Chooses the table sizes: fours, as few fives as possible, and threes only if nothing else works."""

from functools import lru_cache

from core.sentence import Sentence, counted_sentence, join_with_or
from tournaments.rules.errors import CannotSeat

MIN_PLAYERS = 3
"""The size of the smallest table, and so of the smallest tournament."""
_SIZE_COSTS = {4: (0, 0), 5: (0, 1), 3: (1, 0), 6: (3, 0)}
"""The cost of each table size, as a tuple (cost of an unusual size, number of fives).

A six costs more than two threes.
"""


def table_sizes(player_count: int, supported_sizes: tuple[int, ...] = (4, 5)) -> tuple[int, ...]:
    """Return the best table sizes that seat exactly this number of players, largest first.

    The best sizes have as few tables of three or six as possible, where a six counts as three threes, and
    then as few tables of five as possible. `supported_sizes` has the sizes to choose from, to which three is
    added if four and five are among the sizes. Raise CannotSeat if there are fewer than three players or if
    no sizes fit.
    """
    if player_count < MIN_PLAYERS:
        raise CannotSeat(
            Sentence(
                "%(players)s cannot play: the smallest table seats %(fewest)d.",
                players=_player_count_text(player_count),
                fewest=MIN_PLAYERS,
            )
        )
    allowed = set(supported_sizes) | ({3} if {4, 5} <= set(supported_sizes) else set())
    best = _best_sizes(player_count, tuple(sorted(allowed)))
    if best is None:
        raise CannotSeat(_missing_players_message(player_count, tuple(sorted(allowed))))
    return best


@lru_cache(maxsize=256)
def _best_sizes(player_count: int, allowed_sizes: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the best table sizes that seat exactly this many players, largest first.

    Tables of four are better than tables of five, and both are better than tables of three or six. Return
    None if no sizes fit.
    """
    cheapest: list[tuple[tuple[int, int], int] | None] = [((0, 0), 0)]
    for number in range(1, player_count + 1):
        choices = []
        for size in allowed_sizes:
            rest = cheapest[number - size] if size <= number else None
            if rest is not None:
                odd, fives = _SIZE_COSTS[size]
                choices.append(((rest[0][0] + odd, rest[0][1] + fives), size))
        cheapest.append(min(choices, default=None))
    found = []
    while player_count and (step := cheapest[player_count]) is not None:
        found.append(step[1])
        player_count -= step[1]
    return None if player_count else tuple(sorted(found, reverse=True))


def _missing_players_message(player_count: int, allowed_sizes: tuple[int, ...]) -> str:
    """Return an error message that says how many more players or bots are needed to fill the tables."""
    more = next(n for n in range(1, player_count + 7) if _best_sizes(player_count + n, allowed_sizes))
    tables = join_with_or([str(size) for size in allowed_sizes])
    filler = counted_sentence("one more player or bot", "%(count)d more players or bots", more)
    return Sentence(
        "%(players)s cannot fill tables of %(tables)s: %(filler)s would be needed.",
        players=_player_count_text(player_count),
        tables=tables,
        filler=filler,
    )


def _player_count_text(count: int) -> str:
    """Return text such as "1 player" or "3 players"."""
    return counted_sentence("%(count)d player", "%(count)d players", count)
