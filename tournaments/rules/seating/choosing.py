"""Chooses among several seatings, by repeated meetings now, repeated meetings later, and cost."""

from typing import NamedTuple

from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.foresight import MAX_PLAYERS_AHEAD, cost_of_later_repeats
from tournaments.rules.seating.problem import SeatingProblem
from tournaments.rules.seating.search import FoundSeating, min_soft_cost, search_seatings

MIN_STARTS, MAX_STARTED_PLAYERS = 4, 10_000
"""Minimum number of searches (unless fewer are asked for), and maximum of searches times players.

Large fields, in which few players have met, need few searches.
"""
MAX_SWAPS_EVALUATED = 1_000_000
"""After this many swaps, no further search is started. This many swaps take less than a second."""


class ChosenSeating(NamedTuple):
    """The chosen seating, with the number of searches (`starts`) and of evaluated swaps (`tried`)."""

    found: FoundSeating
    starts: int
    tried: int


def choose_seating(
    problem: SeatingProblem, rng: SeededRng, *, max_searches: int, stages_ahead: int
) -> ChosenSeating:
    """Run up to `max_searches` searches, and return the seating with the lowest cost of repeated meetings.

    `problem` describes the draw. Of equally good seatings, prefer the one for which the lowest cost of
    repeated meetings is expected in the next `stages_ahead` stages.
    """
    number = max(1, min(max_searches, max(MIN_STARTS, MAX_STARTED_PLAYERS // problem.player_count)))
    least = min_soft_cost(problem)
    looks = stages_ahead > 0 and problem.player_count <= MAX_PLAYERS_AHEAD
    made: list[tuple[tuple[int, int, int], FoundSeating]] = []
    tried = 0
    for found in search_seatings(problem, rng, number):
        # Later meetings are estimated only for seatings that repeat none now: the others hardly ever win.
        later = (
            cost_of_later_repeats(problem, found.table_of, stages_ahead, rng)
            if looks and not found.pairs
            else 0
        )
        made.append(((found.pairs, later, found.cost), found))
        tried += found.evaluated
        # Stop if no better seating can be expected.
        if (not found.pairs and not later and found.soft <= least) or tried >= MAX_SWAPS_EVALUATED:
            break
    # Equally good seatings are compared by the estimated cost of later meetings, then by the total cost.
    best = min(made, key=lambda one: one[0])[1]
    return ChosenSeating(best, len(made), tried)
