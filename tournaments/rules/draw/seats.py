"""Who sits where at a table: who has dealt first least often gets seat 0, the others sit by lot."""

from collections.abc import Collection, Sequence

from tournaments.rules.draw.locks import LockedSeat
from tournaments.rules.rng import SeededRng
from tournaments.rules.seating.costs import Player


def seats(
    table_of: Sequence[int],
    order: Sequence[Player],
    tables: int,
    locked: Collection[LockedSeat],
    rng: SeededRng,
) -> tuple[tuple[int, ...], ...]:
    """The ids at each table by seat; locked players keep theirs. `order`: the players of `table_of`."""
    members: list[list[Player]] = [[] for _ in range(tables)]
    for player, table in zip(order, table_of, strict=True):
        members[table].append(player)
    kept: list[dict[int, int]] = [{} for _ in range(tables)]
    for lock in locked:
        kept[lock.table][lock.seat] = lock.player
    return tuple(_at_table(there, locks, rng) for there, locks in zip(members, kept, strict=True))


def _at_table(members: list[Player], kept: dict[int, int], rng: SeededRng) -> tuple[int, ...]:
    at_home = set(kept.values())
    free = rng.shuffled([player for player in members if player.id not in at_home])
    if 0 not in kept:
        free.sort(key=lambda player: player.dealt_first)
    waiting = iter(free)
    return tuple(kept[seat] if seat in kept else next(waiting).id for seat in range(len(members)))
