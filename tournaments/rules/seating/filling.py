"""Builds an initial seating: each seat goes to the first player who would cost nothing there."""

from tournaments.rules.seating.problem import SeatingProblem

WINDOW = 120
"""Approximate number of queued players that are compared if each of them costs something."""


def fill_tables(problem: SeatingProblem, order: list[int]) -> list[int]:
    """Fill the tables with players, and return each player's table number.

    `problem` describes the draw. Players are taken in the sequence `order`, but if possible, those who would
    meet an earlier opponent, a forbidden partner or somebody of their own nation wait for a later table.
    """
    # In a Swiss draw, `order` follows the standings, so the leader meets the best-placed new opponents.
    table_of = [-1] * problem.player_count
    left = [player for player in order if not problem.fixed[player]]
    for table in _table_sequence(problem):
        for_five = problem.home is None and problem.sizes[table] >= 5
        # A random draw sends the players with the fewest fives to the tables of five.
        queue = sorted(left, key=problem.fives.__getitem__) if for_five else left
        # Players with locked seats keep their tables.
        members = list(problem.at[table])
        while len(members) < problem.sizes[table]:
            members.append(queue.pop(_position_of_next_player(problem, members, queue)))
        for player in members:
            table_of[player] = table
        if for_five:
            left = [player for player in left if table_of[player] < 0]
    return table_of


def _table_sequence(problem: SeatingProblem) -> list[int]:
    """Return the table numbers in the order in which `fill_tables` fills the tables."""
    # Table 0 first in a Swiss draw, the largest tables first in a random draw.
    tables = list(range(len(problem.sizes)))
    return tables if problem.home else sorted(tables, key=lambda table: -problem.sizes[table])


def _position_of_next_player(problem: SeatingProblem, members: list[int], queue: list[int]) -> int:
    """Return the index in `queue` of the next player for the table at which `members` already sit.

    Prefer the first player for whom no member is an earlier opponent, a forbidden partner or a compatriot. If
    no such player is near the front of the queue, choose the one whose meetings cost least.
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
