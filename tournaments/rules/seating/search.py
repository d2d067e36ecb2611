"""The search for a seating: fill the tables, cure what costs most by swaps, begin again in another order."""

from collections.abc import Iterator
from typing import NamedTuple

from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.filling import fill
from tournaments.rules.seating.problem import Problem
from tournaments.rules.seating.swaps import Swaps

MAX_SWAPS_PER_START = 20_000
"""How many swaps one start may weigh in curing repeated meetings."""
MAX_PLAYERS_COMPARED = 300
"""With more players than this a swap is looked for among the nearest and some by lot."""
NEAREST, BY_LOT = 120, 60
TABU_STEPS = 6
"""For about so many steps a player does not go back to the table just left."""
PASSES = 3


class FoundSeating(NamedTuple):
    """The seating that one start of the search has found."""

    table_of: list[int]
    pairs: int
    """What its pairs cost: forbidden ones and repeated meetings."""
    cost: int
    soft: int
    """What its nations cost, and in a draw by lot its fives."""
    weighed: int


def starts(problem: Problem, rng: SeededRng, number: int) -> Iterator[FoundSeating]:
    """The results of so many starts, each made when asked for."""
    for start in range(number):
        swaps = Swaps(problem, fill(problem, _order(problem, rng, start)))
        swaps, touched = _part_pairs(swaps, rng)
        _improve(swaps, rng, touched)
        yield _found(swaps)


def least_soft(problem: Problem) -> int:
    """What nations, and in a draw by lot fives, cost at least: no start needs to look for less."""
    seats = sum(size for size in problem.sizes if size >= 5) if problem.home is None else 0
    return fewest_nation_pairs(problem) * problem.costs.nations + sum(sorted(problem.fives)[:seats])


def fewest_nation_pairs(problem: Problem) -> int:
    """How many pairs of one nation at a table no seating can avoid."""
    tables = len(problem.sizes)
    pairs = 0
    for nation in sorted(set(problem.nations) - {0}):
        each, more = divmod(problem.nations.count(nation), tables)
        pairs += (tables - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)
    return pairs


def _order(problem: Problem, rng: SeededRng, start: int) -> list[int]:
    """By lot, or the standings' order: exactly so at first, then shaken more with each start."""
    players = list(range(problem.number))
    if problem.home is None:
        return rng.shuffled(players)
    shaken = [(place + 4 * start * rng.random(), place) for place in players]
    return [place for _, place in sorted(shaken)]


def _found(swaps: Swaps) -> FoundSeating:
    pairs = sum(swaps.pairs_cost(player) for player in range(swaps.problem.number)) // 2
    soft = swaps.nations_cost() + (swaps.fives_cost() if swaps.problem.home is None else 0)
    return FoundSeating(swaps.table_of, pairs, swaps.cost, soft, swaps.weighed)


def _part_pairs(swaps: Swaps, rng: SeededRng) -> tuple[Swaps, set[int]]:
    """Swap those who sit with somebody again, even where that is worse for a while.

    Gives the best seating seen, and those who were moved.
    """
    best, best_tables = swaps.cost, swaps.table_of[:]
    held: dict[tuple[int, int], int] = {}
    touched: set[int] = set()
    step = 0
    while (trouble := _players_to_move(swaps)) and swaps.weighed < MAX_SWAPS_PER_START:
        step += 1
        player = trouble[rng.below(len(trouble))]
        choice = _choose(swaps, player, held, step, best, rng)
        if choice is None:
            break
        change, other = choice
        until = step + TABU_STEPS + rng.below(TABU_STEPS)
        held[player, swaps.table_of[player]] = held[other, swaps.table_of[other]] = until
        swaps.swap(player, other, change)
        touched.update((player, other))
        if swaps.cost < best:
            best, best_tables = swaps.cost, swaps.table_of[:]
    if swaps.cost > best:
        weighed = swaps.weighed
        swaps = Swaps(swaps.problem, best_tables)
        swaps.weighed = weighed
    return swaps, touched


def _players_to_move(swaps: Swaps) -> list[int]:
    """Players to move next: those who meet somebody again, then (in a draw by lot) those at a five again."""
    return swaps.players_meeting_again() or ([] if swaps.problem.home else swaps.players_at_fives_again())


def _choose(
    swaps: Swaps, player: int, held: dict[tuple[int, int], int], step: int, best: int, rng: SeededRng
) -> tuple[int, int] | None:
    """The cheapest swap that does not go back at once, unless it is the best of all; equal ones by lot."""
    table_of = swaps.table_of
    here = table_of[player]
    least: int | None = None
    equals: list[int] = []
    for change, other in swaps.weigh(player, _candidates(swaps, player, rng)):
        if least is not None and change > least:
            continue
        back = held.get((player, table_of[other]), 0) > step or held.get((other, here), 0) > step
        if back and swaps.cost + change >= best:
            continue
        if least is None or change < least:
            least, equals = change, [other]
        else:
            equals.append(other)
    return None if least is None else (least, equals[rng.below(len(equals))])


def _candidates(swaps: Swaps, player: int, rng: SeededRng) -> range | list[int]:
    number = swaps.problem.number
    if number <= MAX_PLAYERS_COMPARED:
        return range(number)
    near = range(max(0, player - NEAREST), min(number, player + NEAREST))
    return [*near, *(rng.below(number) for _ in range(BY_LOT))]


def _improve(swaps: Swaps, rng: SeededRng, touched: set[int]) -> None:
    """Swap for nations, fives and the way home of those who were moved, as long as that gains."""
    for _ in range(PASSES):
        before = swaps.cost
        for player in sorted(
            {*swaps.players_to_improve(), *touched} - {n for n, f in enumerate(swaps.problem.fixed) if f}
        ):
            change, other = min(swaps.weigh(player, _candidates(swaps, player, rng)), default=(0, -1))
            if change < 0:
                swaps.swap(player, other, change)
        if swaps.cost == before:
            return
