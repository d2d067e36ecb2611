"""Marks of connected seats in the cache that all processes share.

Processes announce which seats are connected only to the processes that follow the table's shard. Any other
process, and one that has only just begun to follow the shard, reads the marks instead. The marks of a killed
process expire after MARK_TIMEOUT_SECONDS; until then its seats count as connected.
"""

import time
from collections.abc import Collection

from django.core.cache import cache

from core.realtime import bus
from core.realtime.channels import subscription_time
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


def update_connected_mark(table_id: str, seat: int) -> None:
    """Set or delete a seat's mark "connected" in the shared cache, according to the seat's open sockets.

    Set the mark if the seat has a socket in this process. Delete it if the seat has no socket in any process.
    Do nothing without a message broker.
    """
    # Without a broker there is only one process, which knows all sockets.
    if not bus.has_broker():
        return
    if seat in seats_connected_here(table_id):
        cache.set(_cache_key(table_id, seat), True, timeout=MARK_TIMEOUT_SECONDS)
    elif seat not in connected_seats(table_id):
        cache.delete(_cache_key(table_id, seat))


def renew_connected_marks() -> None:
    """Renew, in the shared cache, the mark "connected" of all seats with an open socket in this process.

    Do nothing without a message broker.
    """
    here = all_seats_connected_here() if bus.has_broker() else {}
    if here:
        keys = [_cache_key(table_id, seat) for table_id, seats in here.items() for seat in seats]
        cache.set_many(dict.fromkeys(keys, True), timeout=MARK_TIMEOUT_SECONDS)


def find_connected_seats(table_id: str) -> frozenset[int]:
    """Return a table's seats with an open socket in any process. This may block on the shared cache."""
    load_connected_marks([table_id])
    return connected_seats(table_id)


def load_connected_marks(table_ids: Collection[str]) -> None:
    """Load connected seats from the shared cache for tables that this process gets no announcements about.

    Afterwards, `connected_seats` is complete for all tables in `table_ids`. This may query the cache and
    block.
    """
    now = time.monotonic()
    unknown = [table_id for table_id in table_ids if not _knows_connected_seats(table_id, now)]
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


def _knows_connected_seats(table_id: str, now: float) -> bool:
    """Whether other processes' announcements have told this process all connected seats of a table.

    True without a message broker, or if this process has received messages about the table for at least
    PROCESS_TIMEOUT_SECONDS.
    """
    # Every process repeats its announcements within that time.
    if not bus.has_broker():
        return True
    since = subscription_time(shard_of(table_id))
    return since is not None and now - since >= PROCESS_TIMEOUT_SECONDS


def _cache_key(table_id: str, seat: int) -> str:
    """Return the cache key of a seat's mark "connected"."""
    return f"connected:{table_id}:{seat}"
