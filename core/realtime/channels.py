"""The broker's channels: one for all processes, and one for each shard."""

import time
from collections.abc import Collection

from django.conf import settings

_received_since: dict[int, float] = {}
"""By shard, the monotonic time in seconds since which the messages of its channel arrive."""


class Subscribed(str):
    """The name of a channel whose subscription is confirmed, so that its messages arrive from now on."""


def channel_name(shard: int | None = None) -> str:
    """Return the name of the broker channel for the messages of a shard (a group of tables).

    If `shard` is None, return the name of the channel that all processes receive.
    """
    name = f"{settings.REDIS_PREFIX}:news"
    return name if shard is None else f"{name}:{shard}"


def shard_of_channel(name: str) -> int | None:
    """Return the number of the shard (a group of tables) to which a broker channel belongs.

    Return None for the channel that all processes receive.
    """
    return None if name == channel_name() else int(name.rsplit(":", 1)[1])


def record_subscription(shard: int) -> None:
    """Record that this process has just subscribed to the messages of a shard (a group of tables)."""
    _received_since[shard] = time.monotonic()


def forget_subscriptions(*, except_shards: Collection[int] = ()) -> None:
    """Forget the recorded subscriptions to all shards (groups of tables), except those in `except_shards`."""
    for shard in _received_since.keys() - set(except_shards):
        del _received_since[shard]


def subscription_time(shard: int) -> float | None:
    """Return when this process subscribed to the messages of a shard (a group of tables).

    The time is in monotonic seconds. Return None if there is no subscription.
    """
    return _received_since.get(shard)
