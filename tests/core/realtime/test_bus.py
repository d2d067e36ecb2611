"""News between processes: whatever kind they are, they arrive as they were, in order, and in few messages."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import orjson
import pytest

from core.realtime import bus, relay
from core.realtime.channels import Subscribed, channel_name
from games.broadcast import (
    Access,
    BusMessage,
    ChatChange,
    Countdown,
    Life,
    MarksChanged,
    Presence,
    PresenceWanted,
    TableListingChanged,
    Wake,
)
from games.shards import shard_of
from tests.support.fake_broker import FakeBroker, relaying
from tests.support.waiting import WAIT_TIMEOUT
from tournaments.broadcast import TournamentChanged

AT = datetime(2026, 11, 21, 12, 0, 1, 250_000, tzinfo=UTC)
OF_TABLES: list[BusMessage] = [
    Wake("table", 7, AT),
    Wake("table", 8),
    Wake("table", 9, AT, 3, ((8, AT, "bid", '{"seat":1}', 1, "an id"), (9, AT, "end", "{}", None, None))),
    MarksChanged("table", 4),
    Life("table", 1),
    Countdown("table", 2, "2026-11-21T12:00:00Z"),
    Countdown("table", 2, None),
    ChatChange("table", 17),
    Presence("process", {"table": [0, 2]}),
    PresenceWanted(shard_of("table")),
]
KINDS: list[BusMessage | TournamentChanged] = [
    *OF_TABLES,
    TableListingChanged("table"),
    Access(3),
    TournamentChanged(5),
]


@pytest.fixture
def heard() -> Iterator[list[BusMessage]]:
    """All messages that this process hears: once when they are published, once from the broker."""
    messages: list[BusMessage] = []
    for kind in {type(each) for each in KINDS}:
        bus.add_listener(messages.append, kind=kind)
    yield messages
    bus.remove_listener(messages.append)


async def come(heard: list[BusMessage], count: int) -> None:
    async with asyncio.timeout(WAIT_TIMEOUT):
        while len(heard) < count:
            await asyncio.sleep(0.001)


async def test_each_kind_arrives_as_it_was(heard, redis):
    async with relaying(redis):
        for message in KINDS:
            heard.clear()
            await asyncio.to_thread(bus.publish_message, message)
            await come(heard, 2)
            assert heard == [message, message]


async def test_news_of_a_table_go_to_the_followers_of_its_shard_and_others_to_all(redis):
    async with relaying(redis):
        for message in KINDS:
            bus.publish_message(message)
        async with asyncio.timeout(WAIT_TIMEOUT):
            while sum(len(messages) for _, messages in redis.sent) < len(KINDS):
                await asyncio.sleep(0.001)
        of_shard = [channel for channel, messages in redis.sent for _ in messages].count(
            channel_name(shard_of("table"))
        )
        assert of_shard == len(OF_TABLES)
        assert {channel for channel, _ in redis.sent} == {channel_name(), channel_name(shard_of("table"))}


async def test_a_process_is_subscribed_to_the_shards_that_it_follows(redis):
    followed: list[bus.ShardFollowed] = []
    bus.add_listener(followed.append, kind=bus.ShardFollowed)
    bus.follow_shards([1, 2])
    task = asyncio.create_task(relay.relay_messages())
    try:
        await come(followed, 2)
        assert set(followed) == {bus.ShardFollowed(1), bus.ShardFollowed(2)}
        bus.follow_shards([2, 3])
        await come(followed, 3)
        assert followed[2] == bus.ShardFollowed(3)
        bus.unfollow_shards([1, 2])
        async with asyncio.timeout(WAIT_TIMEOUT):
            while len(redis.channels) > 3:
                await asyncio.sleep(0.001)
        # The second of those who follow it still does.
        assert redis.channels == {channel_name(), channel_name(2), channel_name(3)}
    finally:
        bus.unfollow_shards([2, 3])
        bus.remove_listener(followed.append)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def test_what_comes_while_a_message_is_on_its_way_goes_together_in_the_next(heard, redis):
    wakes = [Wake("table", number) for number in range(3 * relay.MAX_BUNDLE)]
    async with relaying(redis):
        redis.free.clear()
        for wake in wakes:
            await asyncio.to_thread(bus.publish_message, wake)
        heard.clear()
        redis.free.set()
        await come(heard, len(wakes))
        assert heard == wakes
        assert len(redis.sent) <= 5
        assert max(len(messages) for _, messages in redis.sent) == relay.MAX_BUNDLE


@pytest.mark.parametrize("switches", range(8))
async def test_it_ends_even_if_it_is_cancelled_just_as_the_broker_fails(redis, monkeypatch, switches):
    async def fail(self: FakeBroker) -> AsyncIterator[bytes | Subscribed]:
        await failing.wait()
        raise ConnectionError("the broker is away")
        yield b""

    failing = asyncio.Event()
    monkeypatch.setattr(FakeBroker, "receive", fail)
    others = asyncio.all_tasks()
    task = asyncio.create_task(relay.relay_messages())
    await asyncio.sleep(0.01)
    failing.set()
    for _ in range(switches):
        await asyncio.sleep(0)
    task.cancel()
    _, running = await asyncio.wait(asyncio.all_tasks() - others, timeout=20)
    assert not running


async def test_after_a_failure_what_waited_is_dropped_and_the_next_news_go_out(heard, redis, monkeypatch):
    monkeypatch.setattr(relay, "RETRY_SECONDS", 0.01)
    async with relaying(redis):
        redis.away = True
        await asyncio.to_thread(bus.publish_message, Wake("lost", 1))
        while not redis.refused:
            await asyncio.sleep(0.001)
        redis.away = False
        heard.clear()
        await asyncio.to_thread(bus.publish_message, Wake("told", 2))
        await come(heard, 2)
        assert heard == [Wake("told", 2)] * 2
        assert len(redis.sent) == 1


async def test_of_news_that_a_halted_broker_does_not_take_the_newest_are_kept(heard, redis, monkeypatch):
    monkeypatch.setattr(relay, "MAX_WAITING", 5)
    async with relaying(redis):
        redis.free.clear()
        await asyncio.to_thread(bus.publish_message, Wake("under way", 1))
        while bus._relay._waiting:
            await asyncio.sleep(0.001)
        for number in range(8):
            await asyncio.to_thread(bus.publish_message, Wake("waits", number))
        heard.clear()
        redis.free.set()
        await come(heard, 6)
        assert heard == [Wake("under way", 1), *(Wake("waits", number) for number in range(3, 8))]


@pytest.mark.parametrize("message", KINDS)
def test_news_of_every_kind_travel_under_its_name(message: Any) -> None:
    [fields] = orjson.loads(bus.encode_payload([message])[len(bus.ORIGIN) :])
    names = {
        TournamentChanged: "tournament",
        TableListingChanged: "listing",
        MarksChanged: "marks",
        ChatChange: "chat",
        PresenceWanted: "presence_wanted",
    }
    assert fields["kind"] == names.get(type(message), type(message).__name__.lower())


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "weather", "sun": True},
        {"kind": "tournament", "tournament_id": 7, "stage": 2},
        {"kind": "tournament"},
        {"kind": "wake", "table_id": "table", "number": 7, "due_at": None},
        {"kind": "wake", "table_id": "table", "number": 7, "due_at": "soon", "mark_version": 0, "rows": []},
        {"tournament_id": 7},
    ],
)
def test_what_only_a_process_of_another_version_can_read_is_passed_over(fields: dict[str, Any]) -> None:
    access = bus.encode_payload([Access(3)])[len(bus.ORIGIN) :]
    data = b"0" * len(bus.ORIGIN) + orjson.dumps([fields, *orjson.loads(access)])
    assert bus.decode_payload(data) == [Access(3)]


async def test_what_is_no_message_of_the_site_is_passed_over(heard, redis, caplog):
    async with relaying(redis):
        redis.come.put_nowait(b"hello")
        redis.come.put_nowait(b"0" * len(bus.ORIGIN) + bus.encode_payload([Access(3)])[len(bus.ORIGIN) :])
        await come(heard, 1)
        assert heard == [Access(3)]
    assert "no message of this site" in caplog.text


def test_a_listener_hears_the_kinds_it_was_registered_for_once_each_until_it_is_removed():
    class Rain(NamedTuple):
        drops: int

    class Snow(NamedTuple):
        flakes: int

    heard: list[Any] = []
    for kind in (Rain, Snow, Rain):
        bus.add_listener(heard.append, kind=kind)
    other: list[Any] = []
    bus.add_listener(other.append, kind=Snow)
    try:
        bus.call_listeners(Rain(3))
        bus.call_listeners(Snow(5))
        assert heard == [Rain(3), Snow(5)]
        assert other == [Snow(5)]
        bus.remove_listener(heard.append)
        bus.call_listeners(Rain(4))
        bus.call_listeners(Snow(6))
        assert heard == [Rain(3), Snow(5)]
        assert other == [Snow(5), Snow(6)]
    finally:
        bus.remove_listener(heard.append)
        bus.remove_listener(other.append)
