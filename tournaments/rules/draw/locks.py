"""Whether a draw can be made at all: what is locked and forbidden must not contradict itself."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from tournaments.rules.errors import CannotSeat
from tournaments.rules.seating.costs import Pair, Player


class LockedSeat(NamedTuple):
    """A player who keeps a seat; tables and seats count from 0."""

    player: int
    table: int
    seat: int


def check_draw(
    players: Sequence[Player],
    sizes: Sequence[int],
    locked: Collection[LockedSeat],
    forbidden: Collection[Pair],
) -> None:
    """Refuse what no draw could fulfil. Raises CannotSeat, which names the players that it is about."""
    if twice := _doubled(player.id for player in players):
        raise CannotSeat("A player can only sit at one table.", twice)
    if sum(sizes) != len(players):
        raise CannotSeat(f"{len(players)} players cannot fill tables with {sum(sizes)} seats.")
    known = {player.id for player in players}
    for lock in locked:
        if lock.player not in known:
            raise CannotSeat("A seat is locked for somebody who is not in this stage.", [lock.player])
        if not (0 <= lock.table < len(sizes) and 0 <= lock.seat < sizes[lock.table]):
            raise CannotSeat(
                f"There is no seat {lock.seat + 1} at table {lock.table + 1} to lock.", [lock.player]
            )
    if twice := _doubled(lock.player for lock in locked):
        raise CannotSeat("A player is locked in two seats.", twice)
    by_seat: dict[tuple[int, int], int] = {}
    for lock in locked:
        other = by_seat.setdefault((lock.table, lock.seat), lock.player)
        if other != lock.player:
            where = f"seat {lock.seat + 1} at table {lock.table + 1}"
            raise CannotSeat(f"Two players are locked in {where}.", [other, lock.player])
    _check_forbidden(sizes, locked, forbidden)


def _check_forbidden(
    sizes: Sequence[int], locked: Collection[LockedSeat], forbidden: Collection[Pair]
) -> None:
    for table in range(len(sizes)):
        there = sorted(lock.player for lock in locked if lock.table == table)
        for pair in combinations(there, 2):
            if frozenset(pair) in forbidden:
                raise CannotSeat(
                    f"Two players who must be kept apart are both locked at table {table + 1}.", pair
                )


def _doubled(ids: Iterable[int]) -> list[int]:
    return [id for id, number in Counter(ids).items() if number > 1]
