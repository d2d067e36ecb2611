"""The base class of hubs: fan-out of changes to the sockets of this process.

A hub groups the sockets by topic (a table, a tournament). When a topic changes, its snapshot is read once,
and each socket gets its own frame. The message bus wakes a topic at once; because it may lose messages, the
topics' numbers (versions) are also polled regularly. Sockets whose access was revoked are closed, and a
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
from core.realtime.connection import Connection, Numbered
from core.refusal import NotFound, Refusal

logger = logging.getLogger(__name__)

Topic = TypeVar("Topic", bound=Hashable)
Snapshot = TypeVar("Snapshot", bound=Numbered)
Subscriber = TypeVar("Subscriber", bound=Connection)
SharedFrames = dict[Any, str]
"""Frames that have been built for one snapshot, by a key that each hub chooses."""


class Hub(AccessChecks[Subscriber], Generic[Topic, Snapshot, Subscriber]):
    """The sockets of one event loop. Other threads may call only `wake_soon` and bus listeners."""

    topic_name: ClassVar[str] = "Topic"
    """How the log names a topic."""

    def __init__(self) -> None:
        """Create a hub without sockets in the running event loop, and start its periodic checks."""
        super().__init__()
        self._subscribers: defaultdict[Topic, set[Subscriber]] = defaultdict(set)
        self._wanted: dict[Topic, int] = {}
        """The topics being read, each with the number (version) that must be reached."""
        self._wakes: deque[tuple[Topic, int | None]] = deque()
        self._is_loop_woken = False
        """Whether the event loop has been told to process `_wakes`."""
        self.run_every(self.poll_interval, self.poll_for_changes)

    # --- What subclasses provide ---------------------------------------------------------------------------

    @abstractmethod
    def poll_interval(self) -> float:
        """Return the seconds between two checks for changes that the message bus did not report."""

    @abstractmethod
    async def read_snapshot(self, topic: Topic, at_least: int | None = None) -> Snapshot:
        """Return a topic's newest snapshot or, if `at_least` is given, any of at least that version."""

    def cached_snapshot(self, topic: Topic) -> Snapshot | None:
        """Return the newest snapshot in memory, or None if there is none."""
        return None

    @abstractmethod
    async def read_numbers(self, topics: list[Topic]) -> Mapping[Topic, int | None]:
        """Return each topic's latest version number, or None if the topic can no longer be shown."""

    def unavailable_refusal(self, topic: Topic) -> Refusal:
        """Return the refusal that is sent to sockets when their topic can no longer be shown."""
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
        """Send one socket a snapshot, and set the socket's `number` to the snapshot's version number.

        If `is_full` is True, the socket has not received the topic yet; otherwise it needs only what has
        changed. `shared` contains frames that were already built for other sockets.
        """

    def topic_opened(self, topic: Topic) -> None:
        """React to a topic that is about to get its first socket; does nothing by default."""

    def topic_closed(self, topic: Topic) -> None:
        """React to a topic that has lost its last socket; does nothing by default."""

    def is_behind(self, connection: Subscriber, snapshot: Snapshot) -> bool:
        """Whether a socket still needs to be sent this snapshot, because it has only earlier versions."""
        return connection.number < snapshot.number

    # --- Subscriptions -------------------------------------------------------------------------------------

    async def join(self, topic: Topic, connection: Subscriber) -> None:
        """Subscribe a socket to a topic: send it the newest snapshot in full, and changes from then on.

        When backpressure ends, the socket gets an update with everything it has missed.
        """
        # Before the read, so that no change in between is missed; `has_first_update` keeps updates back
        # until the full one has been sent.
        self._add_subscriber(topic, connection)
        connection.health.on_writable = partial(self._schedule_catch_up, topic)
        await self.send_newest(topic, connection)
        connection.has_first_update = True

    def _add_subscriber(self, topic: Topic, connection: Subscriber) -> None:
        """Add a socket to a topic's subscribers; it gets changes only once it has had the full update."""
        if topic not in self._subscribers:
            self.topic_opened(topic)
        self._subscribers[topic].add(connection)

    def leave(self, topic: Topic, connection: Subscriber) -> None:
        """Unsubscribe a socket from a topic; does nothing if it has not joined."""
        subscribers = self._subscribers.get(topic)
        if subscribers is None:
            return
        subscribers.discard(connection)
        if not subscribers:
            # A topic with an empty set would stay in `topics()`, and be polled at each interval.
            del self._subscribers[topic]
            self.topic_closed(topic)

    async def send_newest(self, topic: Topic, connection: Subscriber) -> None:
        """Send a socket the topic's newest snapshot in full, unless the socket leaves in the meantime."""
        snapshot = await self.read_snapshot(topic)
        if connection in self.subscribers(topic):
            self.send_update(topic, self._choose_newer(topic, snapshot), connection, {}, is_full=True)

    def topics(self) -> list[Topic]:
        """Return the topics that have at least one socket."""
        return list(self._subscribers)

    def subscribers(self, topic: Topic) -> Collection[Subscriber]:
        """Return the sockets that are subscribed to a topic; empty if there are none."""
        # `get`, because indexing a defaultdict adds the topic.
        return self._subscribers.get(topic, ())

    def all_connections(self) -> list[Subscriber]:
        """Return all sockets of the hub, of all topics."""
        return [connection for subscribers in self._subscribers.values() for connection in subscribers]

    @staticmethod
    def send(connection: Subscriber, text: str) -> None:
        """Send a text frame to a socket; an exception from a broken connection is ignored."""
        try:
            connection.put(text)
        except Exception:  # Its own disconnect cleans up.
            logger.debug("A socket is gone")

    # --- Wake-ups ------------------------------------------------------------------------------------------

    def wake_soon(self, topic: Topic, number: int | None = None) -> None:
        """Schedule `wake` in the event loop and return at once; can be called on any thread.

        `number` is the version that the topic's sockets must reach, as in `wake`.
        """
        self._wakes.append((topic, number))
        # Many changes may be committed together: the loop is woken only for the first of them.
        if not self._is_loop_woken:
            self._is_loop_woken = True
            # In a context of its own: updates do not belong to the request that made the change.
            self.loop.call_soon_threadsafe(self._process_wakes, context=Context())

    def _process_wakes(self) -> None:
        """Call `wake` for every topic that `wake_soon` has queued."""
        # In this order: a wake-up that is appended after the loop below has ended wakes the event loop again.
        self._is_loop_woken = False
        while self._wakes:
            self.wake(*self._wakes.popleft())

    def wake(self, topic: Topic, number: int | None = None) -> None:
        """Send a topic's sockets a snapshot whose version is at least `number`.

        Sends the cached snapshot at once if it is new enough, and otherwise starts reading one. If `number`
        is None, the snapshot is always read again. Does nothing if the topic has no sockets.
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
            self._start_reading(topic, number or 1)

    def _start_reading(self, topic: Topic, number: int) -> None:
        """Start a task that reads a snapshot of at least this version and sends it to the topic's sockets."""
        self._wanted[topic] = number
        self.start_task(self._read_and_send(topic))

    async def _read_and_send(self, topic: Topic) -> None:
        """Read and send a topic's snapshots until the wanted version was sent; an exception is logged."""
        try:
            number = 0
            # Wake-ups during the read raise the wanted number instead of starting further reads.
            while number < (wanted := self._wanted[topic]):
                number = wanted
                self._send_snapshot(topic, await self.read_snapshot(topic, number))
        except Exception:
            logger.exception("%s %s cannot be shown", self.topic_name, topic)
        finally:
            # Also after a failure: a topic that stays here would never be read again.
            del self._wanted[topic]

    def _send_snapshot(self, topic: Topic, snapshot: Snapshot) -> None:
        """Send a snapshot, or the cached one if that is newer, to the sockets of a topic that are behind."""
        self._send_to_subscribers(topic, self._choose_newer(topic, snapshot))

    def _send_to_subscribers(self, topic: Topic, snapshot: Snapshot) -> None:
        """Send a snapshot to the sockets of a topic that are behind and not under backpressure.

        Failures are logged.
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
        """Return this snapshot or the cached one, whichever is newer.

        The topic may have changed while the snapshot was being read.
        """
        cached = self.cached_snapshot(topic)
        return cached if cached is not None and cached.number > snapshot.number else snapshot

    def _schedule_catch_up(self, topic: Topic) -> None:
        """Schedule `catch_up`, which must not run immediately, because this is called during a write."""
        self.loop.call_soon(self.catch_up, topic, context=Context())

    def catch_up(self, topic: Topic) -> None:
        """Send a topic's newest snapshot to those of its sockets that are behind.

        Does nothing if the topic is already being read, or has no sockets.
        """
        if topic not in self._subscribers or topic in self._wanted:
            return
        cached = self.cached_snapshot(topic)
        if cached is not None:
            self._send_to_subscribers(topic, cached)
        else:
            self._start_reading(topic, 1)

    # --- Polling for what the bus did not report ------------------------------------------------------------

    async def poll_for_changes(self) -> None:
        """Look for changes that the message bus did not report, and send them."""
        await self.poll_topics(self.topics())

    async def poll_topics(self, topics: list[Topic]) -> None:
        """Call `wake` for each of these topics that has a newer version than one of its sockets.

        If a topic can no longer be shown, its sockets are sent a refusal and closed.
        """
        if not topics:
            return
        for topic, number in (await self.read_numbers(topics)).items():
            if number is None:
                closing = (
                    each.refuse(self.unavailable_refusal(topic)) for each in tuple(self.subscribers(topic))
                )
                await asyncio.gather(*closing)
            elif any(connection.number < number for connection in self.subscribers(topic)):
                self.wake(topic, number)
