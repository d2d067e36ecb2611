"""The base of hubs: fan-out of what changes to the sockets of this process.

A hub keeps the sockets by topic (a table, a tournament). When a topic changes, its snapshot is read once, and
each socket gets its own frame. The message bus wakes a topic at once; because it may lose messages, a regular
look at the topics' numbers finds what it missed. Sockets whose access was revoked are closed, and a socket
under backpressure is passed over until it can take one frame with everything it missed.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Collection, Coroutine, Hashable, Mapping
from contextvars import Context
from functools import partial
from typing import Any, ClassVar, Generic, Self, TypeVar

from core.realtime import bus
from core.realtime.close_codes import ACCESS_REVOKED
from core.realtime.connection import Connection, Numbered
from core.refusal import NotFound, Refusal

logger = logging.getLogger(__name__)

ACCESS_CHECK_INTERVAL_SECONDS = 2.0
"""How often all sockets are checked for access that ended without a message."""


Topic = TypeVar("Topic", bound=Hashable)
Snapshot = TypeVar("Snapshot", bound=Numbered)
Subscriber = TypeVar("Subscriber", bound=Connection)
SharedFrames = dict[Any, str]
"""Frames of one snapshot that were built already, by a key of the hub's own choice."""


class Hub(ABC, Generic[Topic, Snapshot, Subscriber]):
    """The sockets of one event loop. Only `wake_soon` and bus listeners may be called in other threads."""

    topic_name: ClassVar[str] = "Topic"
    """How the log names a topic."""
    _hubs: "ClassVar[dict[type[Any], Hub[Any, Any, Any]]]" = {}

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._subscribers: defaultdict[Topic, set[Subscriber]] = defaultdict(set)
        self._wanted: dict[Topic, int] = {}
        """The topics that are being read, and the number up to which they have to be."""
        self._wakes: deque[tuple[Topic, int | None]] = deque()
        self._is_loop_woken = False
        """Whether the loop has been told to look into `_wakes`."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._listeners: list[bus.Listener] = []
        self.run_every(self.look_interval, self.look_for_changes)
        self.run_every(lambda: ACCESS_CHECK_INTERVAL_SECONDS, lambda: self.check_access(self.everyone()))

    @classmethod
    def current(cls) -> Self:
        """The hub of the running event loop. A server has one loop; each test has its own."""
        hub = Hub._hubs.get(cls)
        if hub is None or hub.loop is not asyncio.get_running_loop():
            if hub is not None:
                hub.stop_listening()
            hub = Hub._hubs[cls] = cls()
        # The dictionary has each hub under its own class.
        return hub  # type: ignore[return-value]

    @staticmethod
    def forget_all() -> None:
        """Drop all hubs, as when their event loop has ended."""
        while Hub._hubs:
            Hub._hubs.popitem()[1].stop_listening()

    # --- What subclasses provide ---------------------------------------------------------------------------

    @abstractmethod
    def look_interval(self) -> float:
        """The seconds between two looks for changes that the bus did not report."""

    @abstractmethod
    async def read(self, topic: Topic, at_least: int | None = None) -> Snapshot:
        """A snapshot of a topic: the newest, or any that has come to number `at_least`."""

    def cached(self, topic: Topic) -> Snapshot | None:
        """The newest snapshot that costs no reading, if there is one."""
        return None

    @abstractmethod
    async def read_numbers(self, topics: list[Topic]) -> Mapping[Topic, int | None]:
        """The newest number of each topic; None where the topic can't be shown any more."""

    def unavailable(self, topic: Topic) -> Refusal:
        """What the sockets of a topic that can't be shown any more are told."""
        return NotFound()

    @abstractmethod
    async def find_revoked(self, connections: Collection[Subscriber]) -> list[Subscriber]:
        """Those of the sockets that have lost what they were opened with."""

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
        """Send a socket its frame of a snapshot and set its number; `is_full` where it has nothing yet."""

    # --- Subscriptions -------------------------------------------------------------------------------------

    async def join(self, topic: Topic, connection: Subscriber) -> None:
        """Send a socket the topic from now on; its first, full update comes before any other."""
        self._subscribers[topic].add(connection)
        connection.health.on_writable = partial(self._catch_up_soon, topic)
        await self.send_newest(topic, connection)
        connection.has_first_update = True

    def leave(self, topic: Topic, connection: Subscriber) -> None:
        """Forget a socket; nothing happens if it never joined."""
        subscribers = self._subscribers.get(topic)
        if subscribers is None:
            return
        subscribers.discard(connection)
        if not subscribers:
            del self._subscribers[topic]

    async def send_newest(self, topic: Topic, connection: Subscriber) -> None:
        """Send a socket the newest snapshot in full, whatever it has; nothing if it has left meanwhile."""
        snapshot = await self.read(topic)
        if connection in self.subscribers(topic):
            self.send_update(topic, self._newest(topic, snapshot), connection, {}, is_full=True)

    def topics(self) -> list[Topic]:
        return list(self._subscribers)

    def subscribers(self, topic: Topic) -> Collection[Subscriber]:
        return self._subscribers.get(topic, ())

    def everyone(self) -> list[Subscriber]:
        return [connection for subscribers in self._subscribers.values() for connection in subscribers]

    @staticmethod
    def send(connection: Subscriber, text: str) -> None:
        """Send a frame; a socket that is gone disturbs nobody."""
        try:
            connection.put(text)
        except Exception:  # Its own disconnect cleans up.
            logger.debug("A socket is gone")

    # --- Wake-ups ------------------------------------------------------------------------------------------

    def on_message(self, kind: type[Any], handler: Callable[[Any], None]) -> None:
        """Call `handler` in the event loop for each message of a kind on the bus."""

        def receive(message: Any) -> None:
            # In a context of its own: what follows is no part of the request that sent the message.
            self.loop.call_soon_threadsafe(handler, message, context=Context())

        self.listen(kind, receive)

    def listen(self, kind: type[Any], listener: bus.Listener) -> None:
        """Call `listener`, in whatever thread, for each message of a kind on the bus."""
        bus.listen(listener, to=kind)
        self._listeners.append(listener)

    def stop_listening(self) -> None:
        """Take no more messages of the bus."""
        for listener in self._listeners:
            bus.unlisten(listener)

    def wake_soon(self, topic: Topic, number: int | None = None) -> None:
        """Let the event loop wake a topic. May be called in any thread, and returns at once."""
        self._wakes.append((topic, number))
        # Many changes may be committed together: the loop is woken for the first of them alone.
        if not self._is_loop_woken:
            self._is_loop_woken = True
            self.loop.call_soon_threadsafe(self._wake_all, context=Context())

    def _wake_all(self) -> None:
        # In this order: a wake-up that is appended after the loop below has ended wakes the event loop again.
        self._is_loop_woken = False
        while self._wakes:
            self.wake(*self._wakes.popleft())

    def wake(self, topic: Topic, number: int | None = None) -> None:
        """Bring the sockets of a topic to `number`; where that isn't known, to the newest snapshot."""
        if topic not in self._subscribers:
            return
        if topic in self._wanted:
            # It is being read. An unknown change may be newer than that, so read once more.
            wanted = self._wanted[topic]
            self._wanted[topic] = wanted + 1 if number is None else max(number, wanted)
            return
        snapshot = None if number is None else self.cached(topic)
        if snapshot is not None and number is not None and snapshot.number >= number:
            # The change was made in this process: its sockets have it at once.
            self._show(topic, snapshot)
        else:
            self._read_soon(topic, number or 1)

    def _read_soon(self, topic: Topic, number: int) -> None:
        self._wanted[topic] = number
        self.run(self._deliver(topic))

    async def _deliver(self, topic: Topic) -> None:
        """Read a topic once and show it to its sockets, again while newer numbers are wanted."""
        try:
            number = 0
            while number < (wanted := self._wanted[topic]):
                number = wanted
                self._show(topic, await self.read(topic, number))
        except Exception:
            logger.exception("%s %s cannot be shown", self.topic_name, topic)
        finally:
            del self._wanted[topic]

    def _show(self, topic: Topic, snapshot: Snapshot) -> None:
        """Bring all sockets of a topic to a snapshot or a newer one, but those under backpressure."""
        snapshot = self._newest(topic, snapshot)
        shared: SharedFrames = {}
        try:
            subscribers = self.subscribers(topic)
            for connection in tuple(subscribers):
                is_behind = connection.has_first_update and connection.number < snapshot.number
                # An update may close another socket, or find its connection broken: look again who is there.
                waits = connection.health.has_backpressure
                if is_behind and not waits and connection in subscribers:
                    self.send_update(topic, snapshot, connection, shared)
        except Exception:
            logger.exception("%s %s cannot be shown", self.topic_name, topic)

    def _newest(self, topic: Topic, snapshot: Snapshot) -> Snapshot:
        """What the cache has if it is newer, since the topic may have changed while it was being read."""
        cached = self.cached(topic)
        return cached if cached is not None and cached.number > snapshot.number else snapshot

    def _catch_up_soon(self, topic: Topic) -> None:
        """A client has read what waited. Called amid a write, so what it missed comes afterwards."""
        self.loop.call_soon(self.catch_up, topic, context=Context())

    def catch_up(self, topic: Topic) -> None:
        """Show a topic to those of its sockets that are behind, as after backpressure."""
        if topic not in self._subscribers or topic in self._wanted:
            return
        cached = self.cached(topic)
        if cached is not None:
            self._show(topic, cached)
        else:
            self._read_soon(topic, 1)

    # --- Looks at what the bus did not report --------------------------------------------------------------

    async def look_for_changes(self) -> None:
        """Wake the topics whose sockets are behind; close the sockets of those that can't be shown."""
        if not self._subscribers:
            return
        for topic, number in (await self.read_numbers(self.topics())).items():
            if number is None:
                closing = (each.refuse(self.unavailable(topic)) for each in tuple(self.subscribers(topic)))
                await asyncio.gather(*closing)
            elif any(connection.number < number for connection in self.subscribers(topic)):
                self.wake(topic, number)

    # --- Access checks -------------------------------------------------------------------------------------

    def check_access_of(self, user_id: int) -> None:
        """Close those of a user's sockets that have lost their access."""
        self.run(self.check_access([each for each in self.everyone() if each.user_id == user_id]))

    async def check_access(self, connections: Collection[Subscriber]) -> None:
        """Close those of the sockets that have lost their access."""
        if not connections:
            return
        revoked = await self.find_revoked(connections)
        # At the same time: a client that does not read delays no other's close.
        await asyncio.gather(*(connection.close_with_bye(ACCESS_REVOKED) for connection in revoked))

    # --- Tasks ---------------------------------------------------------------------------------------------

    def run(self, job: Coroutine[Any, Any, None]) -> None:
        """Run a job beside everything else; a reference is kept until it is done."""
        task = self.loop.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def run_every(self, interval: Callable[[], float], job: Callable[[], Awaitable[None]]) -> None:
        """Run a job after each interval of seconds, as long as the hub lives, also after a failure."""

        async def repeat() -> None:
            while True:
                await asyncio.sleep(interval())
                try:
                    await job()
                except Exception:
                    logger.exception("The hub cannot look after its sockets")

        self._loops.append(self.loop.create_task(repeat()))
