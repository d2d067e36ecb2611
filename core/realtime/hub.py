"""The base class of hubs: fan-out of changes to the sockets of this process.

A hub groups the sockets by topic (a table, a tournament). When a topic changes, its snapshot is read once,
and each socket gets its own frame. The message bus reports changes at once; it may lose messages, so the
topics' version numbers are also polled regularly. Sockets whose access was revoked are closed, and a
socket under backpressure is skipped until it can take one frame with everything it missed.
"""

import asyncio
import logging
from abc import abstractmethod
from collections import defaultdict, deque
from collections.abc import Collection, Hashable, Mapping
from contextvars import Context
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from core.realtime.access_checks import AccessChecks
from core.realtime.connection import Connection, VersionedSnapshot
from core.refusal import NotFound, Refusal

logger = logging.getLogger(__name__)

Topic = TypeVar("Topic", bound=Hashable)
Snapshot = TypeVar("Snapshot", bound=VersionedSnapshot)
Subscriber = TypeVar("Subscriber", bound=Connection)
SharedFrames = dict[Any, str]
"""Frames that have been built for one snapshot, by a key that each hub chooses."""


class Hub(AccessChecks[Subscriber], Generic[Topic, Snapshot, Subscriber]):
    """The sockets of one event loop. Other threads may call only `schedule_update` and bus listeners."""

    topic_name: ClassVar[str] = "Topic"
    """How the log names a topic."""

    def __init__(self) -> None:
        """Create a hub for the running event loop. Start to poll for changes and to check users' access."""
        super().__init__()
        self._subscribers: defaultdict[Topic, set[Subscriber]] = defaultdict(set)
        self._wanted: dict[Topic, int] = {}
        """The topics being read, each with the version number that must be reached."""
        self._scheduled_updates: deque[tuple[Topic, int | None]] = deque()
        self._is_loop_woken = False
        """Whether a call to `_run_scheduled_updates` has been scheduled."""
        self.run_every(self.poll_interval, self.poll_for_changes)

    # --- What subclasses provide ---------------------------------------------------------------------------

    @abstractmethod
    def poll_interval(self) -> float:
        """Return the seconds between polls for changes that the message bus did not report."""

    @abstractmethod
    async def read_snapshot(self, topic: Topic, min_number: int | None = None) -> Snapshot:
        """Read the newest snapshot of a topic, such as a table.

        If `min_number` is given, the result may be any snapshot with this version number or a higher one.
        """

    def cached_snapshot(self, topic: Topic) -> Snapshot | None:
        """Return the cached snapshot of a topic, or None. The base class has no cache."""
        return None

    @abstractmethod
    async def read_version_numbers(self, topics: list[Topic]) -> Mapping[Topic, int | None]:
        """Read the current version number of each topic, such as a table.

        The number is None if the topic can no longer be shown.
        """

    def unavailable_refusal(self, topic: Topic) -> Refusal:
        """Return the error to send to clients if a topic, such as a table, can no longer be shown."""
        return NotFound()

    @abstractmethod
    def send_update(
        self,
        topic: Topic,
        snapshot: Snapshot,
        connection: Subscriber,
        shared: SharedFrames,
        *,
        is_full: bool = False,
    ) -> None:
        """Send a snapshot to a connection, and store the snapshot's version number in `connection.number`.

        If `is_full` is False, unchanged parts may be left out. `shared` caches frames that were built from
        this snapshot, so that a frame for several connections is built only once.
        """

    def prepare_topic(self, topic: Topic) -> None:
        """Prepare a topic, such as a table, for its first connection. The base class does nothing."""

    def release_topic(self, topic: Topic) -> None:
        """Clean up after a topic's last connection has left. The base class does nothing."""

    def is_behind(self, connection: Subscriber, snapshot: Snapshot) -> bool:
        """Return whether the snapshot is newer than the last one that was sent to the connection."""
        return connection.number < snapshot.number

    # --- Subscriptions -------------------------------------------------------------------------------------

    async def join(self, topic: Topic, connection: Subscriber) -> None:
        """Subscribe a connection to a topic, such as a table, and send it the newest snapshot."""
        # Before the read, so that no change in between is missed; `has_first_update` keeps updates back
        # until the full one has been sent.
        self._add_subscriber(topic, connection)
        # After backpressure, one update contains everything that was held back.
        connection.health.on_writable = partial(self._schedule_missed_updates, topic)
        await self.send_newest(topic, connection)
        connection.has_first_update = True

    def _add_subscriber(self, topic: Topic, connection: Subscriber) -> None:
        """Add a connection to a topic's subscribers, after calling `prepare_topic` if there were none."""
        if topic not in self._subscribers:
            self.prepare_topic(topic)
        self._subscribers[topic].add(connection)

    def leave(self, topic: Topic, connection: Subscriber) -> None:
        """Remove a connection from a topic's subscribers. After the last one, call `release_topic`.

        Do nothing if the connection is not subscribed.
        """
        subscribers = self._subscribers.get(topic)
        if subscribers is None:
            return
        subscribers.discard(connection)
        if not subscribers:
            # A topic with an empty set would stay in `topics()`, and be polled at each interval.
            del self._subscribers[topic]
            self.release_topic(topic)

    async def send_newest(self, topic: Topic, connection: Subscriber) -> None:
        """Read a topic's newest snapshot, and send it in full to a connection.

        Send nothing if the connection has been unsubscribed during the read.
        """
        snapshot = await self.read_snapshot(topic)
        if connection in self.subscribers(topic):
            self.send_update(topic, self._choose_newer(topic, snapshot), connection, {}, is_full=True)

    def topics(self) -> list[Topic]:
        """Return all topics, such as tables, to which at least one connection is subscribed."""
        return list(self._subscribers)

    def subscribers(self, topic: Topic) -> Collection[Subscriber]:
        """Return the connections that are subscribed to a topic."""
        # `get`, because indexing a defaultdict adds the topic.
        return self._subscribers.get(topic, ())

    def all_connections(self) -> list[Subscriber]:
        """Return the connections that are subscribed to any topic."""
        return [connection for subscribers in self._subscribers.values() for connection in subscribers]

    @staticmethod
    def send(connection: Subscriber, text: str) -> None:
        """Send a text frame to a connection. Ignore exceptions, which mean that the connection is broken."""
        try:
            connection.put(text)
        except Exception:  # Its own disconnect cleans up.
            logger.debug("A socket is gone")

    # --- Updates -------------------------------------------------------------------------------------------

    def schedule_update(self, topic: Topic, number: int | None = None) -> None:
        """Schedule a call of `update_subscribers` on the event loop. Any thread may call this method.

        `number` is the new version number of the changed topic, or None if the number is unknown.
        """
        self._scheduled_updates.append((topic, number))
        # Many changes may be committed together: the loop is woken only for the first of them.
        if not self._is_loop_woken:
            self._is_loop_woken = True
            # In a context of its own: updates do not belong to the request that made the change.
            self.loop.call_soon_threadsafe(self._run_scheduled_updates, context=Context())

    def _run_scheduled_updates(self) -> None:
        """Call `update_subscribers` for all updates that `schedule_update` has queued."""
        # In this order: an update that is appended after the loop below has ended wakes the event loop again.
        self._is_loop_woken = False
        while self._scheduled_updates:
            self.update_subscribers(*self._scheduled_updates.popleft())

    def update_subscribers(self, topic: Topic, number: int | None = None) -> None:
        """Send a changed topic's snapshot to its subscribers. Do nothing if the topic has no subscribers.

        `number` is the topic's new version number, or None if unknown. If a task is already reading the
        topic, the task reads the topic again if necessary. Otherwise, a cached snapshot with this number or a
        higher one is sent at once. If there is none, a task reads the topic and sends a snapshot.
        """
        if topic not in self._subscribers:
            return
        if topic in self._wanted:
            # The topic is being read. A change without a number may be newer than that, so read once more.
            wanted = self._wanted[topic]
            self._wanted[topic] = wanted + 1 if number is None else max(number, wanted)
            return
        snapshot = None if number is None else self.cached_snapshot(topic)
        if snapshot is not None and number is not None and snapshot.number >= number:
            # The change was made in this process, so its sockets get it at once.
            self._send_to_subscribers(topic, snapshot)
        else:
            # Numbers start at 1, so any snapshot will do, but it is read again.
            self._start_read_and_send(topic, number or 1)

    def _start_read_and_send(self, topic: Topic, number: int) -> None:
        """Start a task that reads version `number` of a topic or a later one, and sends it to subscribers."""
        self._wanted[topic] = number
        self.start_task(self._read_and_send(topic))

    async def _read_and_send(self, topic: Topic) -> None:
        """Read a topic's snapshot, and send it to the subscribers. Log any exception.

        Read again if the topic changed during the read.
        """
        try:
            number = 0
            # Updates during the read raise the wanted number instead of starting further reads.
            while number < (wanted := self._wanted[topic]):
                number = wanted
                self._send_newest_to_subscribers(topic, await self.read_snapshot(topic, number))
        except Exception:
            logger.exception("%s %s cannot be shown", self.topic_name, topic)
        finally:
            # Also after a failure: a topic that stays here would never be read again.
            del self._wanted[topic]

    def _send_newest_to_subscribers(self, topic: Topic, snapshot: Snapshot) -> None:
        """Send either `snapshot` or the topic's cached snapshot, whichever is newer, to the subscribers.

        Send nothing to subscribers for which `is_behind` returns False.
        """
        self._send_to_subscribers(topic, self._choose_newer(topic, snapshot))

    def _send_to_subscribers(self, topic: Topic, snapshot: Snapshot) -> None:
        """Send this snapshot to the subscribers for which `is_behind` returns True. Log any exception.

        Skip subscribers that wait for their first update or for which too much data is queued.
        """
        shared: SharedFrames = {}
        try:
            subscribers = self.subscribers(topic)
            for connection in tuple(subscribers):
                is_behind = connection.has_first_update and self.is_behind(connection, snapshot)
                # An update may close another socket, or find its connection broken: check who is still there.
                waits = connection.health.has_backpressure
                if is_behind and not waits and connection in subscribers:
                    self.send_update(topic, snapshot, connection, shared)
        except Exception:
            logger.exception("%s %s cannot be shown", self.topic_name, topic)

    def _choose_newer(self, topic: Topic, snapshot: Snapshot) -> Snapshot:
        """Return the topic's cached snapshot if it is newer than `snapshot`, otherwise `snapshot`."""
        # The topic may have changed while the snapshot was read.
        cached = self.cached_snapshot(topic)
        return cached if cached is not None and cached.number > snapshot.number else snapshot

    def _schedule_missed_updates(self, topic: Topic) -> None:
        """Schedule a call of `send_missed_updates` in the event loop's next iteration."""
        # Not now, because a write to a socket is in progress.
        self.loop.call_soon(self.send_missed_updates, topic, context=Context())

    def send_missed_updates(self, topic: Topic) -> None:
        """Send a topic's snapshot to subscribers that have missed updates.

        If no snapshot is cached, start a task that reads and sends one.
        """
        # A task that is already reading the topic will send its snapshot to these subscribers as well.
        if topic not in self._subscribers or topic in self._wanted:
            return
        cached = self.cached_snapshot(topic)
        if cached is not None:
            self._send_to_subscribers(topic, cached)
        else:
            self._start_read_and_send(topic, 1)

    # --- Polling for what the bus did not report ------------------------------------------------------------

    async def poll_for_changes(self) -> None:
        """Check all topics once for changes that the message bus did not report. Update their subscribers."""
        await self.poll_topics(self.topics())

    async def poll_topics(self, topics: list[Topic]) -> None:
        """Read the topics' version numbers, and update the subscribers of topics that have changed.

        Close the connections to topics that can no longer be shown.
        """
        if not topics:
            return
        for topic, number in (await self.read_version_numbers(topics)).items():
            if number is None:
                closing = (
                    each.refuse(self.unavailable_refusal(topic)) for each in tuple(self.subscribers(topic))
                )
                await asyncio.gather(*closing)
            elif any(connection.number < number for connection in self.subscribers(topic)):
                self.update_subscribers(topic, number)
