"""A draw in the form that the search uses: players as indexes in the standings, costs precomputed."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tournaments.rules.draw.locks import LockedSeat
from tournaments.rules.seating.costs import Costs, Pair, Player, sort_by_place, table_numbers_by_place

# Far above any sum of repeated meetings, so that no seating trades a forbidden pair for them.
FORBIDDEN_COST = 10**12
"""The cost of a forbidden pair."""


class SeatingProblem(NamedTuple):
    """A draw, in which players are indexes (best placed first) and tables are numbers from 0."""

    sizes: list[int]
    costs: Costs
    partners: list[dict[int, int]]
    """For each player, a dict of the other players whose company costs something, with that cost."""
    nations: list[int]
    """The nation of each player as a number; 0 if it is unknown or does not matter."""
    fives: list[int]
    """The cost for each player of sitting at a table of five."""
    home: list[int] | None
    """The home table of each player; None if the standings do not matter."""
    at: list[list[int]]
    """The locked players of each table."""
    fixed: list[bool]
    """For each player, whether they must not be moved to another table."""

    @property
    def player_count(self) -> int:
        """The number of players to be seated."""
        return len(self.partners)


def encode_problem(
    players: Sequence[Player],
    sizes: Sequence[int],
    *,
    kind: str,
    meetings: Mapping[Pair, int],
    forbidden: Collection[Pair],
    locked: Collection[LockedSeat],
    separate_nations: bool,
    costs: Costs,
) -> SeatingProblem:
    """Convert the input of a draw to a `SeatingProblem`, which refers to players by index instead of by id.

    `sizes` has the number of seats at each table, `meetings` each pair's number of earlier games, and `costs`
    the weight of each kind of cost. The order in which players and pairs are given does not matter.
    """
    order = sort_by_place(players)
    index = {player.id: number for number, player in enumerate(order)}
    at: list[list[int]] = [[] for _ in sizes]
    for lock in sorted(locked):
        at[lock.table].append(index[lock.player])
    fixed = [False] * len(order)
    for seat in at:
        for number in seat:
            fixed[number] = True
    names = sorted({player.nation for player in order if player.nation})
    numbers = {name: number for number, name in enumerate(names, start=1)} if separate_nations else {}
    partners = _partner_costs(index, meetings, forbidden, costs.repeats)
    if (
        kind == "swiss"
        and not fixed[0]
        and len(at[0]) < sizes[0]
        and not any(o in partners[0] for o in at[0])
    ):
        # The leader stays at the first table, unless locked seats prevent that.
        at[0].append(0)
        fixed[0] = True
    return SeatingProblem(
        sizes=list(sizes),
        costs=costs,
        partners=partners,
        nations=[numbers.get(player.nation, 0) for player in order],
        fives=[player.fives**2 * costs.fives for player in order],
        home=table_numbers_by_place(sizes) if kind == "swiss" else None,
        at=at,
        fixed=fixed,
    )


def _partner_costs(
    index_by_id: Mapping[int, int],
    meetings: Mapping[Pair, int],
    forbidden: Collection[Pair],
    second_meeting_cost: int,
) -> list[dict[int, int]]:
    """Return, for each player, a dict that maps other players to the cost of sitting at the same table.

    Each dict contains only the earlier opponents and the forbidden partners of the player. Players are
    indexes here: `index_by_id` maps player ids to indexes, and pairs with other ids are ignored. A third
    meeting costs four times as much as a second, a fourth nine times.
    """
    found: dict[tuple[int, int], int] = {}
    for pair, times in meetings.items():
        if times and len(pair) == 2 and all(id in index_by_id for id in pair):
            a, b = sorted(index_by_id[id] for id in pair)
            found[a, b] = second_meeting_cost * times * times
    for pair in forbidden:
        if len(pair) == 2 and all(id in index_by_id for id in pair):
            a, b = sorted(index_by_id[id] for id in pair)
            # Set after the meetings: a forbidden pair that has met before stays forbidden.
            found[a, b] = FORBIDDEN_COST
    partners: list[dict[int, int]] = [{} for _ in index_by_id]
    # Sorted, so that the same seed gives the same seating regardless of the order of the pairs.
    for (a, b), cost in sorted(found.items()):
        partners[a][b] = partners[b][a] = cost
    return partners
