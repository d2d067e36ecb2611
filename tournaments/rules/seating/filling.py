"""A first seating, table by table: each next seat goes to the first in order whom nothing keeps away."""

from tournaments.rules.seating.problem import Problem

WINDOW = 120
"""How many in order are looked at when all of them cost something."""


def fill(problem: Problem, order: list[int]) -> list[int]:
    """The table of each player, filled in this order.

    In the standings' order that is the Swiss rule: the leader meets the best placed not yet met, and so on.
    """
    table_of = [-1] * problem.number
    left = [player for player in order if not problem.fixed[player]]
    for table in _sequence(problem):
        for_five = problem.home is None and problem.sizes[table] >= 5
        # A draw by lot sends those to the fives who have been there least.
        queue = sorted(left, key=problem.fives.__getitem__) if for_five else left
        members = list(problem.at[table])
        while len(members) < problem.sizes[table]:
            members.append(queue.pop(_first_free(problem, members, queue)))
        for player in members:
            table_of[player] = table
        if for_five:
            left = [player for player in left if table_of[player] < 0]
    return table_of


def _sequence(problem: Problem) -> list[int]:
    tables = list(range(len(problem.sizes)))
    return tables if problem.home else sorted(tables, key=lambda table: -problem.sizes[table])


def _first_free(problem: Problem, members: list[int], queue: list[int]) -> int:
    """The position of the first in the queue who costs nothing at this table, else of the cheapest one."""
    if not members:
        return 0
    partners, nations, weight = problem.partners, problem.nations, problem.costs.nations
    least, chosen = 0, -1
    for position, player in enumerate(queue):
        costs = partners[player]
        nation = nations[player]
        cost = 0
        for member in members:
            if member in costs:
                cost += costs[member]
            if nation and nations[member] == nation:
                cost += weight
        if not cost:
            return position
        if chosen < 0 or cost < least:
            least, chosen = cost, position
        if position >= WINDOW:
            break
    return chosen
