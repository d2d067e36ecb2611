"""Searches for seatings: fills the tables, improves them by swaps, and starts again in another order."""

from collections.abc import Iterator
from typing import NamedTuple

from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.filling import fill_tables
from tournaments.rules.seating.problem import Problem
from tournaments.rules.seating.swaps import SwapSearch

MAX_SWAPS_PER_START = 20_000
"""Maximum number of swaps that one search may evaluate to avoid repeated meetings."""
MAX_PLAYERS_COMPARED = 300
"""With more players than this, only the nearest and some random players are considered for a swap."""
NEAREST, BY_LOT = 120, 60
TABU_STEPS = 6
"""Minimum number of steps for which a player may not return to the table just left."""
PASSES = 3


class FoundSeating(NamedTuple):
    """The seating found by one search."""

    table_of: list[int]
    pairs: int
    """The cost of repeated meetings and forbidden pairs."""
    cost: int
    """The total cost."""
    soft: int
    """The cost of same-nation pairs and, in a random draw, of tables of five."""
    evaluated: int
    """How many swaps the search evaluated."""


def search_seatings(problem: Problem, rng: SeededRng, max_searches: int) -> Iterator[FoundSeating]:
    """Yield the results of `max_searches` searches, which start from differently filled tables."""
    for number in range(max_searches):
        search = SwapSearch(problem, fill_tables(problem, _player_order(problem, rng, number)))
        search, touched = _separate_repeated_pairs(search, rng)
        _reduce_cost(search, rng, touched)
        yield _current_seating(search)


def min_soft_cost(problem: Problem) -> int:
    """Return a cost of same-nation pairs and tables of five that no seating can go below.

    Tables of five are counted only in a random draw.
    """
    seats = sum(size for size in problem.sizes if size >= 5) if problem.home is None else 0
    return min_nation_pairs(problem) * problem.costs.nations + sum(sorted(problem.fives)[:seats])


def min_nation_pairs(problem: Problem) -> int:
    """Return a number of same-nation pairs at the same table that no seating can go below."""
    tables = len(problem.sizes)
    pairs = 0
    for nation in sorted(set(problem.nations) - {0}):
        # A nation has the fewest pairs at tables if its players are spread as evenly as possible.
        each, more = divmod(problem.nations.count(nation), tables)
        pairs += (tables - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)
    return pairs


def _player_order(problem: Problem, rng: SeededRng, search_number: int) -> list[int]:
    """Return the sequence in which a search assigns players to tables: random, unless the draw is Swiss.

    In a Swiss draw, search 0 follows the standings, and each later search deviates more from them at random.
    """
    players = list(range(problem.player_count))
    if problem.home is None:
        return rng.shuffled(players)
    shaken = [(place + 4 * search_number * rng.random(), place) for place in players]
    return [place for _, place in sorted(shaken)]


def _current_seating(search: SwapSearch) -> FoundSeating:
    """Return the search's current seating, with its costs and the number of swaps evaluated."""
    pairs = sum(search.pair_cost(player) for player in range(search.problem.player_count)) // 2
    soft = search.cost_of_same_nation_pairs() + (
        search.cost_of_tables_of_five() if search.problem.home is None else 0
    )
    return FoundSeating(search.table_of, pairs, search.cost, soft, search.evaluated)


def _separate_repeated_pairs(search: SwapSearch, rng: SeededRng) -> tuple[SwapSearch, set[int]]:
    """Swap players to separate pairs who have met before and forbidden pairs, using tabu search.

    Return a search with the cheapest seating that was reached, and the set of players who were swapped.
    """
    best, best_tables = search.cost, search.table_of[:]
    held: dict[tuple[int, int], int] = {}
    touched: set[int] = set()
    step = 0
    while (trouble := _players_to_swap(search)) and search.evaluated < MAX_SWAPS_PER_START:
        step += 1
        player = trouble[rng.randbelow(len(trouble))]
        choice = _choose_swap(search, player, held, step, best, rng)
        if choice is None:
            break
        change, other = choice
        until = step + TABU_STEPS + rng.randbelow(TABU_STEPS)
        held[player, search.table_of[player]] = held[other, search.table_of[other]] = until
        search.swap(player, other, change)
        touched.update((player, other))
        if search.cost < best:
            best, best_tables = search.cost, search.table_of[:]
    if search.cost > best:
        evaluated = search.evaluated
        search = SwapSearch(search.problem, best_tables)
        search.evaluated = evaluated
    return search, touched


def _players_to_swap(search: SwapSearch) -> list[int]:
    """Return the players who should be swapped, without those who must stay at their tables.

    They sit with a forbidden partner or an earlier opponent. If nobody does, and the draw is random, return
    those who have sat at tables of five too often and sit at one now.
    """
    return search.players_meeting_again() or (
        [] if search.problem.home else search.players_with_too_many_fives()
    )


def _choose_swap(
    search: SwapSearch,
    player: int,
    tabu_until: dict[tuple[int, int], int],
    step: int,
    best_cost: int,
    rng: SeededRng,
) -> tuple[int, int] | None:
    """Return the cheapest allowed swap of `player` as a tuple (cost change, other player), or None.

    No player may return to a table before the step in `tabu_until[player, table]`, unless the total cost
    falls below `best_cost`.
    """
    table_of = search.table_of
    here = table_of[player]
    least: int | None = None
    equals: list[int] = []
    for change, other in search.evaluate_swaps(player, _swap_candidates(search, player, rng)):
        if least is not None and change > least:
            continue
        back = tabu_until.get((player, table_of[other]), 0) > step or tabu_until.get((other, here), 0) > step
        if back and search.cost + change >= best_cost:
            continue
        if least is None or change < least:
            least, equals = change, [other]
        else:
            equals.append(other)
    return None if least is None else (least, equals[rng.randbelow(len(equals))])


def _swap_candidates(search: SwapSearch, player: int, rng: SeededRng) -> range | list[int]:
    """Return the players with whom `player` may be swapped.

    Up to MAX_PLAYERS_COMPARED players, these are all. With more, they are the nearest in the standings and
    some at random.
    """
    number = search.problem.player_count
    if number <= MAX_PLAYERS_COMPARED:
        return range(number)
    near = range(max(0, player - NEAREST), min(number, player + NEAREST))
    return [*near, *(rng.randbelow(number) for _ in range(BY_LOT))]


def _reduce_cost(search: SwapSearch, rng: SeededRng, moved_players: set[int]) -> None:
    """Swap players, in place, if that reduces the total cost. Stop after at most PASSES passes.

    Each pass looks at `moved_players`, and at players who sit with someone of the same nation or again at a
    table of five.
    """
    for _ in range(PASSES):
        before = search.cost
        for player in sorted(
            {*search.players_to_improve(), *moved_players}
            - {n for n, f in enumerate(search.problem.fixed) if f}
        ):
            change, other = min(
                search.evaluate_swaps(player, _swap_candidates(search, player, rng)), default=(0, -1)
            )
            if change < 0:
                search.swap(player, other, change)
        if search.cost == before:
            return
