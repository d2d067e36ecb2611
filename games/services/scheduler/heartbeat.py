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
    """Record in the database that this scheduler is running. Return whether that succeeded.

    `owned` are the shards (subsets of tables) that the scheduler was started to serve, and `served` those
    that it serves now.
    """
    return _heartbeat.beat(now=now, owned=format_shards(owned), served=format_shards(served))


def shards_owned_by_others(*, now: datetime) -> Shards:
    """Return the shards (groups of tables) that are assigned to other running schedulers."""
    return _join_shards_of_others(lambda loop: loop.owned, now)


def shards_served_by_others(*, now: datetime) -> Shards:
    """Return the shards (groups of tables) that other running schedulers serve now.

    These include shards that they have taken over from schedulers that stopped.
    """
    return _join_shards_of_others(lambda loop: loop.served, now)


def _join_shards_of_others(get_shards: Callable[[Loop], str], now: datetime) -> Shards:
    """Return the union of the shards that `get_shards` reads from each other running scheduler's heartbeat.

    `get_shards` returns a list as text, such as `0-255,512`.
    """
    return join_shards(parse_shards(get_shards(other)) for other in _heartbeat.heartbeats_of_others(now=now))
