"""Exchanges bus messages with other processes, through the broker."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any

from core.realtime import bus
from core.realtime.channels import (
    Subscribed,
    begin_receiving,
    channel_name,
    end_receiving,
    shard_of_channel,
)

if TYPE_CHECKING:
    from core.realtime.broker import Broker

logger = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
"""Seconds before the next try after the broker has failed."""
MAX_BUNDLE = 128
"""Maximum number of news taken at once. Bundling helps, because every message has a fixed cost."""
MAX_WAITING = 10_000
"""Maximum number of news queued while the broker is away; the oldest are dropped first."""


async def relay_news() -> None:
    """Exchange bus messages with other processes until cancelled.

    Return at once if no broker is configured.
    """
    if not bus.has_broker():
        return
    relay = _Relay()
    bus.set_relay(relay)
    try:
        await asyncio.gather(
            _repeat_forever(relay.receive_from_broker), _repeat_forever(relay.send_to_broker)
        )
    finally:
        bus.set_relay(None)


async def _repeat_forever(job: Callable[[], Awaitable[None]]) -> None:
    """Run a job again and again until cancelled.

    If it raises an exception, log it and wait RETRY_SECONDS before the next run.
    """
    while True:
        try:
            await job()
        except Exception as fault:
            logger.warning("The broker is away: %s", fault)
            await asyncio.sleep(RETRY_SECONDS)


class _Relay:
    """Exchanges bus messages with the broker: queues outgoing ones, and subscribes to the followed shards."""

    def __init__(self) -> None:
        """Create a relay with an empty queue in the running event loop."""
        self._waiting: deque[Any] = deque(maxlen=MAX_WAITING)
        self._news_come = _ThreadSafeEvent()
        self._shards_changed = _ThreadSafeEvent()

    def put(self, news: Any) -> None:
        """Add the bus message `news` to the queue, dropping the oldest one if MAX_WAITING are queued.

        Raise RuntimeError if the event loop is closed.
        """
        self._waiting.append(news)
        self._news_come.set()

    def update_channels(self) -> None:
        """Schedule an update of the subscriptions to the shards that this process follows.

        Raise RuntimeError if the event loop is closed.
        """
        self._shards_changed.set()

    async def send_to_broker(self) -> None:
        """Send queued bus messages until the broker fails. Then drop the queue and raise the exception."""
        connection = bus.open_broker()
        try:
            while True:
                await connection.publish(_messages_of(await self._take_news()))
        except Exception:
            # Listeners poll for changes anyway, so late messages would only cause work.
            self._waiting.clear()
            raise
        finally:
            await connection.close()

    async def _take_news(self) -> list[Any]:
        """Wait until bus messages are queued, then remove and return up to MAX_BUNDLE of them."""
        while not self._waiting:
            await self._news_come.wait()
        return [self._waiting.popleft() for _ in range(min(len(self._waiting), MAX_BUNDLE))]

    async def receive_from_broker(self) -> None:
        """Pass the bus messages of other processes to this process's listeners until the broker fails.

        Then raise the broker's exception.
        """
        connection = bus.open_broker()
        try:
            await _subscribe_to_followed(connection)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._update_subscriptions(connection))
                tasks.create_task(_pass_on_news(connection))
        except* Exception as faults:
            raise faults.exceptions[0] from None
        finally:
            end_receiving()
            await connection.close()

    async def _update_subscriptions(self, connection: "Broker") -> None:
        """Update the broker's subscriptions whenever the followed shards change, until the broker fails."""
        while True:
            await self._shards_changed.wait()
            await _subscribe_to_followed(connection)


async def _subscribe_to_followed(connection: "Broker") -> None:
    """Subscribe to the channel of all processes and to those of the followed shards, and to no others.

    Raise RedisError or OSError if the broker cannot be reached.
    """
    shards = bus.followed_shards()
    end_receiving(except_for=shards)
    await connection.subscribe({channel_name(), *map(channel_name, shards)})


def _messages_of(bundle: Collection[Any]) -> list[tuple[str, bytes]]:
    """Return the messages to publish for the bus messages in `bundle`, as (channel name, data) pairs.

    There is one pair for each channel. It contains the channel's bus messages in order.
    """
    by_channel: dict[str, list[Any]] = {}
    for news in bundle:
        by_channel.setdefault(bus.channel_of(news), []).append(news)
    return [(name, bus.encode_message(some)) for name, some in by_channel.items()]


async def _pass_on_news(connection: "Broker") -> None:
    """Pass bus messages from the broker to this process's listeners until the connection fails.

    When a shard's messages start to arrive, call the listeners for ShardFollowed. Malformed data is logged
    and skipped.
    """
    async for received in connection.receive():
        if isinstance(received, Subscribed):
            if (shard := shard_of_channel(received)) is not None:
                begin_receiving(shard)
                bus.call_listeners(bus.ShardFollowed(shard))
            continue
        try:
            news = bus.decode_message(received)
        except ValueError:
            logger.warning("The broker sends what is no message of this site")
            continue
        for each in news:
            bus.call_listeners(each)


class _ThreadSafeEvent:
    """An event for which one task waits in the event loop, and which can be set on any thread."""

    def __init__(self) -> None:
        """Create an unset event for the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()
        self._is_set = False
        """Whether the event loop has been told, and has not waited since."""

    def set(self) -> None:
        """Set the event, so that the current or next `wait` returns. This may be called on any thread.

        Raise RuntimeError if the event loop is closed.
        """
        if not self._is_set:
            # One call for all that comes before the loop looks: telling it costs more than a queue's append.
            self._is_set = True
            self._loop.call_soon_threadsafe(self._event.set)

    async def wait(self) -> None:
        """Wait until the event is set, and unset it. Return at once if it is already set."""
        await self._event.wait()
        self._event.clear()
        # Last: what another thread adds after this tells the loop again.
        self._is_set = False
