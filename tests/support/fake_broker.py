"""A broker in this process, and the relay between it and the bus."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from typing import Any

import orjson

from core.realtime import bus, relay
from core.realtime.channels import Subscribed


class Redis:
    """What the fake brokers share: it keeps what is sent, and hands it out as from another process."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, list[Any]]] = []
        self.free = asyncio.Event()
        self.free.set()
        self.away = False
        self.refused = 0
        self.channels: set[str] = set()
        self.come: asyncio.Queue[bytes | Subscribed] = asyncio.Queue()


class FakeBroker:
    """A connection to it."""

    redis: Redis

    async def publish(self, messages: Iterable[tuple[str, bytes]]) -> None:
        if self.redis.away:
            self.redis.refused += 1
            raise ConnectionError("the broker is away")
        await self.redis.free.wait()
        for name, data in messages:
            origin, payload = data[: len(bus.ORIGIN)], data[len(bus.ORIGIN) :]
            assert origin.decode() == bus.ORIGIN
            self.redis.sent.append((name, orjson.loads(payload)))
            if name in self.redis.channels:
                self.redis.come.put_nowait(b"0" * len(origin) + payload)

    async def set_subscriptions(self, channels: set[str]) -> None:
        for name in channels - self.redis.channels:
            self.redis.come.put_nowait(Subscribed(name))
        self.redis.channels = channels

    async def receive(self) -> AsyncIterator[bytes | Subscribed]:
        while True:
            yield await self.redis.come.get()

    async def close(self) -> None: ...


@contextlib.asynccontextmanager
async def relaying(redis: Redis) -> AsyncIterator[Redis]:
    """The relay, of a process that follows all shards."""
    shards = range(1024)
    bus.follow_shards(shards)
    task = asyncio.create_task(relay.relay_messages())
    while len(redis.channels) <= len(shards):
        await asyncio.sleep(0)
    try:
        yield redis
    finally:
        bus.unfollow_shards(shards)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
