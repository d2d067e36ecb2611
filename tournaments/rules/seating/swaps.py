"""The state of a search for a seating, and the cost of the swaps that could improve it."""

from collections.abc import Iterable

from tournaments.rules.seating.problem import SeatingProblem


class SwapSearch:
    """The state of a search: the current seating `table_of`, and its total `cost`.

    The total is the cost of pairs, tables of five, distances and nations.
    """

    def __init__(self, problem: SeatingProblem, table_of: list[int]) -> None:
        """Start a search from the seating `table_of`, which has the table number of each player.

        Later swaps change this list.
        """
        self.problem = problem
        self.table_of = table_of
        self.evaluated = 0
        self.by_nation = any(problem.nations)
        self.near: list[dict[int, int]] = [{} for _ in table_of]
        """For each player, a dict mapping table numbers to the cost of sitting with the players there."""
        for player, costs in enumerate(problem.partners):
            near = self.near[player]
            for other, cost in costs.items():
                table = table_of[other]
                near[table] = near.get(table, 0) + cost
        self.five = [int(size >= 5) for size in problem.sizes]
        seats = sum(size for size in problem.sizes if size >= 5)
        self.fair = sorted(problem.fives)[seats - 1] if seats else 0
        """The highest cost of a table of five if the players who have rarely sat at one sit there."""
        self.crowd: list[dict[int, int]] = [{} for _ in problem.sizes]
        """For each table, a dict mapping nations to the number of their players."""
        if self.by_nation:
            for player, nation in enumerate(problem.nations):
                self._add_to_nation_count(table_of[player], nation, 1)
        # A random draw has no home tables; any tables will do, because distances then cost nothing.
        self.home = problem.home or table_of[:]
        self.weight = problem.costs.distance if problem.home else 0
        self.cost = self._compute_cost()

    def pair_cost(self, player: int) -> int:
        """Return the cost of seating this player with earlier opponents and forbidden partners."""
        return self.near[player].get(self.table_of[player], 0)

    def players_meeting_again(self) -> list[int]:
        """Return the players who sit with an earlier opponent or a forbidden partner.

        Players who must not be moved are left out.
        """
        fixed = self.problem.fixed
        table_of = self.table_of
        return [
            player
            for player, near in enumerate(self.near)
            if near.get(table_of[player], 0) and not fixed[player]
        ]

    def players_at_table_of_five_too_often(self) -> list[int]:
        """Return the players at tables of five who have sat at such tables more often than necessary.

        A player is included if all tables of five could be filled with players who have sat at fewer of these
        tables. Players who must not be moved are left out.
        """
        fives, fixed = self.problem.fives, self.problem.fixed
        return [
            player
            for player, table in enumerate(self.table_of)
            if self.five[table] and fives[player] > self.fair and not fixed[player]
        ]

    def players_at_unsuitable_tables(self) -> list[int]:
        """Return the players who sit with someone of the same nation, or again at a table of five.

        Nations matter only if the draw separates nations. Players who must not be moved are left out.
        """
        found = []
        for player, table in enumerate(self.table_of):
            nation = self.problem.nations[player]
            crowded = nation and self.crowd[table][nation] > 1
            at_five_again = self.five[table] and self.problem.fives[player]
            if (crowded or at_five_again) and not self.problem.fixed[player]:
                found.append(player)
        return found

    def evaluate_swaps(self, player: int, others: Iterable[int]) -> list[tuple[int, int]]:
        """Return (cost change, other player) for each possible swap of `player` with one of `others`.

        Players at the same table and players who must not be moved are left out.
        """
        problem, table_of, near, home, weight = self.problem, self.table_of, self.near, self.home, self.weight
        fixed, five, fives, nations = problem.fixed, self.five, problem.fives, problem.nations
        here, mine, costs = table_of[player], near[player], problem.partners[player]
        leave, my_home, my_five, my_nation = mine.get(here, 0), home[player], fives[player], nations[player]
        by_nation = self.by_nation
        found = []
        for other in others:
            there = table_of[other]
            if there == here or fixed[other]:
                continue
            theirs = near[other]
            change = mine.get(there, 0) - leave + theirs.get(here, 0) - theirs.get(there, 0)
            if other in costs:
                # Both sums count a meeting of these two, but they swap tables and do not meet.
                change -= 2 * costs[other]
            if weight:
                their_home = home[other]
                change += weight * (
                    abs(there - my_home)
                    - abs(here - my_home)
                    + abs(here - their_home)
                    - abs(there - their_home)
                )
            if five[there] != five[here]:
                change += (my_five - fives[other]) * (five[there] - five[here])
            if by_nation and nations[other] != my_nation:
                change += self._nation_cost_change(my_nation, here, nations[other], there)
            found.append((change, other))
        self.evaluated += len(found)
        return found

    def swap(self, player: int, other: int, cost_change: int) -> None:
        """Swap the tables of two players, and add `cost_change` (from `evaluate_swaps`) to the total cost."""
        here, there = self.table_of[player], self.table_of[other]
        self._move_player(player, here, there)
        self._move_player(other, there, here)
        self.cost += cost_change

    def _move_player(self, player: int, old_table: int, new_table: int) -> None:
        """Move a player to another table, and update the costs of pairs and the number of players per nation.

        The total cost is not updated.
        """
        self.table_of[player] = new_table
        for partner, cost in self.problem.partners[player].items():
            near = self.near[partner]
            near[old_table] -= cost
            near[new_table] = near.get(new_table, 0) + cost
        if self.by_nation:
            self._add_to_nation_count(old_table, self.problem.nations[player], -1)
            self._add_to_nation_count(new_table, self.problem.nations[player], 1)

    def _add_to_nation_count(self, table: int, nation: int, increment: int) -> None:
        """Add `increment` to the number of players of this nation at this table."""
        self.crowd[table][nation] = self.crowd[table].get(nation, 0) + increment

    def _nation_cost_change(self, nation: int, table: int, other_nation: int, other_table: int) -> int:
        """Return how the cost of same-nation pairs changes if two players of different nations swap tables.

        One player of `nation` leaves `table`, one of `other_nation` leaves `other_table`. Nation 0 means
        unknown.
        """
        pairs = 0
        if nation:
            pairs += self.crowd[other_table].get(nation, 0) - self.crowd[table][nation] + 1
        if other_nation:
            pairs += self.crowd[table].get(other_nation, 0) - self.crowd[other_table][other_nation] + 1
        return pairs * self.problem.costs.nations

    def cost_of_tables_of_five(self) -> int:
        """Return the total cost of players who sit at a table of five and have sat at one before."""
        tables = zip(self.problem.fives, self.table_of, strict=True)
        return sum(cost for cost, table in tables if self.five[table])

    def cost_of_same_nation_pairs(self) -> int:
        """Return the total cost of pairs of the same nation at the same table."""
        crowds = (number for crowd in self.crowd for nation, number in crowd.items() if nation)
        return sum(number * (number - 1) // 2 for number in crowds) * self.problem.costs.nations

    def _compute_cost(self) -> int:
        """Compute the total cost of the current seating from scratch."""
        # Each pair is counted from both of its sides.
        pairs = sum(self.pair_cost(player) for player in range(len(self.table_of))) // 2
        away = sum(abs(table - home) for table, home in zip(self.table_of, self.home, strict=True))
        return pairs + away * self.weight + self.cost_of_tables_of_five() + self.cost_of_same_nation_pairs()
