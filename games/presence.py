"""Presence: which seats have a live socket, in this process and in others. Kept in memory only.

Times are in seconds of a monotonic clock and are passed in, except for stand-in times, which clients see.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from threading import Lock

from cachetools import LRUCache

PROCESS_TIMEOUT_SECONDS = 7.0
"""Seconds of silence after which another process counts as having no sockets."""
# Only the event loop changes it. No defaultdict, because then a reading thread could add a table.
_sockets: dict[str, Counter[int]] = {}
_elsewhere: dict[str, dict[str, frozenset[int]]] = {}
_heard_at: dict[str, float] = {}
_lives: LRUCache[tuple[str, int], float] = LRUCache(100_000)
_away_at: dict[str, dict[int, datetime]] = {}
_lock = Lock()


def count_socket(table_id: str, seat: int) -> bool:
    """Count a socket for a seat; returns whether the seat had no socket before, in any process."""
    first = seat not in connected_seats(table_id)
    _sockets.setdefault(table_id, Counter())[seat] += 1
    return first


def uncount_socket(table_id: str, seat: int) -> bool:
    """Stop counting a socket for a seat, if one is counted.

    Returns whether the seat now has no socket in any process.
    """
    seats = _sockets.get(table_id, Counter())
    seats[seat] -= 1
    if seats[seat] <= 0:
        del seats[seat]
    if not seats:
        _sockets.pop(table_id, None)
    return seat not in connected_seats(table_id)


def connected_seats(table_id: str) -> frozenset[int]:
    """Return the seats of a table with a live socket in any process."""
    found = seats_connected_here(table_id)
    # A copy, because the event loop changes it while other threads read.
    for tables in tuple(_elsewhere.values()):
        found |= tables.get(table_id, frozenset())
    return found


def seats_connected_here(table_id: str) -> frozenset[int]:
    """Return the seats of a table with a live socket in this process."""
    # One look-up, because the table may be removed between two of them.
    return frozenset(_sockets.get(table_id, ()))


def connected_tables() -> set[str]:
    """Return the ids of all tables at which somebody has a live socket in any process."""
    return set(_sockets.copy()).union(*tuple(_elsewhere.values()))


def all_seats_connected_here() -> dict[str, list[int]]:
    """Return the numbers of the seats with a live socket in this process, by table id."""
    return {table_id: sorted(seats) for table_id, seats in tuple(_sockets.items())}


def record_announced_seats(
    process: str, seats: Mapping[str, Iterable[int]], *, whole: bool, now: float
) -> set[str]:
    """Store the connected seats that another process has announced; return the tables that have changed.

    If `whole` is True, `seats` covers all tables of that process; otherwise only the tables in it are
    updated. `now` is a monotonic time in seconds.
    """
    before = _elsewhere.get(process, {})
    told = {table_id: frozenset(those) for table_id, those in seats.items()}
    after = told if whole else {**before, **told}
    _elsewhere[process] = {table_id: those for table_id, those in after.items() if those}
    _heard_at[process] = now
    return _record_disconnections(before, _elsewhere[process], now)


def has_silent_processes(now: float) -> bool:
    """Whether another process has announced nothing for PROCESS_TIMEOUT_SECONDS or longer."""
    return any(now - at >= PROCESS_TIMEOUT_SECONDS for at in _heard_at.values())


def forget_silent_processes(now: float) -> set[str]:
    """Forget processes that have announced nothing for PROCESS_TIMEOUT_SECONDS or longer.

    Returns the tables at which they had connected seats. `now` is a monotonic time in seconds.
    """
    changed: set[str] = set()
    for process in [each for each, at in _heard_at.items() if now - at >= PROCESS_TIMEOUT_SECONDS]:
        del _heard_at[process]
        changed |= _record_disconnections(_elsewhere.pop(process, {}), {}, now)
    return changed


def _record_disconnections(
    before: Mapping[str, frozenset[int]], after: Mapping[str, frozenset[int]], now: float
) -> set[str]:
    """Record a sign of life for each seat that is in `before` but no longer in `after`.

    Returns the tables whose connected seats differ.
    """
    changed = set()
    for table_id in before.keys() | after.keys():
        gone = before.get(table_id, frozenset()) - after.get(table_id, frozenset())
        for seat in gone:
            record_sign_of_life(table_id, seat, now)
        if gone or after.get(table_id) != before.get(table_id):
            changed.add(table_id)
    return changed


# --- Signs of life, and countdowns to stand-ins -------------------------------------------------------------


def record_sign_of_life(table_id: str, seat: int, now: float) -> None:
    """Record that a player gave a sign of life at `now`, unless a later one has already been recorded.

    `now` is a monotonic time in seconds.
    """
    with _lock:
        # Messages from other processes may arrive late: the time must never move backwards.
        _lives[table_id, seat] = max(now, _lives.get((table_id, seat), now))


def last_sign_of_life(table_id: str, seat: int) -> float | None:
    """Return the monotonic time, in seconds, of the last sign of life from the player in a seat.

    Returns None if this process knows of none.
    """
    with _lock:
        return _lives.get((table_id, seat))


def set_stand_in_time(table_id: str, seat: int, at: datetime | None) -> None:
    """Record the time `at` which a stand-in takes over a seat; None means that no stand-in will."""
    # Replaced rather than changed, because another thread may be reading it.
    seats = dict(_away_at.get(table_id, {}))
    seats.pop(seat, None)
    if at is not None:
        seats[seat] = at
    if seats:
        _away_at[table_id] = seats
    else:
        _away_at.pop(table_id, None)


def stand_in_times(table_id: str) -> Mapping[int, datetime]:
    """Return the times at which stand-ins will take over seats at a table, by seat."""
    return _away_at.get(table_id, {})


def forget_presence() -> None:
    """Forget all sockets, signs of life and stand-in times, as a restart of the process does."""
    for kept in (_sockets, _elsewhere, _heard_at, _lives, _away_at):
        kept.clear()
