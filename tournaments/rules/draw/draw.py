"""The draw of a stage: who sits where, from players, meetings and a seed alone, and why it came out so."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from tournaments.rules.draw.fives import place_fives
from tournaments.rules.draw.locks import LockedSeat, check_draw
from tournaments.rules.draw.reasons import reasons
from tournaments.rules.draw.seats import seats
from tournaments.rules.errors import CannotSeat
from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.choosing import choose
from tournaments.rules.seating.costs import Breakdown, Costs, Pair, Player, cost_of, in_order, repeated
from tournaments.rules.seating.problem import FORBIDDEN_COST, make_problem

__all__ = ["Breakdown", "Costs", "LockedSeat", "Pair", "Player", "Seating", "cost_of", "draw", "repeated"]

MAX_RESTARTS = 30


class Seating(NamedTuple):
    """A draw and its account."""

    tables: tuple[tuple[int, ...], ...]
    """Player ids by seat; seat 0 deals first. In a Swiss stage the first table is the leader's."""
    seed: int
    cost: int
    repeats: int
    """How many pairs meet again."""
    breakdown: dict[str, int]
    """The cost by kind, as in `Breakdown`."""
    tried: int
    """How many swaps were weighed."""
    starts: int
    """How many whole seatings were made to choose from."""
    why: tuple[str, ...]
    """Why it is so, in sentences."""


def draw(
    players: Sequence[Player],
    sizes: Sequence[int],
    *,
    kind: Literal["drawn", "swiss"],
    meetings: Mapping[Pair, int],
    forbidden: Collection[Pair] = (),
    locked: Collection[LockedSeat] = (),
    separate_nations: bool = False,
    seed: int,
    restarts: int = MAX_RESTARTS,
    costs: Costs | None = None,
    ahead: int = 0,
) -> Seating:
    """Seat the players at tables of these sizes; the same input and seed give the same seating everywhere.

    A Swiss draw without locks may put the fives elsewhere among the tables. `ahead`: how many stages will be
    drawn after this one; small fields are then seated so that those can be free of repeats, too.
    Raises CannotSeat where what is locked and forbidden contradicts itself.
    """
    check_draw(players, sizes, locked, forbidden)
    if not players:
        raise CannotSeat("There are no players to seat.")
    order = in_order(players)
    used = place_fives(sizes, order) if kind == "swiss" and not locked else list(sizes)
    problem = make_problem(
        players,
        used,
        kind=kind,
        meetings=meetings,
        forbidden=forbidden,
        locked=locked,
        separate_nations=separate_nations,
        costs=costs or Costs(),
    )
    rng = SeededRng(seed)
    found, made, tried = choose(problem, rng, restarts=restarts, ahead=ahead)
    if found.pairs >= FORBIDDEN_COST:
        raise CannotSeat(*_failed_separations(found.table_of, order, forbidden))
    tables = seats(found.table_of, order, len(used), locked, rng)
    breakdown = cost_of(
        tables,
        players,
        kind=kind,
        meetings=meetings,
        forbidden=forbidden,
        separate_nations=separate_nations,
        costs=costs,
    )
    again = len(repeated(tables, meetings))
    why = reasons(kind, breakdown, costs or Costs(), again, seed, made, tried)
    return Seating(tables, seed, breakdown.total, again, breakdown._asdict(), tried, made, why)


def drawn_as(
    tables: Sequence[Sequence[int]],
    players: Sequence[Player],
    *,
    meetings: Mapping[Pair, int],
    forbidden: Collection[Pair] = (),
    seed: int,
) -> Seating:
    """A seating whose tables are settled, as in a knock-out: only the seats are drawn. Raises CannotSeat."""
    check_draw(players, [len(table) for table in tables], (), ())
    by_id = {player.id: player for player in players}
    if strange := [id for table in tables for id in table if id not in by_id]:
        raise CannotSeat("Somebody who is not in this stage has a seat.", strange)
    order = [by_id[id] for table in tables for id in table]
    table_of = [number for number, table in enumerate(tables) for _ in table]
    drawn = seats(table_of, order, len(tables), (), SeededRng(seed))
    breakdown = cost_of(drawn, players, kind="knock_out", meetings=meetings, forbidden=forbidden)
    again = len(repeated(drawn, meetings))
    why = reasons("knock_out", breakdown, Costs(), again, seed, 1, 0)
    return Seating(drawn, seed, breakdown.total, again, breakdown._asdict(), 0, 1, why)


def _failed_separations(
    table_of: Sequence[int], order: Sequence[Player], forbidden: Collection[Pair]
) -> tuple[str, list[int]]:
    """The sentence and the players for forbidden pairs that no start could part."""
    table = {player.id: number for player, number in zip(order, table_of, strict=True)}
    pairs = sorted(tuple(sorted(pair)) for pair in forbidden if len(pair) == 2 and pair <= table.keys())
    left = [pair for pair in pairs if table[pair[0]] == table[pair[1]]]
    count = "One pair" if len(left) == 1 else f"{len(left)} pairs"
    ids = sorted({id for pair in left for id in pair})
    return f"No seating keeps everyone apart who must not meet: {count} would meet.", ids
