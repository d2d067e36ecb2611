"""Who gives signs of life at which table, here and at other processes; a matter of the moment, in memory.

Times of life are seconds of a steady clock and are given; nothing here knows sockets or the database.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from threading import Lock

from cachetools import LRUCache

FORGOTTEN = 7.0
"""Seconds after which a process that said nothing has no sockets any more."""
_sockets: defaultdict[str, Counter[int]] = defaultdict(Counter)
_elsewhere: dict[str, dict[str, frozenset[int]]] = {}
_heard_at: dict[str, float] = {}
_lives: LRUCache[tuple[str, int], float] = LRUCache(100_000)
_away_at: dict[str, dict[int, datetime]] = {}
_lock = Lock()


def arrive(table_id: str, seat: int) -> bool:
    """Count a socket; True if the seat was without one, here and elsewhere."""
    first = seat not in connected(table_id)
    _sockets[table_id][seat] += 1
    return first


def depart(table_id: str, seat: int) -> bool:
    """Forget a socket; True if it was the seat's last, here and elsewhere."""
    seats = _sockets[table_id]
    seats[seat] -= 1
    if seats[seat] <= 0:
        del seats[seat]
    if not seats:
        del _sockets[table_id]
    return seat not in connected(table_id)


def connected(table_id: str) -> frozenset[int]:
    """The seats that give signs of life through a socket, of whatever process."""
    found = here(table_id)
    for tables in tuple(_elsewhere.values()):
        found |= tables.get(table_id, frozenset())
    return found


def here(table_id: str) -> frozenset[int]:
    """Those with a socket of this process."""
    return frozenset(_sockets[table_id]) if table_id in _sockets else frozenset()


def all_here() -> dict[str, list[int]]:
    """The seats with a socket of this process, by table."""
    return {table_id: sorted(seats) for table_id, seats in tuple(_sockets.items())}


def hear_of(process: str, seats: Mapping[str, Iterable[int]], *, whole: bool, now: float) -> set[str]:
    """What another process says of its sockets; gives the tables where that may have changed something."""
    before = _elsewhere.get(process, {})
    told = {table_id: frozenset(those) for table_id, those in seats.items()}
    after = told if whole else {**before, **told}
    _elsewhere[process] = {table_id: those for table_id, those in after.items() if those}
    _heard_at[process] = now
    return _note_changes(before, _elsewhere[process], now)


def forget_silent(now: float) -> set[str]:
    """Processes that said nothing for long have no sockets any more; gives the tables that this changes."""
    changed: set[str] = set()
    for process in [each for each, at in _heard_at.items() if now - at >= FORGOTTEN]:
        del _heard_at[process]
        changed |= _note_changes(_elsewhere.pop(process, {}), {}, now)
    return changed


def _note_changes(
    before: Mapping[str, frozenset[int]], after: Mapping[str, frozenset[int]], now: float
) -> set[str]:
    changed = set()
    for table_id in before.keys() | after.keys():
        gone = before.get(table_id, frozenset()) - after.get(table_id, frozenset())
        for seat in gone:
            note_life(table_id, seat, now)
        if gone or after.get(table_id) != before.get(table_id):
            changed.add(table_id)
    return changed


# --- The last sign of life, and what comes of its absence --------------------------------------------------


def note_life(table_id: str, seat: int, now: float) -> None:
    """The person on a seat has given a sign of life."""
    with _lock:
        _lives[table_id, seat] = max(now, _lives.get((table_id, seat), now))


def last_life(table_id: str, seat: int) -> float | None:
    """When the person on a seat gave the last one that was noted; None if none was."""
    with _lock:
        return _lives.get((table_id, seat))


def set_away_at(table_id: str, seat: int, at: datetime | None) -> None:
    """When a stand-in takes over; None: not any more."""
    seats = dict(_away_at.get(table_id, {}))
    seats.pop(seat, None)
    if at is not None:
        seats[seat] = at
    if seats:
        _away_at[table_id] = seats
    else:
        _away_at.pop(table_id, None)


def away_at(table_id: str) -> Mapping[int, datetime]:
    """When stand-ins take over at a table, by seat."""
    return _away_at.get(table_id, {})


def forget_all() -> None:
    """Begin anew, as a new process does."""
    for kept in (_sockets, _elsewhere, _heard_at, _lives, _away_at):
        kept.clear()
