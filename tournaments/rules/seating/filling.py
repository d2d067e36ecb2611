"""Builds an initial seating: each seat goes to the first player in order who costs nothing there."""

from tournaments.rules.seating.problem import Problem

WINDOW = 120
"""How many players of the queue are compared if each of them costs something."""


def fill_tables(problem: Problem, order: list[int]) -> list[int]:
    """Fill one table after the other with the players in `order`, and return the table of each player.

    Each seat goes to the first player who costs nothing there or, if there is none, to the cheapest; locked
    players keep their seats. In a Swiss draw, `order` follows the standings: the leader meets the best-placed
    players whom they have not met yet, and so on. In a draw by lot, tables of five first take the players who
    have sat at the fewest tables of five.
    """
    table_of = [-1] * problem.player_count
    left = [player for player in order if not problem.fixed[player]]
    for table in _table_sequence(problem):
        for_five = problem.home is None and problem.sizes[table] >= 5
        # A draw by lot sends the players with the fewest fives to the tables of five.
        queue = sorted(left, key=problem.fives.__getitem__) if for_five else left
        members = list(problem.at[table])
        while len(members) < problem.sizes[table]:
            members.append(queue.pop(_next_player(problem, members, queue)))
        for player in members:
            table_of[player] = table
        if for_five:
            left = [player for player in left if table_of[player] < 0]
    return table_of


def _table_sequence(problem: Problem) -> list[int]:
    """Return the order in which tables are filled: by number in a Swiss draw, otherwise the largest first."""
    tables = list(range(len(problem.sizes)))
    return tables if problem.home else sorted(tables, key=lambda table: -problem.sizes[table])


def _next_player(problem: Problem, members: list[int], queue: list[int]) -> int:
    """Return the position in `queue` of the player who should join `members` at their table.

    That is the first player who costs nothing together with them or, if there is none, the cheapest among
    about the first WINDOW players.
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
