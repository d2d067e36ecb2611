"""The server's end of a WebSocket: frames reach the transport in order, whatever kind of transport it is."""

import socket
import struct
import time
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from core.asgi import websocket
from core.asgi.websocket import WebSocketConnection, WebSocketProtocol
from core.realtime.close_codes import TOO_SLOW
from core.realtime.health import (
    BACKPRESSURE_TIMEOUT_SECONDS,
    CHECK_SLOT_SECONDS,
    DEAD_TIMEOUT_SECONDS,
    IDLE_DEAD_TIMEOUT_SECONDS,
    ConnectionHealth,
)
from core.realtime.timer_wheel import TimerWheel
from tests.support.waiting import wait_until


class PlainTransport:
    """What Twisted promises of every transport, and no more."""

    def __init__(self) -> None:
        self.written = b""

    def getHandle(self) -> object:
        return object()

    def write(self, data: bytes) -> None:
        self.written += data

    def registerProducer(self, producer: Any, streaming: bool) -> None: ...

    def unregisterProducer(self) -> None: ...


class TcpTransport(PlainTransport):
    """Like Twisted's TCP transport: the kernel takes `room` bytes, the rest waits in the transport."""

    connected = True
    dataBuffer = b""
    _tempDataLen = 0

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room
        self.sent = b""

    def writeSomeData(self, data: bytes) -> int | Exception:
        taken = data[: self.room]
        self.room -= len(taken)
        self.sent += taken
        return len(taken)

    def write(self, data: bytes) -> None:
        super().write(data)
        self._tempDataLen += len(data)


def opened(transport: PlainTransport, connection: WebSocketConnection | None = None) -> WebSocketConnection:
    connection = connection or WebSocketConnection()
    connection.transport = transport
    connection.state = connection.STATE_OPEN
    connection.server = Mock(checks=TimerWheel(CHECK_SLOT_SECONDS), websocket_timeout=-1)
    connection.client_addr = None
    connection.request = SimpleNamespace(path="/")
    connection.onOpen()
    return connection


def test_a_transport_without_twisteds_internals_gets_every_frame_by_write():
    transport = PlainTransport()
    connection = opened(transport)
    connection.put("one")
    connection.put("two")
    assert transport.written == b"\x81\x03one\x81\x03two"


def test_what_the_kernel_does_not_take_waits_in_the_transport_and_later_frames_wait_behind_it():
    transport = TcpTransport(room=7)
    connection = opened(transport)
    for text in ("one", "two", "three"):
        connection.put(text)
        transport.room += 1
    assert transport.sent + transport.written == b"\x81\x03one\x81\x03two\x81\x05three"
    assert transport.sent == b"\x81\x03one\x81\x03t"


def test_a_broken_connection_is_left_to_the_transport():
    transport = TcpTransport(room=0)
    transport.writeSomeData = lambda data: ConnectionError("lost")  # type: ignore[method-assign]
    opened(transport).put("one")
    assert transport.written == b"\x81\x03one"


@pytest.mark.parametrize(
    ("size", "header"),
    [(125, b"\x81\x7d"), (126, b"\x81\x7e\x00\x7e"), (65536, b"\x81\x7f" + (65536).to_bytes(8, "big"))],
)
def test_frames_have_the_header_of_their_size(size: int, header: bytes):
    transport = PlainTransport()
    opened(transport).put("x" * size)
    assert transport.written == header + b"x" * size


@pytest.fixture
def given_up(monkeypatch: pytest.MonkeyPatch) -> WebSocketConnection:
    """A connection whose client was too slow, with a KiB that waits before the close."""
    monkeypatch.setattr(WebSocketProtocol, "sendMessage", Mock())
    monkeypatch.setattr(WebSocketProtocol, "sendCloseFrame", Mock())
    transport = TcpTransport(room=0)
    transport._tempDataLen = 1024
    connection = opened(transport)
    connection.application_queue, connection.factory = Mock(), Mock()
    connection.dropConnection = Mock()
    connection.drop_slow_client()
    connection.sendCloseFrame.assert_called_once_with(code=TOO_SLOW)
    return connection


