"""Pings to clients over a WebSocket: when, how answers are read, and when silent clients are dropped."""

import struct
import time
from unittest.mock import Mock

import pytest

from core.asgi.websocket import WebSocketConnection, WebSocketProtocol
from core.realtime.health import (
    BACKPRESSURE_TIMEOUT_SECONDS,
    CHECK_SLOT_SECONDS,
    DEAD_TIMEOUT_SECONDS,
    IDLE_DEAD_TIMEOUT_SECONDS,
    ConnectionHealth,
)
from tests.support.transports import PlainTransport, opened


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
