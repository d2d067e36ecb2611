"""Draws the seats of a stage, from its players, their earlier meetings and a seed, and explains the draw."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from core.sentence import Sentence
from tournaments.rules.draw.fives import arrange_large_tables
from tournaments.rules.draw.locks import LockedSeat, ensure_draw_is_consistent
from tournaments.rules.draw.reasons import explain_draw, pair_count_text
from tournaments.rules.draw.seats import assign_seats
from tournaments.rules.errors import CannotSeat
from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.choosing import choose_seating
from tournaments.rules.seating.costs import (
    Breakdown,
    Costs,
    Pair,
    Player,
    repeated_pairs,
    seating_costs,
    sort_by_place,
)
from tournaments.rules.seating.problem import FORBIDDEN_COST, encode_problem

__all__ = [
    "Breakdown",
    "Costs",
    "LockedSeat",
    "Pair",
    "Player",
    "Seating",
    "draw_seating",
    "repeated_pairs",
    "seating_costs",
]

MAX_SEARCHES = 30


class Seating(NamedTuple):
    """The result of a draw: the seats, and how they were found."""

    tables: tuple[tuple[int, ...], ...]
    """Each table's player ids in seat order; seat 0 deals first. In a Swiss stage, the first table has the
    leader.
    """
    seed: int
    cost: int
    repeats: int
    """The number of pairs who meet again."""
    breakdown: dict[str, int]
    """The fields of `Breakdown` with their values."""
    tried: int
    """How many swaps the search evaluated."""
    starts: int
    """The number of complete seatings that the search compared."""
    why: tuple[str, ...]
    """The explanation of the draw, in sentences."""


def draw_seating(
    players: Sequence[Player],
    sizes: Sequence[int],
    *,
    kind: Literal["drawn", "swiss"],
    meetings: Mapping[Pair, int],
    forbidden: Collection[Pair] = (),
    locked: Collection[LockedSeat] = (),
    separate_nations: bool = False,
    seed: int,
    max_searches: int = MAX_SEARCHES,
    costs: Costs | None = None,
    stages_ahead: int = 0,
) -> Seating:
    """Draw a seat for each player so that few pairs meet again.

    `sizes` has the number of seats at each table; a Swiss draw without locked seats may reorder the sizes.
    `kind` is "drawn" (at random) or "swiss" (by the standings). `meetings` counts the earlier games of each
    pair. `forbidden` has the pairs who must not meet, and `locked` the players whose seats are already
    decided. If `separate_nations` is true, also keep players of the same nation apart where possible. Equal
    arguments, including `seed`, give the same seating. `max_searches` limits the number of seatings to
    compare. `costs` has the weights by which seatings are compared; None means the defaults. `stages_ahead`
    is the number of later stages to plan for. Raise CannotSeat if there are no players, if arguments
    contradict each other, or if forbidden pairs would meet.
    """
    ensure_draw_is_consistent(players, sizes, locked, forbidden)
    if not players:
        raise CannotSeat(Sentence("There are no players to seat."))
    order = sort_by_place(players)
    # The tables of five go to players who have rarely sat at one. A lock refers to a table by number, so with
    # locks no size may move to another table.
    used = arrange_large_tables(sizes, order) if kind == "swiss" and not locked else list(sizes)
    problem = encode_problem(
        players,
        used,
        kind=kind,
        meetings=meetings,
        forbidden=forbidden,
        locked=locked,
        separate_nations=separate_nations,
        costs=costs or Costs(),
    )
    # Seeded, so that equal arguments give the same seating.
    rng = SeededRng(seed)
    found, made, tried = choose_seating(problem, rng, max_searches=max_searches, stages_ahead=stages_ahead)
    if found.pairs >= FORBIDDEN_COST:
        raise CannotSeat(*_describe_unseparated_pairs(found.table_of, order, forbidden))
    tables = assign_seats(found.table_of, order, len(used), locked, rng)
    breakdown = seating_costs(
        tables,
        players,
        kind=kind,
        meetings=meetings,
        forbidden=forbidden,
        separate_nations=separate_nations,
        costs=costs,
    )
    again = len(repeated_pairs(tables, meetings))
    why = explain_draw(kind, breakdown, costs or Costs(), again, seed, made, tried)
    return Seating(tables, seed, breakdown.total, again, breakdown._asdict(), tried, made, why)


def seat_fixed_tables(
    tables: Sequence[Sequence[int]],
    players: Sequence[Player],
    *,
    meetings: Mapping[Pair, int],
    forbidden: Collection[Pair] = (),
    seed: int,
) -> Seating:
    """Draw the seats within tables whose players are already known, as in a knock-out stage.

    `tables` has the player ids of each table, and must list each player once. `meetings` and `forbidden` do
    not affect the seats, only the report about them. Raise CannotSeat if the numbers of seats and players
    differ, or if the player in a seat is not in `players`.
    """
    ensure_draw_is_consistent(players, [len(table) for table in tables], (), ())
    by_id = {player.id: player for player in players}
    if strange := [id for table in tables for id in table if id not in by_id]:
        raise CannotSeat(Sentence("Somebody who is not in this stage has a seat."), strange)
    order = [by_id[id] for table in tables for id in table]
    table_of = [number for number, table in enumerate(tables) for _ in table]
    drawn = assign_seats(table_of, order, len(tables), (), SeededRng(seed))
    breakdown = seating_costs(drawn, players, kind="knock_out", meetings=meetings, forbidden=forbidden)
    again = len(repeated_pairs(drawn, meetings))
    why = explain_draw("knock_out", breakdown, Costs(), again, seed, 1, 0)
    return Seating(drawn, seed, breakdown.total, again, breakdown._asdict(), 0, 1, why)


def _describe_unseparated_pairs(
    table_of: Sequence[int], order: Sequence[Player], forbidden: Collection[Pair]
) -> tuple[str, list[int]]:
    """Return an error message about the forbidden pairs who share a table, and the ids of their players.

    `table_of` has the table number of each player in `order`.
    """
    table = {player.id: number for player, number in zip(order, table_of, strict=True)}
    pairs = sorted(tuple(sorted(pair)) for pair in forbidden if len(pair) == 2 and pair <= table.keys())
    left = [pair for pair in pairs if table[pair[0]] == table[pair[1]]]
    ids = sorted({id for pair in left for id in pair})
    return (
        Sentence(
            "No seating keeps everyone apart who must not meet: %(pairs)s would meet.",
            pairs=pair_count_text(len(left)),
        ),
        ids,
    )
