"""The first sign of life of each seat's person at a table: a socket, a look at the table, an action."""

import logging
import time
from datetime import datetime
from threading import Lock

from cachetools import LRUCache

from games import broadcast, presence
from games.models import Seat
from games.store import tables

logger = logging.getLogger(__name__)

TELL_EVERY = 2.0
"""Seconds between two words of one person's life."""
REMEMBERED = 50_000
_known: LRUCache[tuple[str, int, int], bool] = LRUCache(REMEMBERED)
_lock = Lock()


def note_arrival(*, table_id: str, user: int, now: datetime) -> None:
    """Keep the moment at which `user`, who sits at the table, was first there; later ones cost nothing.

    Each is a sign of life, told to all processes: it puts off the moment at which a stand-in would come.

    Never fails: who is there is not to be disturbed by what is noted of it.
    """
    _tell_life(table_id, user)
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


def _tell_life(table_id: str, user: int) -> None:
    """Now and then is enough."""
    loaded = tables.cached(table_id)
    seat = None if loaded is None else loaded.state.seat_of(user)
    if seat is None:
        return
    now = time.monotonic()
    known = presence.last_life(table_id, seat)
    if known is None or now - known >= TELL_EVERY:
        presence.note_life(table_id, seat, now)
        broadcast.announce(broadcast.Life(table_id, seat))


def _substitutions(table_id: str) -> int:
    """Somebody who lost a seat and gets one again arrives again."""
    loaded = tables.cached(table_id)
    return len(loaded.state.substitutions) if loaded is not None else 0
