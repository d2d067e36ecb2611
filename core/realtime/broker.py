"""The Redis between processes, one server or a cluster: sharded pub/sub, on channels named by strings.

Redis sends a message only to the processes that are subscribed to its channel, and in a cluster only through
the server that owns the channel. It keeps nothing: a message that nobody receives is lost.
"""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Coroutine, Iterable
from math import inf
from typing import Any

from django.conf import settings
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.client import PubSub
from redis.asyncio.cluster import ClusterPubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from core.realtime.channels import Subscribed

CONNECT_TIMEOUT_SECONDS = 2.0
REPLY_TIMEOUT_SECONDS = 5.0
"""How long publishing and subscribing may take."""
MAX_RECEIVED = 1000
"""Messages that may wait in this process. Whoever reads more slowly for long is disconnected by Redis."""
# A server whose machine is gone sends nothing, not even an error: seen after 20 seconds.
_KEEPALIVE = {socket.TCP_KEEPIDLE: 10, socket.TCP_KEEPINTVL: 5, socket.TCP_KEEPCNT: 2}


class ChannelMoved(ConnectionError):
    """A server of a cluster has given a subscribed channel to another one."""


class Broker:
    """A connection to the broker, used by one event loop; close it with `close`.

    All methods except `close` raise redis.RedisError, OSError or, for a cluster, RedisClusterException if the
    broker cannot be reached. Nothing is retried: the caller opens a new broker, and so knows that messages
    may have been missed.
    """

    def __init__(self) -> None:
        """Create a Redis client from the settings. The client connects when it is first used."""
        options: dict[str, Any] = {
            "socket_connect_timeout": CONNECT_TIMEOUT_SECONDS,
            # With a timeout, redis-py sends through `asyncio.wait_for`, which in Python 3.11 ignores a
            # cancellation that comes as the data is sent. The relay would then run on, and its process would
            # not stop. REPLY_TIMEOUT_SECONDS takes the place of this timeout.
            "socket_timeout": None,
            "socket_keepalive": True,
            "socket_keepalive_options": _KEEPALIVE,
            # With version 3, redis-py formats each message that it receives for a log that nobody reads.
            "protocol": 2,
        }
        self._client: Redis | RedisCluster
        if settings.REDIS_CLUSTER_URL:
            self._client = RedisCluster.from_url(settings.REDIS_CLUSTER_URL, **options)
        else:
            self._client = Redis.from_url(settings.REDIS_URL, retry=Retry(NoBackoff(), 0), **options)
        self._pubsub: PubSub | ClusterPubSub = self._client.pubsub()
        self._channels: set[str] = set()
        self._received: asyncio.Queue[bytes | Subscribed | Exception] = asyncio.Queue(MAX_RECEIVED)
        self._receivers: dict[str, asyncio.Task[None]] = {}
        """The task that receives from each server, by the server's name; "" for a single one."""

    async def publish(self, messages: Iterable[tuple[str, bytes]]) -> None:
        """Publish pairs of channel and payload, keeping each channel's order.

        Raise RedisError, OSError or, for a cluster, RedisClusterException if Redis cannot be reached.
        """
        async with asyncio.timeout(REPLY_TIMEOUT_SECONDS):
            match list(messages):
                case [(name, payload)]:
                    # Most often; a pipeline takes half as long again.
                    await self._client.spublish(name, payload)
                case several:
                    async with self._client.pipeline(transaction=False) as pipeline:
                        for name, payload in several:
                            # The cluster's pipeline has no method for this, but finds the channel's server.
                            pipeline.execute_command("SPUBLISH", name, payload)
                        await pipeline.execute()

    async def set_subscriptions(self, channels: set[str]) -> None:
        """Subscribe to these Redis channels, and end all subscriptions to other channels.

        Also start to receive messages from the servers of the channels. Raise RedisError, OSError or, for a
        cluster, RedisClusterException if Redis cannot be reached.
        """
        new, old = sorted(channels - self._channels), sorted(self._channels - channels)
        self._channels = set(channels)
        async with asyncio.timeout(REPLY_TIMEOUT_SECONDS):
            if isinstance(self._client, RedisCluster):
                _ = await self._client.initialize()  # Learns which server owns which channel.
            if new:
                await self._pubsub.ssubscribe(*new)
            if old:
                await self._pubsub.sunsubscribe(*old)
        self._start_receivers()

    def _start_receivers(self) -> None:
        """Start a task that receives messages from each Redis server with subscriptions.

        Skip servers for which such a task is already running.
        """
        if isinstance(self._pubsub, ClusterPubSub):
            for name in self._pubsub.node_pubsub_mapping.keys() - self._receivers.keys():
                self._start_receiver(name, self._receive_from_node(self._pubsub, name))
        elif not self._receivers:
            self._start_receiver("", self._receive_from_server())

    def _start_receiver(self, server_name: str, receiver: Coroutine[Any, Any, None]) -> None:
        """Start a task that runs a coroutine which receives messages from the named Redis server."""
        self._receivers[server_name] = asyncio.create_task(self._run_receiver(receiver))

    async def _run_receiver(self, receiver: Coroutine[Any, Any, None]) -> None:
        """Await a coroutine that receives messages. If it fails, queue its exception for `receive`."""
        try:
            await receiver
        except Exception as error:
            await self._received.put(error)

    async def _receive_from_server(self) -> None:
        """Receive messages from the only Redis server and queue them, until the connection fails."""
        while True:
            await self._queue_message(await self._pubsub.get_message(timeout=inf))

    async def _receive_from_node(self, pubsub: ClusterPubSub, node_name: str) -> None:
        """Queue the messages from one Redis cluster node until its subscriptions end.

        Raise ChannelMoved if the node is no longer in the cluster.
        """
        while node_name in pubsub.node_pubsub_mapping:
            node = pubsub.cluster.get_node(node_name=node_name)
            if node is None:
                raise ChannelMoved(f"{node_name} has left the cluster")
            await self._queue_message(await pubsub.get_sharded_message(timeout=inf, target_node=node))
        del self._receivers[node_name]

    async def _queue_message(self, message: dict[str, Any] | None) -> None:
        """Queue a message's payload, or the confirmation of a new subscription.

        Raise ChannelMoved if Redis ended a subscription that is still needed.
        """
        if message is None:
            return
        if message["type"] == "smessage":
            await self._received.put(message["data"])
        elif message["type"] == "ssubscribe":
            await self._received.put(Subscribed(message["channel"].decode()))
        elif message["type"] == "sunsubscribe" and message["channel"].decode() in self._channels:
            raise ChannelMoved(f"{message['channel'].decode()} is at another server now")

    async def receive(self) -> AsyncIterator[bytes | Subscribed]:
        """Yield the payload of each received message, and a Subscribed object for each new subscription.

        If a connection fails, raise its exception.
        """
        while True:
            received = await self._received.get()
            if isinstance(received, Exception):
                raise received
            yield received

    async def close(self) -> None:
        """Stop the receiver tasks, and close all Redis connections. Suppress exceptions."""
        for task in self._receivers.values():
            task.cancel()
        await asyncio.gather(*self._receivers.values(), return_exceptions=True)
        with contextlib.suppress(Exception):
            await self._pubsub.aclose()
        with contextlib.suppress(Exception):
            await self._client.aclose()
