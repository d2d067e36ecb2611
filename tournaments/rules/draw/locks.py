"""Checks the input of a draw: locked seats and forbidden pairs must not contradict each other."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from core.sentence import Sentence
from tournaments.rules.errors import CannotSeat, cannot_fill_tables_message
from tournaments.rules.seating.costs import Pair, Player


class LockedSeat(NamedTuple):
    """A player whose seat is locked; tables and seats are numbered from 0."""

    player: int
    table: int
    seat: int


def ensure_draw_is_consistent(
    players: Sequence[Player],
    sizes: Sequence[int],
    locked: Collection[LockedSeat],
    forbidden: Collection[Pair],
) -> None:
    """Raise CannotSeat if the arguments of a draw contradict each other.

    For example, two players must not be locked in the same seat.
    """
    if twice := _find_duplicates(player.id for player in players):
        raise CannotSeat(Sentence("A player can only sit at one table."), twice)
    if sum(sizes) != len(players):
        raise CannotSeat(cannot_fill_tables_message(len(players), sum(sizes)))
    known = {player.id for player in players}
    for lock in locked:
        if lock.player not in known:
            raise CannotSeat(
                Sentence("A seat is locked for somebody who is not in this stage."), [lock.player]
            )
        if not (0 <= lock.table < len(sizes) and 0 <= lock.seat < sizes[lock.table]):
            raise CannotSeat(
                Sentence(
                    "There is no seat %(seat)d at table %(table)d to lock.",
                    seat=lock.seat + 1,
                    table=lock.table + 1,
                ),
                [lock.player],
            )
    if twice := _find_duplicates(lock.player for lock in locked):
        raise CannotSeat(Sentence("A player is locked in two seats."), twice)
    by_seat: dict[tuple[int, int], int] = {}
    for lock in locked:
        other = by_seat.setdefault((lock.table, lock.seat), lock.player)
        if other != lock.player:
            raise CannotSeat(
                Sentence(
                    "Two players are locked in seat %(seat)d at table %(table)d.",
                    seat=lock.seat + 1,
                    table=lock.table + 1,
                ),
                [other, lock.player],
            )
    _ensure_forbidden_pairs_not_locked_together(sizes, locked, forbidden)


def _ensure_forbidden_pairs_not_locked_together(
    sizes: Sequence[int], locked: Collection[LockedSeat], forbidden: Collection[Pair]
) -> None:
    """Raise CannotSeat if both players of a forbidden pair have locked seats at the same table."""
    for table in range(len(sizes)):
        there = sorted(lock.player for lock in locked if lock.table == table)
        for pair in combinations(there, 2):
            if frozenset(pair) in forbidden:
                raise CannotSeat(
                    Sentence(
                        "Two players who must be kept apart are both locked at table %(table)d.",
                        table=table + 1,
                    ),
                    pair,
                )


def _find_duplicates(ids: Iterable[int]) -> list[int]:
    """Return the ids that occur more than once."""
    return [id for id, number in Counter(ids).items() if number > 1]
