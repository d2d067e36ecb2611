"""News between processes: whatever kind they are, they arrive as they were, in order, and in few messages."""

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from core.database import database_sync_to_async
from core.realtime import bus
from games.broadcast import Access, Countdown, Life, News, Presence, TableListingChanged, Wake
from tests.support.waiting import WAIT_TIMEOUT
from tournaments.broadcast import TournamentChanged

KINDS: list[News | TournamentChanged] = [
    Wake("table", 7, datetime(2026, 11, 21, 12, 0, 1, 250_000, tzinfo=UTC)),
    Wake("table", 8),
    TableListingChanged("table"),
    Access(3),
    Presence("process", {"table": [0, 2]}, whole=True),
    Life("table", 1),
    Countdown("table", 2, "2026-11-21T12:00:00Z"),
    Countdown("table", 2, None),
    TournamentChanged(5),
]


class Broker:
    """A channel layer that keeps what is sent and hands it out as from another process."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.free = asyncio.Event()
        self.free.set()
        self.away = False
        self.refused = 0
        self._come: asyncio.Queue[str] = asyncio.Queue()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        if self.away:
            self.refused += 1
            raise ConnectionError("the broker is away")
        await self.free.wait()
        self.sent.append(message)
        self._come.put_nowait(json.dumps({**message, "origin": "another process"}))

    async def new_channel(self) -> str:
        return "channel"

    async def group_add(self, group: str, channel: str) -> None: ...

    async def group_discard(self, group: str, channel: str) -> None: ...

    async def receive(self, channel: str) -> Any:
        return json.loads(await self._come.get())


@pytest.fixture
def heard() -> Iterator[list[News]]:
    """All news, as this process hears them: once when they are announced, once from the broker."""
    news: list[News] = []
    for kind in {type(each) for each in KINDS}:
        bus.add_listener(news.append, to=kind)
    yield news
    bus.remove_listener(news.append)


@contextlib.asynccontextmanager
async def relaying(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The relay, with a broker of its own."""
    broker = Broker()
    monkeypatch.setattr(bus, "get_channel_layer", lambda: broker)
    task = asyncio.create_task(bus.relay_news())
    while bus._post is None:
        await asyncio.sleep(0)
    try:
        yield broker
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def come(heard: list[News], count: int) -> None:
    async with asyncio.timeout(WAIT_TIMEOUT):
        while len(heard) < count:
            await asyncio.sleep(0.001)


async def test_each_kind_arrives_as_it_was(heard, monkeypatch):
    async with relaying(monkeypatch):
        for news in KINDS:
            heard.clear()
            await asyncio.to_thread(bus.announce_news, news)
            await come(heard, 2)
            assert heard == [news, news]


async def test_what_comes_while_a_message_is_on_its_way_goes_together_in_the_next(heard, monkeypatch):
    wakes = [Wake(f"table {number % 7}", number) for number in range(3 * bus.MAX_BUNDLE)]
    async with relaying(monkeypatch) as broker:
        broker.free.clear()
        for wake in wakes:
            await asyncio.to_thread(bus.announce_news, wake)
        heard.clear()
        broker.free.set()
        await come(heard, len(wakes))
        assert heard == wakes
        assert len(broker.sent) <= 5
        assert max(len(message["news"]) for message in broker.sent) == bus.MAX_BUNDLE


async def test_after_a_failure_what_waited_is_dropped_and_the_next_news_go_out(heard, monkeypatch):
    monkeypatch.setattr(bus, "RETRY_SECONDS", 0.01)
    async with relaying(monkeypatch) as broker:
        broker.away = True
        await asyncio.to_thread(bus.announce_news, Wake("lost", 1))
        while not broker.refused:
            await asyncio.sleep(0.001)
        broker.away = False
        heard.clear()
        await asyncio.to_thread(bus.announce_news, Wake("told", 2))
        await come(heard, 2)
        assert heard == [Wake("told", 2)] * 2
        assert len(broker.sent) == 1


