"""Presence: which seats have a live socket, in this process and in others. Kept in memory only.

Times are seconds of a steady clock and are passed in, but for `away_at`, which clients see.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from threading import Lock

from cachetools import LRUCache

PROCESS_TIMEOUT_SECONDS = 7.0
"""Seconds after which a process that has announced nothing counts as having no sockets."""
_sockets: defaultdict[str, Counter[int]] = defaultdict(Counter)
_elsewhere: dict[str, dict[str, frozenset[int]]] = {}
_heard_at: dict[str, float] = {}
_lives: LRUCache[tuple[str, int], float] = LRUCache(100_000)
_away_at: dict[str, dict[int, datetime]] = {}
_lock = Lock()


def arrive(table_id: str, seat: int) -> bool:
    """Count a socket; returns whether the seat had none before, in any process."""
    first = seat not in connected(table_id)
    _sockets[table_id][seat] += 1
    return first


def depart(table_id: str, seat: int) -> bool:
    """Stop counting a socket; returns whether the seat now has none in any process."""
    seats = _sockets[table_id]
    seats[seat] -= 1
    if seats[seat] <= 0:
        del seats[seat]
    if not seats:
        del _sockets[table_id]
    return seat not in connected(table_id)


def connected(table_id: str) -> frozenset[int]:
    """The seats with a live socket in any process."""
    found = here(table_id)
    for tables in tuple(_elsewhere.values()):
        found |= tables.get(table_id, frozenset())
    return found


def here(table_id: str) -> frozenset[int]:
    """The seats with a live socket in this process."""
    return frozenset(_sockets[table_id]) if table_id in _sockets else frozenset()


def all_here() -> dict[str, list[int]]:
    """The seats with a live socket in this process, by table."""
    return {table_id: sorted(seats) for table_id, seats in tuple(_sockets.items())}


def hear_of(process: str, seats: Mapping[str, Iterable[int]], *, whole: bool, now: float) -> set[str]:
    """Store what another process has announced; returns the tables whose presence may have changed."""
    before = _elsewhere.get(process, {})
    told = {table_id: frozenset(those) for table_id, those in seats.items()}
    after = told if whole else {**before, **told}
    _elsewhere[process] = {table_id: those for table_id, those in after.items() if those}
    _heard_at[process] = now
    return _note_changes(before, _elsewhere[process], now)


def forget_silent(now: float) -> set[str]:
    """Forget processes that have announced nothing for long; returns the tables that this changes."""
    changed: set[str] = set()
    for process in [each for each, at in _heard_at.items() if now - at >= PROCESS_TIMEOUT_SECONDS]:
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


# --- Signs of life, and countdowns to stand-ins -------------------------------------------------------------


def note_life(table_id: str, seat: int, now: float) -> None:
    """Note a sign of life of the player on a seat."""
    with _lock:
        _lives[table_id, seat] = max(now, _lives.get((table_id, seat), now))


def last_life(table_id: str, seat: int) -> float | None:
    """When the player on a seat last gave a sign of life; None if none was noted."""
    with _lock:
        return _lives.get((table_id, seat))


def set_away_at(table_id: str, seat: int, at: datetime | None) -> None:
    """Note when a stand-in takes over a seat; None if none will."""
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
    """Forget everything, as after a restart."""
    for kept in (_sockets, _elsewhere, _heard_at, _lives, _away_at):
        kept.clear()
