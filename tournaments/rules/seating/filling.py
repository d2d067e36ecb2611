"""Builds an initial seating: each seat goes to the first player who would cost nothing there."""

from tournaments.rules.seating.problem import Problem

WINDOW = 120
"""Approximate number of queued players that are compared if each of them costs something."""


def fill_tables(problem: Problem, order: list[int]) -> list[int]:
    """Fill the tables with the players in `order`, and return each player's table number.

    Each seat goes to the first player who adds no cost to the table, or else to the cheapest one. Locked
    players keep their tables.
    """
    # In a Swiss draw, `order` follows the standings, so the leader meets the best-placed new opponents.
    table_of = [-1] * problem.player_count
    left = [player for player in order if not problem.fixed[player]]
    for table in _table_sequence(problem):
        for_five = problem.home is None and problem.sizes[table] >= 5
        # A random draw sends the players with the fewest fives to the tables of five.
        queue = sorted(left, key=problem.fives.__getitem__) if for_five else left
        members = list(problem.at[table])
        while len(members) < problem.sizes[table]:
            members.append(queue.pop(_position_of_next_player(problem, members, queue)))
        for player in members:
            table_of[player] = table
        if for_five:
            left = [player for player in left if table_of[player] < 0]
    return table_of


def _table_sequence(problem: Problem) -> list[int]:
    """Return the order in which tables are filled: ascending in a Swiss draw, otherwise largest first."""
    tables = list(range(len(problem.sizes)))
    return tables if problem.home else sorted(tables, key=lambda table: -problem.sizes[table])


def _position_of_next_player(problem: Problem, members: list[int], queue: list[int]) -> int:
    """Return the index in `queue` of the first player who adds no cost to the table of `members`.

    If each of about the first WINDOW players adds a cost, return the index of the cheapest.
    """
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
