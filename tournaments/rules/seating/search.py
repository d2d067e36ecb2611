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
    """Search for a good seating `max_searches` times, and yield the result of each search.

    Each search fills the tables with the players in a different order, and then swaps players.
    """
    for number in range(max_searches):
        search = SwapSearch(problem, fill_tables(problem, _player_order(problem, rng, number)))
        search, touched = _separate_repeated_pairs(search, rng)
        _reduce_cost(search, rng, touched)
        yield _current_seating(search)


def min_soft_cost(problem: Problem) -> int:
    """Return a lower bound for the soft cost of a seating; a search that reaches it can stop.

    The soft cost is the cost of same-nation pairs and, in a random draw, of tables of five.
    """
    seats = sum(size for size in problem.sizes if size >= 5) if problem.home is None else 0
    return min_nation_pairs(problem) * problem.costs.nations + sum(sorted(problem.fives)[:seats])


def min_nation_pairs(problem: Problem) -> int:
    """Return a lower bound for the number of same-nation pairs who share a table."""
    tables = len(problem.sizes)
    pairs = 0
    for nation in sorted(set(problem.nations) - {0}):
        # A nation has the fewest pairs at tables if its players are spread as evenly as possible.
        each, more = divmod(problem.nations.count(nation), tables)
        pairs += (tables - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)
    return pairs


def _player_order(problem: Problem, rng: SeededRng, search_number: int) -> list[int]:
    """Return the order in which the players fill the tables at the start of a search.

    In a random draw, the order is random. In a Swiss draw, the first search (`search_number` 0) follows the
    standings, and each later search deviates from them a little more.
    """
    players = list(range(problem.player_count))
    if problem.home is None:
        return rng.shuffled(players)
    shaken = [(place + 4 * search_number * rng.random(), place) for place in players]
    return [place for _, place in sorted(shaken)]


def _current_seating(search: SwapSearch) -> FoundSeating:
    """Return the search's current seating, its costs, and the number of swaps evaluated so far."""
    pairs = sum(search.pair_cost(player) for player in range(search.problem.player_count)) // 2
    soft = search.cost_of_same_nation_pairs() + (
        search.cost_of_tables_of_five() if search.problem.home is None else 0
    )
    return FoundSeating(search.table_of, pairs, search.cost, soft, search.evaluated)


def _separate_repeated_pairs(search: SwapSearch, rng: SeededRng) -> tuple[SwapSearch, set[int]]:
    """Separate repeated and forbidden pairs by tabu search, and return a tuple (search, moved players).

    In a random draw, also move players who sit at tables of five too often. Stop when nobody needs to be
    moved, when no swap is allowed, or after MAX_SWAPS_PER_START swaps have been evaluated. The search
    that is returned contains the best seating found.
    """
    best, best_tables = search.cost, search.table_of[:]
    held: dict[tuple[int, int], int] = {}
    touched: set[int] = set()
    step = 0
    while (trouble := _players_to_move(search)) and search.evaluated < MAX_SWAPS_PER_START:
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


def _players_to_move(search: SwapSearch) -> list[int]:
    """Return the movable players who sit with an earlier opponent or with a player they must not meet.

    If there are no such players, return those who sit at tables of five too often or, in a Swiss draw, [].
    """
    return search.players_meeting_again() or (
        [] if search.problem.home else search.players_at_five_too_often()
    )


def _choose_swap(
    search: SwapSearch,
    player: int,
    tabu_until: dict[tuple[int, int], int],
    step: int,
    best_cost: int,
    rng: SeededRng,
) -> tuple[int, int] | None:
    """Return the cheapest allowed swap of `player`, as a tuple (cost change, other player).

    `tabu_until` maps (player, table) to the step before which the player may not return to that table; `step`
    is the number of the current step. A swap that brings the total cost below `best_cost` is always allowed.
    Choose at random between equally cheap swaps. Return None if no swap is allowed.
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
    """Return the players to consider swapping with `player`, who may be among them.

    If there are few players, return all of them. Otherwise return the nearest players in the standings, and
    some players chosen at random.
    """
    number = search.problem.player_count
    if number <= MAX_PLAYERS_COMPARED:
        return range(number)
    near = range(max(0, player - NEAREST), min(number, player + NEAREST))
    return [*near, *(rng.randbelow(number) for _ in range(BY_LOT))]


def _reduce_cost(search: SwapSearch, rng: SeededRng, moved_players: set[int]) -> None:
    """Reduce the total cost of the search's seating, in place, by swapping players.

    Consider swaps of `moved_players`, and of players who sit with a player of their nation or once more at a
    table of five. Make at most PASSES passes over these players, and stop after a pass that improves nothing.
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
