"""An open socket keeps nothing of its handshake, and all that autobahn does with it later still works."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from daphne.ws_protocol import WebSocketFactory
from twisted.internet.error import ConnectionDone, ConnectionLost
from twisted.internet.testing import StringTransport

from core.asgi.handshake import make_slim_connection_class
from core.asgi.websocket import WebSocketConnection

REQUEST = (
    b"GET /ws/lobby?invite=hush HTTP/1.1\r\nHost: example.com\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nUser-Agent: a very long name\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
MASKED = b"\x80\x00\x00\x00\x00"


class Transport(StringTransport):
    """A transport in memory, whose connection may be aborted."""

    aborted = False

    def setTcpNoDelay(self, enabled: bool) -> None: ...

    def getHandle(self) -> object:
        return object()

    def abortConnection(self) -> None:
        self.aborted = True


@pytest.fixture
def server() -> Mock:
    server = Mock(root_path="", proxy_forwarded_address_header=None, websocket_timeout=-1)
    server.create_application.return_value = server.queue
    return server


@pytest.fixture
def connection(server: Mock) -> Iterator[Any]:
    """A socket whose handshake is over, of a server that has other options than autobahn's own."""
    factory = WebSocketFactory(server, server="wizard")
    # No timer: nothing runs Twisted's reactor here.
    factory.setProtocolOptions(openHandshakeTimeout=0, failByDrop=False, maxMessagePayloadSize=1000)
    factory._batched_timer = Mock()
    factory.protocol = make_slim_connection_class(WebSocketConnection, factory)
    connection = factory.buildProtocol(None)
    connection._raw_query_string = b"invite=hush"
    transport = Transport()
    # As on a real transport, where the HTTP request is the producer so far.
    transport.registerProducer(Mock(), True)
    connection.makeConnection(transport)
    connection.dataReceived(REQUEST)
    connection.serverAccept()
    assert connection.state == connection.STATE_OPEN
    connection.transport.clear()
    return connection


def test_nothing_is_kept_of_the_request_but_its_path(connection: Any):
    kept = repr(vars(connection)) + repr(connection.request)
    assert "lobby" in kept
    assert "a very long name" not in kept
    assert "hush" not in kept


def test_options_are_not_copied_to_each_connection(connection: Any):
    assert connection.maxMessagePayloadSize == 1000
    assert connection.perMessageCompressionAccept(()) is None
    assert not {"maxMessagePayloadSize", "versions", "closedByMe"} & vars(connection).keys()


def test_connections_do_not_share_what_changes(connection: Any):
    connection.sendCloseFrame(code=1000)
    assert connection.closedByMe
    assert not type(connection).closedByMe


def test_messages_in_several_frames_are_still_read(connection: Any, server: Mock):
    for head, text in ((b"\x01\x82", b"he"), (b"\x80\x83", b"llo")):
        connection.dataReceived(head + MASKED[1:] + text)
    server.queue.put_nowait.assert_called_with({"type": "websocket.receive", "text": "hello"})


def test_messages_are_still_sent_by_autobahn(connection: Any):
    connection.sendMessage(b"hello")
    assert connection.transport.value() == b"\x81\x05hello"


def test_the_client_can_close_it(connection: Any, server: Mock):
    connection.dataReceived(b"\x88\x82" + MASKED[1:] + b"\x03\xe8")
    assert connection.transport.value()[:2] == b"\x88\x02"
    connection.connectionLost(Mock(value=ConnectionDone()))
    server.queue.put_nowait.assert_called_with({"type": "websocket.disconnect", "code": 1000})
    server.protocol_disconnected.assert_called_once()


def test_a_connection_that_breaks_ends_its_application(connection: Any, server: Mock):
    connection.connectionLost(Mock(value=ConnectionLost()))
    server.queue.put_nowait.assert_called_with({"type": "websocket.disconnect", "code": 1006})
    assert connection.is_closed.called


def test_it_can_still_be_named_in_a_log(connection: Any):
    assert "lobby" in repr(connection)
