"""Frames for servers that know ASGI alone: in order, and not without limit where nobody reads."""

import asyncio
import time
from typing import Any

import pytest

from core.realtime import outbox as module
from core.realtime.health import SILENCE_TIMEOUT_SECONDS, ConnectionHealth
from core.realtime.outbox import BACKPRESSURE_CHARS, MAX_WAITING_CHARS, Outbox


class Server:
    """Takes a message at a time, when the test opens it."""

    def __init__(self, *, is_open: bool = True) -> None:
        self.taken: list[dict[str, Any]] = []
        self.fault: Exception | None = None
        self.opened = asyncio.Event()
        if is_open:
            self.opened.set()

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            await self.opened.wait()
        if self.fault:
            raise self.fault
        self.taken.append(message)

    @property
    def texts(self) -> list[str]:
        return [message["text"] for message in self.taken if message["type"] == "websocket.send"]


def health() -> ConnectionHealth:
    return ConnectionHealth(time.monotonic(), is_pinged=False)


async def test_frames_come_in_the_order_in_which_they_were_put():
    server = Server(is_open=False)
    outbox = Outbox(server.send, health())
    for text in "abc":
        outbox.put(text)
    server.opened.set()
    await outbox.flush()
    outbox.put("d")
    await outbox.flush()
    assert server.texts == ["a", "b", "c", "d"]


async def test_a_client_that_reads_slowly_is_under_backpressure_until_it_has_read_all():
    server, slow, cleared = Server(is_open=False), health(), []
    slow.on_writable = lambda: cleared.append(True)
    outbox = Outbox(server.send, slow)
    outbox.put("x" * BACKPRESSURE_CHARS)
    assert not slow.has_backpressure
    outbox.put("y")
    assert slow.has_backpressure
    server.opened.set()
    await outbox.flush()
    assert (slow.has_backpressure, cleared) == (False, [True])


async def test_who_waits_for_a_client_that_goes_goes_on():
    server = Server(is_open=False)
    outbox = Outbox(server.send, health())
    outbox.put("never read")
    waiting = asyncio.create_task(outbox.flush())
    await asyncio.sleep(0)
    outbox.close()
    assert await waiting is None
    assert server.taken == []


async def test_a_client_for_which_too_much_waits_is_closed():
    server = Server()
    outbox = Outbox(server.send, health())
    outbox.put("x" * (MAX_WAITING_CHARS + 1))
    await outbox.flush()
    outbox.put("y")
    await outbox.flush()
    assert server.taken == [{"type": "websocket.close", "code": 4008}]


async def test_a_client_that_takes_nothing_for_too_long_is_closed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "BACKPRESSURE_TIMEOUT_SECONDS", 0.01)
    server = Server(is_open=False)
    outbox = Outbox(server.send, health())
    outbox.put("x")
    await outbox.flush()
    assert server.taken == [{"type": "websocket.close", "code": 4008}]


async def test_a_client_that_is_gone_gets_nothing_more_and_disturbs_nobody():
    server = Server()
    server.fault = ConnectionError("gone")
    outbox = Outbox(server.send, health())
    outbox.put("x")
    await outbox.flush()
    server.fault = None
    outbox.put("y")
    await outbox.flush()
    assert server.taken == []


async def test_nothing_is_sent_after_the_end_of_a_socket():
    server = Server(is_open=False)
    outbox = Outbox(server.send, health())
    outbox.put("x")
    outbox.close()
    server.opened.set()
    outbox.put("y")
    await asyncio.sleep(0)
    assert server.taken == []


def test_where_the_server_does_not_tell_of_signs_of_life_nobody_counts_as_gone():
    quiet = ConnectionHealth(0.0, is_pinged=False)
    assert not quiet.is_silent(10 * SILENCE_TIMEOUT_SECONDS)
    assert not quiet.is_dead(10 * SILENCE_TIMEOUT_SECONDS)