def test_a_slow_client_that_reads_on_may_read_to_the_close(given_up: WebSocketConnection):
    for left in (1023, 512, 0):
        given_up.transport._tempDataLen = left
        given_up.onCloseHandshakeTimeout()
        given_up.factory._batched_timer.call_later.assert_called_once_with(
            DEAD_TIMEOUT_SECONDS, given_up.onCloseHandshakeTimeout
        )
        given_up.factory.reset_mock()
    given_up.dropConnection.assert_not_called()


def test_a_slow_client_that_does_not_read_on_is_dropped(given_up: WebSocketConnection):
    given_up.onCloseHandshakeTimeout()
    given_up.dropConnection.assert_called_once_with(abort=True)
    given_up.factory._batched_timer.call_later.assert_not_called()


def test_a_slow_client_may_not_read_on_for_ever(given_up: WebSocketConnection, monkeypatch):
    monkeypatch.setattr(websocket, "MAX_CLOSE_SECONDS", 0.0)
    given_up.transport._tempDataLen = 512
    given_up.onCloseHandshakeTimeout()
    given_up.dropConnection.assert_called_once_with(abort=True)


def test_another_client_that_does_not_answer_the_close_is_dropped():
    connection = opened(TcpTransport(room=0))
    connection.dropConnection = Mock()
    connection.onCloseHandshakeTimeout()
    connection.dropConnection.assert_called_once_with(abort=True)


def test_the_kernel_tells_what_the_client_has_not_taken():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(server.getsockname())
        accepted, _ = server.accept()
        with accepted:
            accepted.setblocking(False)
            transport = TcpTransport(room=0)
            transport.getHandle = lambda: accepted  # type: ignore[method-assign]
            connection = opened(transport)
            sent = accepted.send(b"x" * 100_000)
            before = connection._count_unread_bytes()
            assert sent - 10_000 < before <= sent
            received = 0
            while received < sent:
                received += len(client.recv(sent))
            wait_until(lambda: connection._count_unread_bytes() == 0)


# --- Checks of the connection's health ----------------------------------------------------------------------