async def test_of_news_that_a_halted_broker_does_not_take_the_newest_are_kept(heard, monkeypatch):
    monkeypatch.setattr(bus, "MAX_WAITING", 5)
    async with relaying(monkeypatch) as broker:
        broker.free.clear()
        await asyncio.to_thread(bus.announce_news, Wake("under way", 1))
        while bus._post.__self__._waiting:
            await asyncio.sleep(0.001)
        for number in range(8):
            await asyncio.to_thread(bus.announce_news, Wake("waits", number))
        heard.clear()
        broker.free.set()
        await come(heard, 6)
        assert heard == [Wake("under way", 1), *(Wake("waits", number) for number in range(3, 8))]


def test_a_thread_that_outlives_the_event_loop_waits_for_no_relay(monkeypatch):
    """A server that stops ends its relay and its event loop first, and then joins its threads."""
    broker, stopped, returned = Broker(), threading.Event(), threading.Event()
    monkeypatch.setattr(bus, "get_channel_layer", lambda: broker)

    def announce_late() -> None:
        stopped.wait()
        bus.announce_news(Wake("table", 7))
        returned.set()

    async def begin() -> asyncio.Task[None]:
        task = asyncio.create_task(database_sync_to_async(announce_late, thread_sensitive=False)())
        await asyncio.sleep(0.01)
        return task

    loop = asyncio.new_event_loop()
    try:
        task = loop.run_until_complete(begin())
        stopped.set()
        assert returned.wait(30)
        assert [message["news"] for message in broker.sent] == [[bus._encode_news(Wake("table", 7))]]
    finally:
        # Ends the thread also where it does wait for this loop, and would keep pytest from ending.
        loop.run_until_complete(task)
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


def test_a_relay_whose_event_loop_is_closed_fails_nobody(monkeypatch, caplog):
    async def build_queue() -> Any:
        return bus._RelayQueue()

    monkeypatch.setattr(bus, "_post", asyncio.run(build_queue()).put)
    bus.announce_news(Access(3))
    assert "The relay does not take Access(user_id=3)" in caplog.text


async def test_without_a_relay_the_event_loop_sends_news_without_waiting(monkeypatch):
    broker = Broker()
    monkeypatch.setattr(bus, "get_channel_layer", lambda: broker)
    bus.announce_news(Wake("table", 7))
    async with asyncio.timeout(WAIT_TIMEOUT):
        while not broker.sent:
            await asyncio.sleep(0.001)
    assert [message["news"] for message in broker.sent] == [[bus._encode_news(Wake("table", 7))]]


async def test_without_a_relay_a_halted_broker_holds_nobody_up_for_long(monkeypatch, caplog):
    broker = Broker()
    broker.free.clear()
    monkeypatch.setattr(bus, "get_channel_layer", lambda: broker)
    monkeypatch.setattr(bus, "SEND_TIMEOUT_SECONDS", 0.01)
    with caplog.at_level(logging.WARNING):
        await asyncio.to_thread(bus.announce_news, Wake("table", 7))
    assert "The broker does not take Wake" in caplog.text
    assert not broker.sent


@pytest.mark.parametrize("news", KINDS)
def test_news_of_every_kind_travel_under_its_name(news: Any) -> None:
    [fields] = bus._broker_message([news])["news"]
    assert (json.loads(json.dumps(fields)), bus._decode_news(fields)) == (fields, news)
    names = {TournamentChanged: "tournament", TableListingChanged: "listing"}
    assert fields["kind"] == names.get(type(news), type(news).__name__.lower())


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "weather", "sun": True},
        {"kind": "tournament", "tournament_id": 7, "stage": 2},
        {"kind": "tournament"},
        {"tournament_id": 7},
    ],
)
def test_what_only_a_process_of_another_version_can_read_is_passed_over(fields: dict[str, Any]) -> None:
    assert bus._decode_news(fields) is None
