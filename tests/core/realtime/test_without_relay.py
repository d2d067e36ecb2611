"""News where no relay runs, or none any more: nobody waits for it."""

import asyncio
import logging
import threading

from core.database import database_sync_to_async
from core.realtime import bus, relay
from games.broadcast import Access, Wake
from tests.support.waiting import WAIT_TIMEOUT


def test_a_thread_that_outlives_the_event_loop_waits_for_no_relay(redis):
    """A server that stops ends its relay and its event loop first, and then joins its threads."""
    stopped, returned = threading.Event(), threading.Event()

    def announce_late() -> None:
        stopped.wait()
        bus.publish_message(Wake("table", 7))
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
        assert [bus._message_from_json(*messages) for _, messages in redis.sent] == [Wake("table", 7)]
    finally:
        # Ends the thread also where it does wait for this loop, and would keep pytest from ending.
        loop.run_until_complete(task)
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


def test_a_relay_whose_event_loop_is_closed_fails_nobody(monkeypatch, caplog):
    async def build_relay() -> bus.Relay:
        return relay._Relay()

    monkeypatch.setattr(bus, "_relay", asyncio.run(build_relay()))
    bus.publish_message(Access(3))
    assert "The relay does not take Access" in caplog.text
    bus.follow_shards([1])
    bus.unfollow_shards([1])


async def test_without_a_relay_the_event_loop_sends_news_without_waiting(redis):
    bus.publish_message(Wake("table", 7))
    async with asyncio.timeout(WAIT_TIMEOUT):
        while not redis.sent:
            await asyncio.sleep(0.001)
    assert [bus._message_from_json(*messages) for _, messages in redis.sent] == [Wake("table", 7)]


async def test_without_a_relay_a_halted_broker_holds_nobody_up_for_long(redis, monkeypatch, caplog):
    redis.free.clear()
    monkeypatch.setattr(bus, "SEND_TIMEOUT_SECONDS", 0.01)
    with caplog.at_level(logging.WARNING):
        await asyncio.to_thread(bus.publish_message, Wake("table", 7))
    assert "The broker does not take Wake" in caplog.text
    assert not redis.sent
