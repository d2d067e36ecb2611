"""The heartbeats of the schedulers, which also say which scheduler owns and serves which shards."""

from collections.abc import Callable
from datetime import datetime

from core.realtime.bus import ORIGIN
from core.scheduling.heartbeat import HEARTBEAT_TIMEOUT, Heartbeat
from games.models import Loop
from games.shards import ALL_SHARDS, Shards, format_shards, join_shards, parse_shards

__all__ = [
    "HEARTBEAT_TIMEOUT",
    "can_store",
    "end",
    "shards_owned_by_others",
    "shards_served_by_others",
    "store_heartbeat",
]

_heartbeat = Heartbeat(Loop, ORIGIN)
can_store, end = _heartbeat.can_store, _heartbeat.end


def store_heartbeat(*, now: datetime, owned: Shards = ALL_SHARDS, served: Shards = ALL_SHARDS) -> bool:
    """Store in the database that this scheduler is running. Return False after a database error.

    `owned` are the groups of tables (shards) for which the scheduler was started. `served` are the shards
    that the scheduler serves now, which may include shards of stopped schedulers.
    """
    return _heartbeat.beat(now=now, owned=format_shards(owned), served=format_shards(served))


def shards_owned_by_others(*, now: datetime) -> Shards:
    """Return the groups of tables that are assigned to other running schedulers."""
    return _join_shards_of_others(lambda loop: loop.owned, now)


def shards_served_by_others(*, now: datetime) -> Shards:
    """Return the groups of tables that other running schedulers serve now.

    These include groups that they have taken over from stopped schedulers.
    """
    return _join_shards_of_others(lambda loop: loop.served, now)


def _join_shards_of_others(get_shards: Callable[[Loop], str], now: datetime) -> Shards:
    """Return all groups of tables (shards) that the heartbeats of other running schedulers contain.

    `get_shards` reads a list of shards from a heartbeat.
    """
    # `get_shards` returns a list as text, such as `0-255,512`.
    return join_shards(parse_shards(get_shards(other)) for other in _heartbeat.heartbeats_of_others(now=now))
