"""A seating under search, with the cost of each possible swap kept up to date."""

from collections.abc import Iterable

from tournaments.rules.seating.problem import Problem


class Swaps:
    """A seating during the search; `cost` counts pairs, tables of five, distances and nations."""

    def __init__(self, problem: Problem, table_of: list[int]) -> None:
        self.problem = problem
        self.table_of = table_of
        self.weighed = 0
        self.by_nation = any(problem.nations)
        self.near: list[dict[int, int]] = [{} for _ in table_of]
        """For each player, the cost of their pairs at each table."""
        for player, costs in enumerate(problem.partners):
            near = self.near[player]
            for other, cost in costs.items():
                table = table_of[other]
                near[table] = near.get(table, 0) + cost
        self.five = [int(size >= 5) for size in problem.sizes]
        seats = sum(size for size in problem.sizes if size >= 5)
        self.fair = sorted(problem.fives)[seats - 1] if seats else 0
        """The highest cost of a table of five among the players whose turn it is to sit at one."""
        self.crowd: list[dict[int, int]] = [{} for _ in problem.sizes]
        """The number of players of each nation at each table."""
        if self.by_nation:
            for player, nation in enumerate(problem.nations):
                self._count_nation(table_of[player], nation, 1)
        # A draw by lot has no home tables; any will do, as distances then weigh nothing.
        self.home = problem.home or table_of[:]
        self.weight = problem.costs.distance if problem.home else 0
        self.cost = self._whole_cost()

    def pairs_cost(self, player: int) -> int:
        """Return the current cost of the player's pairs at their table."""
        return self.near[player].get(self.table_of[player], 0)

    def players_meeting_again(self) -> list[int]:
        """Return the movable players who sit with a forbidden partner or somebody they have already met."""
        fixed = self.problem.fixed
        table_of = self.table_of
        return [
            player
            for player, near in enumerate(self.near)
            if near.get(table_of[player], 0) and not fixed[player]
        ]

    def players_at_fives_again(self) -> list[int]:
        """Return the movable players who sit at a table of five although others have sat at fewer."""
        fives, fixed = self.problem.fives, self.problem.fixed
        return [
            player
            for player, table in enumerate(self.table_of)
            if self.five[table] and fives[player] > self.fair and not fixed[player]
        ]

    def players_to_improve(self) -> list[int]:
        """Return the movable players who sit with their own nation or at a table of five again."""
        found = []
        for player, table in enumerate(self.table_of):
            nation = self.problem.nations[player]
            crowded = nation and self.crowd[table][nation] > 1
            players_at_fives_again = self.five[table] and self.problem.fives[player]
            if (crowded or players_at_fives_again) and not self.problem.fixed[player]:
                found.append(player)
        return found

    def weigh_swaps(self, player: int, others: Iterable[int]) -> list[tuple[int, int]]:
        """Return (change of cost, other) for a swap of the player with each of `others`.

        Leaves out players at the same table and fixed players; adds the number of swaps to `weighed`.
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
                # They change places: neither meets the other at the new table, although both sums count that.
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
                change += self._nations_change(my_nation, here, nations[other], there)
            found.append((change, other))
        self.weighed += len(found)
        return found

    def swap(self, player: int, other: int, change: int) -> None:
        """Swap two players; `change` is the change of cost that `weigh_swaps` returned for them."""
        here, there = self.table_of[player], self.table_of[other]
        self._move_player(player, here, there)
        self._move_player(other, there, here)
        self.cost += change

    def _move_player(self, player: int, here: int, there: int) -> None:
        """Move a player from table `here` to `there`.

        Updates the costs of the player's partners and the tables' nation counts.
        """
        self.table_of[player] = there
        for partner, cost in self.problem.partners[player].items():
            near = self.near[partner]
            near[here] -= cost
            near[there] = near.get(there, 0) + cost
        if self.by_nation:
            self._count_nation(here, self.problem.nations[player], -1)
            self._count_nation(there, self.problem.nations[player], 1)

    def _count_nation(self, table: int, nation: int, by: int) -> None:
        """Change the number of a nation's players at a table by `by`."""
        self.crowd[table][nation] = self.crowd[table].get(nation, 0) + by

    def _nations_change(self, mine: int, here: int, theirs: int, there: int) -> int:
        """Return how the cost of same-nation pairs changes if players of two nations swap tables."""
        pairs = 0
        if mine:
            pairs += self.crowd[there].get(mine, 0) - self.crowd[here][mine] + 1
        if theirs:
            pairs += self.crowd[here].get(theirs, 0) - self.crowd[there][theirs] + 1
        return pairs * self.problem.costs.nations

    def fives_cost(self) -> int:
        """Return the current cost of seats at tables of five."""
        tables = zip(self.problem.fives, self.table_of, strict=True)
        return sum(cost for cost, table in tables if self.five[table])

    def nations_cost(self) -> int:
        """Return the current cost of same-nation pairs at the tables."""
        crowds = (number for crowd in self.crowd for nation, number in crowd.items() if nation)
        return sum(number * (number - 1) // 2 for number in crowds) * self.problem.costs.nations

    def _whole_cost(self) -> int:
        """Return the cost of the whole seating, computed from scratch."""
        # Each pair is counted from both of its sides.
        pairs = sum(self.pairs_cost(player) for player in range(len(self.table_of))) // 2
        away = sum(abs(table - home) for table, home in zip(self.table_of, self.home, strict=True))
        return pairs + away * self.weight + self.fives_cost() + self.nations_cost()
