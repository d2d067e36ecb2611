"""Estimates, for small fields, whether a seating allows later stages without repeated meetings."""

from collections.abc import Sequence
from itertools import combinations

from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.problem import SeatingProblem
from tournaments.rules.seating.search import search_seatings

MAX_PLAYERS_AHEAD = 32
"""Maximum number of players for looking ahead; in larger fields, enough players have not met."""
ATTEMPTS = 2
"""Maximum number of searches for each later stage."""


def cost_of_later_repeats(
    problem: SeatingProblem, table_of: Sequence[int], stage_count: int, rng: SeededRng
) -> int:
    """Estimate what repeated meetings in the next `stage_count` stages will cost.

    `problem` describes the draw of the current stage, and `table_of` has each player's table number in that
    stage.
    """
    cost = 0
    for _ in range(stage_count):
        problem = _problem_of_next_draw(problem, table_of)
        tries = []
        for found in search_seatings(problem, rng, ATTEMPTS):
            tries.append((found.pairs, found.table_of))
            if not found.pairs:
                break
        least, table_of = min(tries)
        cost += least
    return cost


def _problem_of_next_draw(problem: SeatingProblem, table_of: Sequence[int]) -> SeatingProblem:
    """Return a description of the next stage's draw, in the same form as `problem`.

    `problem` describes the draw of the current stage, and `table_of` has each player's table number in that
    stage.
    """
    partners = [dict(costs) for costs in problem.partners]
    tables: dict[int, list[int]] = {}
    for player, table in enumerate(table_of):
        tables.setdefault(table, []).append(player)
    for members in tables.values():
        for a, b in combinations(members, 2):
            partners[a][b] = partners[b][a] = partners[a].get(b, 0) + problem.costs.repeats
    nobody = [0] * problem.player_count
    return problem._replace(
        partners=partners,
        # Only the first stage keeps nations apart.
        nations=nobody,
        # A random draw, because the future standings are unknown.
        home=None,
        at=[[] for _ in problem.sizes],
        fixed=[False] * problem.player_count,
    )
