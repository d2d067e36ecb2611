"""The server's end of a WebSocket: frames reach the transport in order, whatever kind of transport it is."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from core.asgi.websocket import WebSocketConnection


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


def opened(transport: PlainTransport) -> WebSocketConnection:
    connection = WebSocketConnection()
    connection.transport = transport
    connection.state = connection.STATE_OPEN
    connection.server, connection.client_addr = Mock(), None
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
