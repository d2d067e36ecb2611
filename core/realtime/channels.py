"""The broker's channels: one for all processes, and one for each shard."""

from django.conf import settings


class Subscribed(str):
    """The name of a channel whose messages arrive from now on."""


def channel_name(shard: int | None = None) -> str:
    """Return the name of a shard's channel, or that of the channel of all processes if the shard is None."""
    name = f"{settings.REDIS_PREFIX}:news"
    return name if shard is None else f"{name}:{shard}"


def shard_of_channel(name: str) -> int | None:
    """Return the shard whose channel has this name, or None for the channel of all processes."""
    return None if name == channel_name() else int(name.rsplit(":", 1)[1])
