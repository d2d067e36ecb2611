"""Which of many seatings is taken: the fewest repeats now, then later, then the least cost of all kinds."""

from typing import NamedTuple

from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.foresight import MAX_PLAYERS_AHEAD, repeats_ahead
from tournaments.rules.seating.problem import Problem
from tournaments.rules.seating.search import FoundSeating, least_soft, starts

MIN_STARTS, MAX_STARTED_PLAYERS = 4, 10_000
"""Starts times players: large fields, where hardly anybody has met, need few starts."""
MAX_SWAPS_WEIGHED = 1_000_000
"""Swaps; no new start is made after so many, which take less than a second."""


class ChosenSeating(NamedTuple):
    """The seating taken, from so many starts, in which so many swaps were weighed."""

    found: FoundSeating
    starts: int
    tried: int


def choose(problem: Problem, rng: SeededRng, *, restarts: int, ahead: int) -> ChosenSeating:
    """Start again until nothing better can be hoped for, or often enough."""
    number = max(1, min(restarts, max(MIN_STARTS, MAX_STARTED_PLAYERS // problem.number)))
    least = least_soft(problem)
    looks = ahead > 0 and problem.number <= MAX_PLAYERS_AHEAD
    made: list[tuple[tuple[int, int, int], FoundSeating]] = []
    tried = 0
    for found in starts(problem, rng, number):
        later = repeats_ahead(problem, found.table_of, ahead, rng) if looks and not found.pairs else 0
        made.append(((found.pairs, later, found.cost), found))
        tried += found.weighed
        if (not found.pairs and not later and found.soft <= least) or tried >= MAX_SWAPS_WEIGHED:
            break
    best = min(made, key=lambda one: one[0])[1]
    return ChosenSeating(best, len(made), tried)
