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
    """Write to the cache that all processes share whether a seat is connected.

    If the seat is connected to this process, store or renew the seat's entry. If the seat is connected to no
    process, delete the entry. If the seat is connected only to other processes, leave the entry to these
    processes. Do nothing without a message broker.
    """
    # Without a broker there is only one process, which knows all sockets.
    if not bus.has_broker():
        return
    if seat in seats_connected_here(table_id):
        cache.set(_cache_key(table_id, seat), True, timeout=MARK_TIMEOUT_SECONDS)
    elif seat not in connected_seats(table_id):
        cache.delete(_cache_key(table_id, seat))


def renew_connected_marks() -> None:
    """Renew the shared cache's entries for the seats that are connected to this process.

    Do nothing without a message broker.
    """
    # Without a broker there is only one process, which needs no marks.
    here = all_seats_connected_here() if bus.has_broker() else {}
    if here:
        keys = [_cache_key(table_id, seat) for table_id, seats in here.items() for seat in seats]
        cache.set_many(dict.fromkeys(keys, True), timeout=MARK_TIMEOUT_SECONDS)


def find_connected_seats(table_id: str) -> frozenset[int]:
    """Return a table's seats that are connected to any process. This may wait for the shared cache."""
    load_connected_marks([table_id])
    return connected_seats(table_id)


def load_connected_marks(table_ids: Collection[str]) -> None:
    """Load the tables' connected seats from the shared cache into this process.

    Afterwards, `connected_seats` is complete for these tables. Skip tables whose connected seats this process
    knows already. For the other tables, this may wait for the shared cache.
    """
    now = time.monotonic()
    unknown = [table_id for table_id in table_ids if not _knows_connected_seats(table_id, now)]
    if not unknown:
        return
    keys = {
        _cache_key(table_id, seat): (table_id, seat) for table_id in unknown for seat in range(MAX_PLAYERS)
    }
    marked: dict[str, set[int]] = {table_id: set() for table_id in unknown}
    # This query may block.
    for key in cache.get_many(keys):
        table_id, seat = keys[key]
        marked[table_id].add(seat)
    # A process without sockets and scheduler forgets nothing otherwise.
    forget_old_announcements(now)
    # Afterwards, `connected_seats` is complete for all of `table_ids`.
    record_announced_seats(MARKS, marked, now=now)


def _knows_connected_seats(table_id: str, now: float) -> bool:
    """Return whether this process knows all connected seats of a table without asking the shared cache.

    `now` is the current value of `time.monotonic()`, in seconds.
    """
    # Without a broker there is only one process.
    if not bus.has_broker():
        return True
    # Every process repeats its announcements within PROCESS_TIMEOUT_SECONDS.
    since = subscription_time(shard_of(table_id))
    return since is not None and now - since >= PROCESS_TIMEOUT_SECONDS


def _cache_key(table_id: str, seat: int) -> str:
    """Return the key of the shared cache entry that marks a seat as connected."""
    return f"connected:{table_id}:{seat}"
