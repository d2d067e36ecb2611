"""A draw in the form that the search uses: players by index in the standings, costs precomputed."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tournaments.rules.draw.locks import LockedSeat
from tournaments.rules.seating.costs import Costs, Pair, Player, sort_by_place, tables_by_standings

# Far above any sum of repeated meetings, so that no seating trades a forbidden pair for them.
FORBIDDEN_COST = 10**12
"""The cost of a forbidden pair."""


class Problem(NamedTuple):
    """A draw: players by index (best placed first), tables by number from 0."""

    sizes: list[int]
    costs: Costs
    partners: list[dict[int, int]]
    """For each player, the cost of sitting with each other player, if there is any."""
    nations: list[int]
    """The nation as a number; 0 if unknown, or if nations do not matter."""
    fives: list[int]
    """The cost for each player of sitting at a table of five."""
    home: list[int] | None
    """The home table of each player; None if the standings do not matter."""
    at: list[list[int]]
    """The locked players of each table."""
    fixed: list[bool]
    """For each player, whether swaps must leave them where they are."""

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
) -> Problem:
    """Encode a draw as a numeric problem for the search. The order of the input does not matter.

    In a Swiss draw, the leader is fixed at the first table, unless locked seats prevent that.
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
        # The first table is the leader's.
        at[0].append(0)
        fixed[0] = True
    return Problem(
        sizes=list(sizes),
        costs=costs,
        partners=partners,
        nations=[numbers.get(player.nation, 0) for player in order],
        fives=[player.fives**2 * costs.fives for player in order],
        home=tables_by_standings(sizes) if kind == "swiss" else None,
        at=at,
        fixed=fixed,
    )


def _partner_costs(
    index: Mapping[int, int], meetings: Mapping[Pair, int], forbidden: Collection[Pair], weight: int
) -> list[dict[int, int]]:
    """Return, for each player, the cost of sitting with each player whom they have met or must not meet.

    `index` maps player ids to positions in the result; `weight` is the cost of a second meeting.
    """
    found: dict[tuple[int, int], int] = {}
    for pair, times in meetings.items():
        if times and len(pair) == 2 and all(id in index for id in pair):
            a, b = sorted(index[id] for id in pair)
            found[a, b] = weight * times * times
    for pair in forbidden:
        if len(pair) == 2 and all(id in index for id in pair):
            a, b = sorted(index[id] for id in pair)
            # Set after the meetings: a forbidden pair that has met before stays forbidden.
            found[a, b] = FORBIDDEN_COST
    partners: list[dict[int, int]] = [{} for _ in index]
    # Sorted, so that the same seed gives the same seating in whatever order the pairs came.
    for (a, b), cost in sorted(found.items()):
        partners[a][b] = partners[b][a] = cost
    return partners
