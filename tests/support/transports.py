"""Transports of Twisted's kind, and WebSocket connections over them."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

from core.asgi.websocket import WebSocketConnection
from core.realtime.health import CHECK_SLOT_SECONDS
from core.realtime.timer_wheel import TimerWheel


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
    """A connection over this transport, after its handshake."""
    connection = connection or WebSocketConnection()
    connection.transport = transport
    connection.state = connection.STATE_OPEN
    connection.server = Mock(checks=TimerWheel(CHECK_SLOT_SECONDS), websocket_timeout=-1)
    connection.client_addr = None
    connection.request = SimpleNamespace(path="/")
    connection.onOpen()
    return connection
