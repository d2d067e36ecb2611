"""A hub with toy topics: names of counters, whose snapshots are the numbers they have come to."""

import asyncio
import time
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from core.realtime import bus
from core.realtime.health import ConnectionHealth
from core.realtime.hub import Hub, SharedFrames
from core.refusal import Refusal


class Count(NamedTuple):
    """What a counter shows."""

    number: int


class Counted(NamedTuple):
    """The message that a counter has changed."""

    name: str
    number: int | None


bus.register_message_kind("toy_count", Counted)


class ToySocket:
    """Keeps what it is sent."""

    def __init__(self, user_id: int | None = None) -> None:
        self.user_id = user_id
        self.number = -1
        self.has_first_update = False
        self.health = ConnectionHealth(time.monotonic())
        self.texts: list[str] = []
        self.ended: list[object] = []
        self.is_broken = False
        self.on_put: Callable[[], None] = lambda: None

    def put(self, text: str) -> None:
        if self.is_broken:
            raise ConnectionError
        self.texts.append(text)
        self.on_put()

    async def close_with_bye(self, code: int) -> None:
        self.ended.append(code)

    async def refuse(self, refusal: Refusal) -> None:
        self.ended.append(refusal.code)


class ToyHub(Hub[str, Count, ToySocket]):
    """Counters in a dictionary instead of a database."""

    topic_name = "Counter"
    interval = 3600.0

    def __init__(self) -> None:
        self.counters: dict[str, int] = {"a": 1, "b": 1}
        self.cache: dict[str, int] = {}
        self.reads: list[tuple[str, int | None]] = []
        self.revoked: set[int | None] = set()
        self.reading = asyncio.Event()
        self.reading.set()
        super().__init__()
        self.listen(Counted, lambda message: self.schedule_update(message.name, message.number))

    def poll_interval(self) -> float:
        return self.interval

    async def read_snapshot(self, topic: str, min_number: int | None = None) -> Count:
        self.reads.append((topic, min_number))
        await self.reading.wait()
        return Count(self.counters[topic])

    def cached_snapshot(self, topic: str) -> Count | None:
        return Count(self.cache[topic]) if topic in self.cache else None

    async def read_version_numbers(self, topics: list[str]) -> Mapping[str, int | None]:
        return {topic: self.counters.get(topic) for topic in topics}

    async def find_connections_without_access(self, connections: Collection[ToySocket]) -> list[ToySocket]:
        return [each for each in connections if each.user_id in self.revoked]

    def send_update(
        self,
        topic: str,
        snapshot: Count,
        connection: ToySocket,
        shared: SharedFrames,
        *,
        is_full: bool = False,
    ) -> None:
        connection.number = snapshot.number
        self.send(connection, f"{topic}{snapshot.number}{'!' if is_full else ''}")

    async def finish_tasks(self) -> None:
        """Let all that has begun come to its end."""
        await asyncio.sleep(0)
        while self._tasks:
            await asyncio.wait(self._tasks)
