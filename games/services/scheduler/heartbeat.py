"""The heartbeat of the tables' scheduler."""

from core.realtime.bus import ORIGIN
from core.scheduling.heartbeat import HEARTBEAT_TIMEOUT, Heartbeat
from games.models import Loop

__all__ = ["HEARTBEAT_TIMEOUT", "another_runs", "beat", "can_store", "end"]

_heartbeat = Heartbeat(Loop, ORIGIN)
beat, can_store, end, another_runs = (
    _heartbeat.beat,
    _heartbeat.can_store,
    _heartbeat.end,
    _heartbeat.another_runs,
)
