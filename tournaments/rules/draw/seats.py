"""Assigns seats: seat 0 to the player who has dealt first least often, the other seats at random."""

from collections.abc import Collection, Sequence

from tournaments.rules.draw.locks import LockedSeat
from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.costs import Player


def assign_seats(
    table_of: Sequence[int],
    order: Sequence[Player],
    table_count: int,
    locked: Collection[LockedSeat],
    rng: SeededRng,
) -> tuple[tuple[int, ...], ...]:
    """Assign the seats at each table, and return each table's player ids in seat order.

    `table_of` has the table number of each player in `order`. Players with locked seats keep these seats.
    """
    members: list[list[Player]] = [[] for _ in range(table_count)]
    for player, table in zip(order, table_of, strict=True):
        members[table].append(player)
    kept: list[dict[int, int]] = [{} for _ in range(table_count)]
    for lock in locked:
        kept[lock.table][lock.seat] = lock.player
    return tuple(_assign_table_seats(there, locks, rng) for there, locks in zip(members, kept, strict=True))


def _assign_table_seats(members: list[Player], locked: dict[int, int], rng: SeededRng) -> tuple[int, ...]:
    """Assign the seats at one table, and return the player ids in seat order.

    `locked` maps the numbers of locked seats to player ids. Seat 0 deals first: unless it is locked, it goes
    to a player without a locked seat who has dealt first as rarely as possible.
    """
    at_home = set(locked.values())
    free = rng.shuffled([player for player in members if player.id not in at_home])
    # The other seats are assigned at random.
    if 0 not in locked:
        # The sort is stable, so players who have dealt first equally often stay in random order.
        free.sort(key=lambda player: player.dealt_first)
    waiting = iter(free)
    return tuple(locked[seat] if seat in locked else next(waiting).id for seat in range(len(members)))
