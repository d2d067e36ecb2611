"""Which of many seatings is taken: the fewest repeats now, then later, then the least cost of all kinds."""

from typing import NamedTuple

from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.foresight import LOOKS_AHEAD_UP_TO, repeats_ahead
from tournaments.rules.seating.problem import Problem
from tournaments.rules.seating.search import Found, least_soft, starts

FEWEST_STARTS, MOST_PLAYERS_SOUGHT = 4, 10_000
"""Starts times players: large fields, where hardly anybody has met, need few starts."""
MOST_WEIGHED = 1_000_000
"""Swaps; no new start is made after so many, which take less than a second."""


class Chosen(NamedTuple):
    """The seating taken, from so many starts, in which so many swaps were weighed."""

    found: Found
    starts: int
    tried: int


def choose(problem: Problem, rng: SeededRng, *, restarts: int, ahead: int) -> Chosen:
    """Start again until nothing better can be hoped for, or often enough."""
    number = max(1, min(restarts, max(FEWEST_STARTS, MOST_PLAYERS_SOUGHT // problem.number)))
    least = least_soft(problem)
    looks = ahead > 0 and problem.number <= LOOKS_AHEAD_UP_TO
    made: list[tuple[tuple[int, int, int], Found]] = []
    tried = 0
    for found in starts(problem, rng, number):
        later = repeats_ahead(problem, found.table_of, ahead, rng) if looks and not found.pairs else 0
        made.append(((found.pairs, later, found.cost), found))
        tried += found.weighed
        if (not found.pairs and not later and found.soft <= least) or tried >= MOST_WEIGHED:
            break
    best = min(made, key=lambda one: one[0])[1]
    return Chosen(best, len(made), tried)
