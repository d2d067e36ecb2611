"""Records when each player first arrived at their table: with a socket, an HTTP request, or an action."""

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
"""Minimum seconds between two announcements of the same player's signs of life."""
MAX_KNOWN = 50_000
_known: LRUCache[tuple[str, int, int], bool] = LRUCache(MAX_KNOWN)
_lock = Lock()


def record_arrival(*, table_id: str, user: int, now: datetime) -> None:
    """Tell all processes that a user is present, and store when the user first arrived at the table.

    Exceptions are only logged.
    """
    # This keeps a stand-in from replacing the player.
    _announce_activity(table_id, user)
    # A replaced player who gets a seat again has to arrive again.
    key = (table_id, user, _count_substitutions(table_id))
    with _lock:
        if key in _known:
            return
    try:
        missing = Seat.objects.filter(table_id=table_id, user_id=user, arrived_at__isnull=True)
        # Most who come back have arrived before; a write would wait for the committer's transaction.
        if missing.exists():
            missing.update(arrived_at=now)
    except Exception:
        logger.exception("An arrival at table %s cannot be noted", table_id)
        return
    with _lock:
        _known[key] = True


def _announce_activity(table_id: str, user_id: int) -> None:
    """Record that a player is active now, and tell all processes.

    Do nothing if the player's last recorded activity is less than LIFE_INTERVAL_SECONDS ago, if the user has
    no seat at the table, or if the table is not cached.
    """
    snapshot = tables.cached_snapshot(table_id)
    seat = None if snapshot is None else snapshot.state.seat_of(user_id)
    if seat is None:
        return
    now = time.monotonic()
    known = presence.last_player_activity(table_id, seat)
    if known is None or now - known >= LIFE_INTERVAL_SECONDS:
        presence.record_player_activity(table_id, seat, now)
        bus.publish_message(broadcast.Life(table_id, seat))


def _count_substitutions(table_id: str) -> int:
    """Return how many times a seat at the table has been given to a new player during the game.

    Return 0 if the table is not cached.
    """
    snapshot = tables.cached_snapshot(table_id)
    return len(snapshot.state.substitutions) if snapshot is not None else 0