class Watched:
    """A connection that is checked as the server does it, by a clock that the test moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.transport = PlainTransport()
        self.connection = WebSocketConnection()
        self.connection._health = ConnectionHealth(0.0)
        opened(self.transport, self.connection)
        self.connection.dropConnection = Mock()

    @property
    def health(self) -> ConnectionHealth:
        return self.connection.health

    def run_until(self, end: float, *, answers: bool = True) -> list[float]:
        """Check what is due until then; returns when the client was pinged."""
        pinged_at = []
        while self.now < end:
            self.now += CHECK_SLOT_SECONDS
            before = self.transport.written.count(b"\x89\x10")
            for each in self.connection.server.checks.take_due(self.now):
                each.check_health(self.now)
            if self.transport.written.count(b"\x89\x10") > before:
                pinged_at.append(self.now)
                if answers:
                    self.health.note_activity(self.now)
        return pinged_at


def test_a_client_is_pinged_every_twenty_seconds_and_more_often_while_it_is_watched_closely():
    watched = Watched()
    assert watched.run_until(41) == [20, 40]
    watched.health.watch_closely(41.0)
    assert watched.run_until(51) == [42.5, 45, 47.5, 50]
    watched.health.watch_loosely(51.0)
    assert watched.run_until(90) == [70, 90]
    watched.connection.dropConnection.assert_not_called()


def test_a_client_that_comes_on_turn_long_after_its_last_ping_is_pinged_at_once():
    watched = Watched()
    watched.run_until(35)
    watched.health.watch_closely(35.0)
    assert watched.run_until(36) == [35 + CHECK_SLOT_SECONDS]


@pytest.mark.parametrize(
    ("is_close", "dead_timeout_at"), [(True, DEAD_TIMEOUT_SECONDS), (False, IDLE_DEAD_TIMEOUT_SECONDS)]
)
def test_the_connection_of_a_client_that_does_not_answer_is_dropped(is_close: bool, dead_timeout_at: float):
    watched = Watched()
    if is_close:
        watched.health.watch_closely(0.0)
    watched.run_until(dead_timeout_at - CHECK_SLOT_SECONDS, answers=False)
    watched.connection.dropConnection.assert_not_called()
    watched.run_until(dead_timeout_at, answers=False)
    watched.connection.dropConnection.assert_called_once_with(abort=True)


def test_a_client_that_does_not_read_is_dropped_even_if_its_next_ping_is_later():
    watched = Watched()
    watched.connection.drop_slow_client = Mock()
    watched.health.begin_backpressure(0.0)
    watched.connection._schedule_check()
    watched.run_until(BACKPRESSURE_TIMEOUT_SECONDS)
    watched.connection.drop_slow_client.assert_called_once_with()


def test_a_connection_ends_after_the_time_that_daphne_allows():
    watched = Watched()
    watched.connection.serverClose = Mock()
    watched.connection.server.websocket_timeout = 3600
    watched.connection.socket_opened = time.time()
    watched.run_until(20)
    watched.connection.serverClose.assert_not_called()
    watched.connection.socket_opened -= 3601
    watched.run_until(40)
    watched.connection.serverClose.assert_called_once_with()


def test_a_connection_that_is_closing_is_not_checked():
    watched = Watched()
    watched.connection.state = watched.connection.STATE_CLOSING
    assert watched.run_until(60) == []
    assert watched.connection not in watched.connection.server.checks


def test_a_connection_that_has_ended_is_not_checked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(WebSocketProtocol, "onClose", Mock())
    watched = Watched()
    watched.connection.onClose(True, 1000, "")
    assert watched.connection not in watched.connection.server.checks


# --- Answers to pings ---------------------------------------------------------------------------------------


def pong(payload: bytes, mask: bytes = b"\x01\x02\x03\xff") -> bytes:
    """A client's pong."""
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return bytes((0x8A, 0x80 | len(payload))) + mask + masked


def listening() -> WebSocketConnection:
    """An open connection that is between two frames, and whose ping has been sent."""
    connection = WebSocketConnection()
    connection._health = ConnectionHealth(0.0)
    opened(PlainTransport(), connection)
    connection.data, connection.current_frame, connection.inside_message = b"", None, False
    connection._dataReceived = Mock()
    return connection


def test_the_answer_to_a_ping_is_read_without_autobahn():
    connection = listening()
    sent_at = time.monotonic() - 0.2
    connection.dataReceived(pong(struct.pack(">d8s", sent_at, connection.secret)))
    connection._dataReceived.assert_not_called()
    assert connection.health.last_activity_at > sent_at
    assert connection.health.lag >= 200


@pytest.mark.parametrize(
    "data",
    [pong(b"short"), pong(b"x" * 16) + b"\x81", pong(b"x" * 16)[:-1], b"\x82\x90" + b"x" * 20],
    ids=["another length", "more behind it", "a part of it", "a binary message"],
)
def test_all_else_is_left_to_autobahn(data: bytes):
    connection = listening()
    connection.dataReceived(data)
    connection._dataReceived.assert_called_once_with(data)


@pytest.mark.parametrize(
    ("name", "value"),
    [("data", b"\x81"), ("current_frame", Mock()), ("state", WebSocketConnection.STATE_CLOSING)],
)
def test_so_is_what_may_belong_to_a_frame_that_has_begun(name: str, value: object):
    connection = listening()
    setattr(connection, name, value)
    connection.dataReceived(pong(b"x" * 16))
    connection._dataReceived.assert_called_once_with(pong(b"x" * 16))
