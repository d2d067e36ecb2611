"""Presence: which seats have a live socket, in this process and in others. Kept in memory only.

Times are in seconds of a monotonic clock and are passed in, except for stand-in times, which clients see.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from core.realtime import bus

PROCESS_TIMEOUT_SECONDS = 10.0
"""Seconds after which seats count as not connected in another process that has not announced them again."""


MARKS = "marks"
"""The name under which seats are kept that are known by their marks alone (`games.presence.marks`)."""


class SeatChange(NamedTuple):
    """A player has connected to a table or disconnected from it in another process.

    Sent only to this process's listeners.
    """

    table_id: str
    seat: int
    connected: bool


class _Announcement(NamedTuple):
    """The seats of a table with a live socket in another process, and when it announced them."""

    seats: frozenset[int]
    at: float


# Only the event loop changes it. No defaultdict, because then a reading thread could add a table.
_sockets: dict[str, Counter[int]] = {}
_elsewhere: dict[str, dict[str, _Announcement]] = {}
"""Announcements by table and process. The inner dictionaries are replaced, never changed."""
_lives: LRUCache[tuple[str, int], float] = LRUCache(100_000)
_away_at: dict[str, dict[int, datetime]] = {}
_lock = Lock()
_announcements_lock = Lock()
_NONE: Mapping[str, _Announcement] = {}


def add_socket(table_id: str, seat: int) -> bool:
    """Add one to a seat's count of live sockets (open, and not silent).

    Return True if the seat had no live socket before, in this or any other process.
    """
    first = seat not in connected_seats(table_id)
    _sockets.setdefault(table_id, Counter())[seat] += 1
    return first


def remove_socket(table_id: str, seat: int) -> bool:
    """Subtract one from a seat's count of live sockets (open, and not silent).

    Return True if the seat now has no live socket, in this or any other process.
    """
    seats = _sockets.get(table_id, Counter())
    seats[seat] -= 1
    if seats[seat] <= 0:
        del seats[seat]
    if not seats:
        _sockets.pop(table_id, None)
    return seat not in connected_seats(table_id)


def connected_seats(table_id: str) -> frozenset[int]:
    """Return a table's seats with a live socket in any process, as far as this process knows.

    Other processes announce their seats only to the processes that follow the table's shard (group of
    tables). For any other table, call `marks.find_connected_seats`.
    """
    found = seats_connected_here(table_id)
    for announced in _elsewhere.get(table_id, _NONE).values():
        found |= announced.seats
    return found


def seats_connected_here(table_id: str) -> frozenset[int]:
    """Return a table's seats with a live socket (open, and not silent) in this process."""
    # One look-up, because the table may be removed between two of them.
    return frozenset(_sockets.get(table_id, ()))


def connected_table_ids() -> set[str]:
    """Return the ids of tables with a connected player, as far as this process knows.

    A player counts as connected with a live socket (open, and not silent) in any process.
    """
    return {*_sockets.copy(), *_elsewhere.copy()}


def all_seats_connected_here() -> dict[str, list[int]]:
    """Return the seats with a live socket (open, and not silent) in this process, grouped by table id."""
    return {table_id: sorted(seats) for table_id, seats in tuple(_sockets.items())}


def record_announced_seats(process_id: str, seats: Mapping[str, Iterable[int]], *, now: float) -> None:
    """Store which seats another process has announced as connected.

    `seats` maps the id of each table to its seats. `now` is a monotonic time in seconds. For every seat that
    is newly connected or disconnected, call this process's listeners with a SeatChange.
    """
    # For seats read from the shared cache, `process_id` is MARKS.
    for table_id, those in seats.items():
        _replace_announcement(table_id, process_id, _Announcement(frozenset(those), now), last_seen_at=now)


def forget_old_announcements(now: float) -> None:
    """Forget seats that other processes announced as connected at least PROCESS_TIMEOUT_SECONDS ago.

    `now` is a monotonic time in seconds. For every seat that is no longer connected, call this process's
    listeners with a SeatChange.
    """
    for table_id, by_process in tuple(_elsewhere.items()):
        for process, old in by_process.items():
            if now - old.at >= PROCESS_TIMEOUT_SECONDS:
                # A grace period runs from when they were last heard of.
                _replace_announcement(table_id, process, _Announcement(frozenset(), now), last_seen_at=old.at)


def _replace_announcement(
    table_id: str, process_id: str, announcement: _Announcement, *, last_seen_at: float
) -> None:
    """Replace the seats that another process has announced as connected to a table.

    For players whose seats that process no longer announces, record `last_seen_at` as the time of their
    last activity, in monotonic seconds. For every seat that is newly connected or disconnected, call this
    process's listeners with a SeatChange.
    """
    with _announcements_lock:
        before, known = connected_seats(table_id), {**_elsewhere.get(table_id, _NONE)}
        gone = known[process_id].seats - announcement.seats if process_id in known else frozenset[int]()
        known[process_id] = announcement
        if MARKS in known:
            # The process itself knows better than the marks that it made.
            known[MARKS] = known[MARKS]._replace(seats=known[MARKS].seats - gone)
        known = {each: announced for each, announced in known.items() if announced.seats}
        if known:
            _elsewhere[table_id] = known
        else:
            _elsewhere.pop(table_id, None)
        after = connected_seats(table_id)
    for seat in gone:
        record_player_activity(table_id, seat, last_seen_at)
    for seat in sorted(before ^ after):
        bus.call_listeners(SeatChange(table_id, seat, seat in after))


# --- Signs of life, and countdowns to stand-ins -------------------------------------------------------------


def record_player_activity(table_id: str, seat: int, now: float) -> None:
    """Record `now` as the time of a player's last activity, unless a later time is already recorded.

    `now` is a monotonic time in seconds.
    """
    with _lock:
        # Messages from other processes may arrive late: the time must never move backwards.
        _lives[table_id, seat] = max(now, _lives.get((table_id, seat), now))


def last_player_activity(table_id: str, seat: int) -> float | None:
    """Return the monotonic time of a player's last activity, or None if this process knows of none."""
    with _lock:
        return _lives.get((table_id, seat))


def set_stand_in_time(table_id: str, seat: int, at: datetime | None) -> None:
    """Store when a bot will take over an absent player's seat.

    If `at` is None, delete the stored time.
    """
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
    """Return, by seat, the times at which bots will take over the seats of absent players."""
    return _away_at.get(table_id, {})


def clear_presence() -> None:
    """Delete all data of this process about connected players, such as their sockets and last activity."""
    for kept in (_sockets, _elsewhere, _lives, _away_at):
        kept.clear()
