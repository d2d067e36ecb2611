"""The server's end of a WebSocket: frames reach the transport in order, whatever kind of transport it is."""

import socket
from unittest.mock import Mock

import pytest

from core.asgi import websocket
from core.asgi.websocket import WebSocketConnection, WebSocketProtocol
from core.realtime.close_codes import TOO_SLOW
from core.realtime.health import DEAD_TIMEOUT_SECONDS
from tests.support.transports import PlainTransport, TcpTransport, opened
from tests.support.waiting import wait_until


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
