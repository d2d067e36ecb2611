"""A draw as the search sees it: players are their index in the standings, costs are ready to add."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tournaments.rules.draw.locks import LockedSeat
from tournaments.rules.seating.costs import Costs, Pair, Player, homes, in_order

FORBIDDEN_COST = 10**12
"""The cost of a forbidden pair."""


class Problem(NamedTuple):
    """Players by index (best placed first), tables by number from 0."""

    sizes: list[int]
    costs: Costs
    partners: list[dict[int, int]]
    """For each player what it costs to sit with another, where it costs anything."""
    nations: list[int]
    """0: none, or nations do not matter."""
    fives: list[int]
    """What sitting at a five costs a player."""
    home: list[int] | None
    """Where the standings put a player; None: they do not matter."""
    at: list[list[int]]
    """Who is locked at each table."""
    fixed: list[bool]
    """Whom no swap may move."""

    @property
    def number(self) -> int:
        """How many players there are."""
        return len(self.partners)


def make_problem(
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
    """The draw in numbers; what is given in any order comes out in one."""
    order = in_order(players)
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
    partners = _partners(index, meetings, forbidden, costs.repeats)
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
        home=homes(sizes) if kind == "swiss" else None,
        at=at,
        fixed=fixed,
    )


def _partners(
    index: Mapping[int, int], meetings: Mapping[Pair, int], forbidden: Collection[Pair], weight: int
) -> list[dict[int, int]]:
    found: dict[tuple[int, int], int] = {}
    for pair, times in meetings.items():
        if times and len(pair) == 2 and all(id in index for id in pair):
            a, b = sorted(index[id] for id in pair)
            found[a, b] = weight * times * times
    for pair in forbidden:
        if len(pair) == 2 and all(id in index for id in pair):
            a, b = sorted(index[id] for id in pair)
            found[a, b] = FORBIDDEN_COST
    partners: list[dict[int, int]] = [{} for _ in index]
    for (a, b), cost in sorted(found.items()):
        partners[a][b] = partners[b][a] = cost
    return partners
