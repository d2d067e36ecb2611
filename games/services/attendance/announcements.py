"""Who is connected in other processes, as they announce it to all that follow a table's shard."""

import time
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from core.realtime import bus
from games import broadcast, presence


def _record_announced_seats(message: broadcast.Presence) -> None:
    """Store which seats have players who are connected to another process, from a message by that process.

    Do nothing if this process has sent the message.
    """
    if message.process != bus.ORIGIN:
        presence.record_announced_seats(message.process, message.seats, now=time.monotonic())


def _record_sign_of_life(message: broadcast.Life) -> None:
    """Record the current time as the last activity of the player whose seat the message names."""
    presence.record_player_activity(message.table_id, message.seat, time.monotonic())


def _request_seat_announcements(message: bus.ShardFollowed) -> None:
    """Ask the other processes to announce again which seats in a shard are connected to them.

    A shard is a group of tables. The message says that this process has begun to follow the shard.
    """
    # This process has just begun to receive the shard's messages, so it has missed earlier ones.
    bus.send_to_other_processes(broadcast.PresenceWanted(message.shard))


LISTENERS: Mapping[type[Any], bus.Listener] = {
    broadcast.Presence: _record_announced_seats,
    broadcast.Life: _record_sign_of_life,
    bus.ShardFollowed: _request_seat_announcements,
}
"""The listeners that keep a process informed of who is connected in others, by kind of bus message.

Hubs and the scheduler register them; where both are in one process, they are called once.
"""


class PresenceWatch:
    """Forgets, in the scheduler's process, who was connected to processes that have fallen silent."""

    def tick(self, *, now: datetime, monotonic_now: float) -> None:
        """Forget seats that other processes announced as connected, but have not announced again in time."""
        presence.forget_old_announcements(monotonic_now)
