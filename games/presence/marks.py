"""Marks of connected seats in the cache that all processes share, for processes that are not told of them.

Who is connected at a table is told only to the processes that follow the table's shard. Any other process,
and one that has begun to follow the shard just now, finds out here. A killed process renews no marks, so its
seats count as connected for up to MARK_TIMEOUT_SECONDS there.
"""

import time
from collections.abc import Collection

from django.core.cache import cache

from core.realtime import bus
from core.realtime.channels import received_since
from games.presence import (
    MARKS,
    PROCESS_TIMEOUT_SECONDS,
    all_seats_connected_here,
    connected_seats,
    forget_old_announcements,
    record_announced_seats,
    seats_connected_here,
)
from games.rules.options import MAX_PLAYERS
from games.shards import shard_of

MARK_TIMEOUT_SECONDS = 60
RENEWAL_INTERVAL_SECONDS = 20.0
"""How often a process renews the marks of its seats."""


def update_mark(table_id: str, seat: int) -> None:
    """Mark a seat if it is connected in this process; remove the mark if it is connected nowhere.

    Do nothing on a site without a broker, whose only process knows all seats.
    """
    if not bus.has_broker():
        return
    if seat in seats_connected_here(table_id):
        cache.set(_cache_key(table_id, seat), True, timeout=MARK_TIMEOUT_SECONDS)
    elif seat not in connected_seats(table_id):
        cache.delete(_cache_key(table_id, seat))


def renew_marks() -> None:
    """Mark all seats that are connected in this process; do nothing on a site without a broker."""
    here = all_seats_connected_here() if bus.has_broker() else {}
    if here:
        keys = [_cache_key(table_id, seat) for table_id, seats in here.items() for seat in seats]
        cache.set_many(dict.fromkeys(keys, True), timeout=MARK_TIMEOUT_SECONDS)


def find_connected_seats(table_id: str) -> frozenset[int]:
    """Return the seats of a table with a live socket in any process; may ask the cache, and so block."""
    load_marks([table_id])
    return connected_seats(table_id)


def load_marks(table_ids: Collection[str]) -> None:
    """Read who is connected at tables of which this process is not told, so that `connected_seats` knows.

    Tables about which it is told are left out. May ask the cache, and so block.
    """
    now = time.monotonic()
    unknown = [table_id for table_id in table_ids if not _is_told_of(table_id, now)]
    if not unknown:
        return
    keys = {
        _cache_key(table_id, seat): (table_id, seat) for table_id in unknown for seat in range(MAX_PLAYERS)
    }
    marked: dict[str, set[int]] = {table_id: set() for table_id in unknown}
    for key in cache.get_many(keys):
        table_id, seat = keys[key]
        marked[table_id].add(seat)
    # A process without sockets and scheduler forgets nothing otherwise.
    forget_old_announcements(now)
    record_announced_seats(MARKS, marked, now=now)


def _is_told_of(table_id: str, now: float) -> bool:
    """Whether all other processes have told this one who is connected at a table.

    They have if the messages of its shard arrive for as long as they may take to repeat it, or if there are
    no other processes. `now` is a monotonic time in seconds.
    """
    if not bus.has_broker():
        return True
    since = received_since(shard_of(table_id))
    return since is not None and now - since >= PROCESS_TIMEOUT_SECONDS


def _cache_key(table_id: str, seat: int) -> str:
    """Return the cache key of a seat's mark."""
    return f"connected:{table_id}:{seat}"
