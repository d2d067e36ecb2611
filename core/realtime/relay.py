"""Exchanges bus messages with other processes, through the broker."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any

from core.realtime import bus
from core.realtime.channels import (
    Subscribed,
    channel_name,
    forget_subscriptions,
    record_subscription,
    shard_of_channel,
)

if TYPE_CHECKING:
    from core.realtime.broker import Broker

logger = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
"""Seconds before the next try after the broker has failed."""
MAX_BUNDLE = 128
"""Maximum number of bus messages taken at once. Bundling helps, because every payload has a fixed cost."""
MAX_WAITING = 10_000
"""Maximum number of bus messages queued while the broker is away; the oldest are dropped first."""


async def relay_messages() -> None:
    """Exchange bus messages with other processes through the Redis broker until cancelled.

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
    """Run `job` again and again until cancelled. After an exception, log it and wait RETRY_SECONDS."""
    while True:
        try:
            await job()
        except Exception as fault:
            logger.warning("The broker is away: %s", fault)
            await asyncio.sleep(RETRY_SECONDS)


class _Relay:
    """Exchanges bus messages with the broker: queues outgoing ones, and subscribes to the followed shards."""

    def __init__(self) -> None:
        self._waiting: deque[Any] = deque(maxlen=MAX_WAITING)
        self._message_queued = _ThreadSafeEvent()
        self._shards_changed = _ThreadSafeEvent()

    def put(self, message: Any) -> None:
        """Queue a bus message for other processes. If the queue is full, drop its oldest message.

        Raise RuntimeError if the event loop is closed.
        """
        self._waiting.append(message)
        self._message_queued.set()

    def update_channels(self) -> None:
        """Schedule an update of the broker channels to which this process subscribes.

        Raise RuntimeError if the event loop is closed.
        """
        # The channels belong to the shards (groups of tables) that the process follows.
        self._shards_changed.set()

    async def send_to_broker(self) -> None:
        """Send queued bus messages to the Redis broker until the connection fails.

        Then drop the messages that are still queued, and raise the error.
        """
        connection = bus.open_broker()
        try:
            while True:
                await connection.publish(_payloads_by_channel(await self._take_messages()))
        except Exception:
            # Listeners poll for changes anyway, so late messages would only cause work.
            self._waiting.clear()
            raise
        finally:
            await connection.close()

    async def _take_messages(self) -> list[Any]:
        """Wait until bus messages are queued.

        Remove up to MAX_BUNDLE of them from the queue, and return them.
        """
        while not self._waiting:
            await self._message_queued.wait()
        return [self._waiting.popleft() for _ in range(min(len(self._waiting), MAX_BUNDLE))]

    async def receive_from_broker(self) -> None:
        """Pass bus messages from the Redis broker to this process's listeners.

        If the connection fails, raise the error.
        """
        connection = bus.open_broker()
        try:
            await _subscribe_to_followed_shards(connection)
            # A TaskGroup and `gather` raise only the failure if this job is cancelled just as the connection
            # fails. The job would then be repeated, and the process would not stop.
            tasks = [
                asyncio.create_task(self._update_subscriptions(connection)),
                asyncio.create_task(_deliver_received_messages(connection)),
            ]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in tasks:
                    task.cancel()
        finally:
            forget_subscriptions()
            await connection.close()

    async def _update_subscriptions(self, connection: "Broker") -> None:
        """Update the broker subscriptions each time the set of shards that this process follows changes.

        A shard is a group of tables. Run until cancelled. If the connection fails, raise the error.
        """
        while True:
            await self._shards_changed.wait()
            await _subscribe_to_followed_shards(connection)


async def _subscribe_to_followed_shards(connection: "Broker") -> None:
    """Subscribe to the broker channels that this process needs, and unsubscribe from all others.

    The process needs the channel for all processes, and the channel of each shard (group of tables) that the
    process follows.
    """
    shards = bus.followed_shards()
    forget_subscriptions(except_shards=shards)
    await connection.set_subscriptions({channel_name(), *map(channel_name, shards)})


def _payloads_by_channel(messages: Collection[Any]) -> list[tuple[str, bytes]]:
    """Group bus messages by broker channel.

    Return a pair for each channel: its name, and a payload that contains all its messages.
    """
    # Within a channel, the messages keep their order.
    by_channel: dict[str, list[Any]] = {}
    for message in messages:
        by_channel.setdefault(bus.channel_of(message), []).append(message)
    return [(name, bus.encode_payload(some)) for name, some in by_channel.items()]


async def _deliver_received_messages(connection: "Broker") -> None:
    """Pass each bus message from the broker to this process's listeners. Log malformed payloads.

    If the connection fails, raise the error.
    """
    async for received in connection.receive():
        if isinstance(received, Subscribed):
            if (shard := shard_of_channel(received)) is not None:
                record_subscription(shard)
                # A confirmed subscription is announced as well, so that listeners can load what they have
                # missed.
                bus.call_listeners(bus.ShardFollowed(shard))
            continue
        try:
            messages = bus.decode_payload(received)
        except ValueError:
            logger.warning("The broker sends what is no message of this site")
            continue
        for message in messages:
            bus.call_listeners(message)


class _ThreadSafeEvent:
    """An event for which one task waits on the event loop, and which can be set from any thread."""

    def __init__(self) -> None:
        """Create an event that is not set, and bind it to the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()
        self._is_set = False
        """Whether `set` has scheduled the event, and `wait` has not returned since."""

    def set(self) -> None:
        """Set the event, so that the current or next `wait` returns. May be called from any thread.

        Raise RuntimeError if the event loop is closed.
        """
        if not self._is_set:
            # One call for all messages that are queued before the loop runs: it costs more than an append.
            self._is_set = True
            self._loop.call_soon_threadsafe(self._event.set)

    async def wait(self) -> None:
        """Wait until the event is set, then unset it."""
        await self._event.wait()
        self._event.clear()
        # Last, so that a `set` on another thread after this wakes the loop again.
        self._is_set = False
