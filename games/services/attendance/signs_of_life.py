"""When each player was first present at their table: by a socket, a look at the table, or an action."""

import logging
import time
from datetime import datetime
from threading import Lock

from cachetools import LRUCache

from core.realtime import bus
from games import broadcast, presence
from games.models import Seat
from games.store import tables

logger = logging.getLogger(__name__)

LIFE_INTERVAL_SECONDS = 2.0
"""Between two announcements of one person's signs of life."""
MAX_KNOWN = 50_000
_known: LRUCache[tuple[str, int, int], bool] = LRUCache(MAX_KNOWN)
_lock = Lock()


def note_arrival(*, table_id: str, user: int, now: datetime) -> None:
    """Store when `user` was first present at a table where they sit; later calls cost no query.

    Each call is also a sign of life, announced to all processes, which puts off a stand-in. Never fails.
    """
    _announce_life(table_id, user)
    key = (table_id, user, _substitutions(table_id))
    with _lock:
        if key in _known:
            return
    try:
        missing = Seat.objects.filter(table_id=table_id, user_id=user, arrived_at__isnull=True)
        missing.update(arrived_at=now)
    except Exception:
        logger.exception("An arrival at table %s cannot be noted", table_id)
        return
    with _lock:
        _known[key] = True


def _announce_life(table_id: str, user: int) -> None:
    """Announce a sign of life, unless one was announced just before."""
    snapshot = tables.cached(table_id)
    seat = None if snapshot is None else snapshot.state.seat_of(user)
    if seat is None:
        return
    now = time.monotonic()
    known = presence.last_life(table_id, seat)
    if known is None or now - known >= LIFE_INTERVAL_SECONDS:
        presence.note_life(table_id, seat, now)
        bus.announce(broadcast.Life(table_id, seat))


def _substitutions(table_id: str) -> int:
    """Part of the key: somebody who is replaced and later gets a seat again arrives again."""
    snapshot = tables.cached(table_id)
    return len(snapshot.state.substitutions) if snapshot is not None else 0
