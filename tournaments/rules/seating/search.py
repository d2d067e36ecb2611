"""Searches for seatings: fills the tables, improves them by swaps, and starts again in another order."""

from collections.abc import Iterator
from typing import NamedTuple

from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.filling import fill_tables
from tournaments.rules.seating.problem import SeatingProblem
from tournaments.rules.seating.swaps import SwapSearch

MAX_SWAPS_PER_START = 20_000
"""Maximum number of swaps that one search may evaluate to avoid repeated meetings."""
MAX_PLAYERS_COMPARED = 300
"""With more players than this, only the nearest and some random players are considered for a swap."""
NEAREST, BY_LOT = 120, 60
TABU_STEPS = 6
"""Minimum number of steps for which a player may not return to the table just left."""
MAX_PASSES = 3


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


def search_seatings(problem: SeatingProblem, rng: SeededRng, max_searches: int) -> Iterator[FoundSeating]:
    """Search `max_searches` times, and yield the seating that each search finds.

    Each search seats the players in a new order and then swaps them to improve the seating.
    """
    for number in range(max_searches):
        search = SwapSearch(problem, fill_tables(problem, _player_order(problem, rng, number)))
        search, touched = _separate_repeated_pairs(search, rng)
        _reduce_cost(search, rng, touched)
        yield _current_seating(search)


def min_soft_cost(problem: SeatingProblem) -> int:
    """Return a lower bound for the soft cost of any seating.

    The soft cost is the cost of same-nation pairs and, in a random draw, of tables of five. A same-nation
    pair is two players of the same nation at the same table.
    """
    seats = sum(size for size in problem.sizes if size >= 5) if problem.home is None else 0
    return min_nation_pairs(problem) * problem.costs.nations + sum(sorted(problem.fives)[:seats])


def min_nation_pairs(problem: SeatingProblem) -> int:
    """Return a lower bound for how many pairs of the same nation share a table, whatever the seating."""
    tables = len(problem.sizes)
    pairs = 0
    for nation in sorted(set(problem.nations) - {0}):
        # A nation has the fewest pairs at tables if its players are spread as evenly as possible.
        each, more = divmod(problem.nations.count(nation), tables)
        pairs += (tables - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)
    return pairs


def _player_order(problem: SeatingProblem, rng: SeededRng, search_number: int) -> list[int]:
    """Return the order in which a search seats the players.

    It is random in a random draw. In a Swiss draw, it follows the standings, and each later search deviates
    more from them.
    """
    players = list(range(problem.player_count))
    if problem.home is None:
        return rng.shuffled(players)
    # Search 0 follows the standings, and each later search deviates more from them at random.
    shaken = [(place + 4 * search_number * rng.random(), place) for place in players]
    return [place for _, place in sorted(shaken)]


def _current_seating(search: SwapSearch) -> FoundSeating:
    """Return the seating that a search has reached, with its costs and the number of swaps evaluated."""
    pairs = sum(search.pair_cost(player) for player in range(search.problem.player_count)) // 2
    soft = search.cost_of_same_nation_pairs() + (
        search.cost_of_tables_of_five() if search.problem.home is None else 0
    )
    return FoundSeating(search.table_of, pairs, search.cost, soft, search.evaluated)


def _separate_repeated_pairs(search: SwapSearch, rng: SeededRng) -> tuple[SwapSearch, set[int]]:
    """Swap players to separate forbidden pairs and earlier opponents as far as possible.

    In a random draw, also share out the tables of five more fairly. Return a search that continues from the
    best seating found, and the set of the players who were swapped.
    """
    # A tabu search: for some steps, players may not return to a table that they have left.
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
    """Return the players who should move to another table.

    These are the players who sit with an earlier opponent or a forbidden partner. If there are none and the
    draw is random, return the players who have sat at tables of five too often and sit at one again. Players
    who must not be moved are left out.
    """
    # Fives count only in a random draw.
    return search.players_meeting_again() or (
        [] if search.problem.home else search.players_at_table_of_five_too_often()
    )


def _choose_swap(
    search: SwapSearch,
    player: int,
    tabu_until: dict[tuple[int, int], int],
    step: int,
    best_cost: int,
    rng: SeededRng,
) -> tuple[int, int] | None:
    """Find the allowed swap of `player` with a player at another table after which the total cost is lowest.

    Return the change in total cost and the other player, or None if no swap is allowed. `step` is the current
    step. `tabu_until` maps (player, table) to the step before which the player may not return to the table,
    unless the total cost then falls below `best_cost`.
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
    """Return the players with whom to try to swap `player`.

    If there are many players, these are the nearest in the standings and some chosen at random.
    """
    number = search.problem.player_count
    if number <= MAX_PLAYERS_COMPARED:
        return range(number)
    near = range(max(0, player - NEAREST), min(number, player + NEAREST))
    return [*near, *(rng.randbelow(number) for _ in range(BY_LOT))]


def _reduce_cost(search: SwapSearch, rng: SeededRng, moved_players: set[int]) -> None:
    """Lower the total cost by swaps, in at most MAX_PASSES passes. Stop after a pass that finds no such swap.

    Each pass looks for the best swap of each player in `moved_players`, each player who sits with someone of
    the same nation, and each player who sits at a table of five and has done so before. A swap is made only
    if it lowers the total cost. Players who must not be moved are never swapped.
    """
    for _ in range(MAX_PASSES):
        before = search.cost
        for player in sorted(
            {*search.players_at_unsuitable_tables(), *moved_players}
            - {n for n, f in enumerate(search.problem.fixed) if f}
        ):
            change, other = min(
                search.evaluate_swaps(player, _swap_candidates(search, player, rng)), default=(0, -1)
            )
            if change < 0:
                search.swap(player, other, change)
        if search.cost == before:
            return
