"""A look ahead in small fields: whether a seating leaves the stages after it a chance without repeats."""

from collections.abc import Sequence
from itertools import combinations

from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.problem import Problem
from tournaments.rules.seating.search import starts

MAX_PLAYERS_AHEAD = 32
"""Players; in larger fields there are always enough who have not met."""
ATTEMPTS = 2
"""How often each later stage is tried."""


def repeats_ahead(problem: Problem, table_of: Sequence[int], stages: int, rng: SeededRng) -> int:
    """What repeated meetings would cost in the next stages, drawn by lot after this seating; 0 at best."""
    cost = 0
    for _ in range(stages):
        problem = _after(problem, table_of)
        tries = []
        for found in starts(problem, rng, ATTEMPTS):
            tries.append((found.pairs, found.table_of))
            if not found.pairs:
                break
        least, table_of = min(tries)
        cost += least
    return cost


def _after(problem: Problem, table_of: Sequence[int]) -> Problem:
    """The draw that follows when this seating has been played."""
    partners = [dict(costs) for costs in problem.partners]
    tables: dict[int, list[int]] = {}
    for player, table in enumerate(table_of):
        tables.setdefault(table, []).append(player)
    for members in tables.values():
        for a, b in combinations(members, 2):
            partners[a][b] = partners[b][a] = partners[a].get(b, 0) + problem.costs.repeats
    nobody = [0] * problem.number
    return problem._replace(
        partners=partners,
        nations=nobody,
        home=None,
        at=[[] for _ in problem.sizes],
        fixed=[False] * problem.number,
    )
