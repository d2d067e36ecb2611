"""Chooses among many seatings: fewest repeated meetings now, then later, then the lowest cost."""

from typing import NamedTuple

from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.foresight import MAX_PLAYERS_AHEAD, cost_of_later_repeats
from tournaments.rules.seating.problem import Problem
from tournaments.rules.seating.search import FoundSeating, min_soft_cost, search_seatings

MIN_STARTS, MAX_STARTED_PLAYERS = 4, 10_000
"""Maximum number of starts times players: large fields, where few have met, need few starts."""
MAX_SWAPS_WEIGHED = 1_000_000
"""Maximum number of swaps; after that no new start is made. Takes less than a second."""


class ChosenSeating(NamedTuple):
    """The chosen seating, with the number of starts and of swaps weighed."""

    found: FoundSeating
    starts: int
    tried: int


def choose_seating(
    problem: Problem, rng: SeededRng, *, max_searches: int, stages_ahead: int
) -> ChosenSeating:
    """Search for several seatings and return the one with the fewest repeated meetings.

    Of equally good seatings, prefer the one that leaves the fewest repeated meetings for later stages, and
    then the cheapest. Stop early if nothing better is possible or MAX_SWAPS_WEIGHED swaps have been weighed.
    With few players, looks `stages_ahead` stages ahead.
    """
    number = max(1, min(max_searches, max(MIN_STARTS, MAX_STARTED_PLAYERS // problem.player_count)))
    least = min_soft_cost(problem)
    looks = stages_ahead > 0 and problem.player_count <= MAX_PLAYERS_AHEAD
    made: list[tuple[tuple[int, int, int], FoundSeating]] = []
    tried = 0
    for found in search_seatings(problem, rng, number):
        # A seating that repeats meetings now is not compared by later ones, so those are not computed.
        later = (
            cost_of_later_repeats(problem, found.table_of, stages_ahead, rng)
            if looks and not found.pairs
            else 0
        )
        made.append(((found.pairs, later, found.cost), found))
        tried += found.weighed
        if (not found.pairs and not later and found.soft <= least) or tried >= MAX_SWAPS_WEIGHED:
            break
    best = min(made, key=lambda one: one[0])[1]
    return ChosenSeating(best, len(made), tried)
