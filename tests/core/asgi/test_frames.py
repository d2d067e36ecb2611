"""Short text messages take the fast path; everything else is left to autobahn, which answers as before."""

from typing import Any
from unittest.mock import Mock

import pytest

from core.asgi.frames import read_short_text
from core.asgi.websocket import WebSocketConnection

MASK = b"\x01\x80\xff\x3c"


def masked(first: int, payload: bytes, mask: bytes = MASK) -> bytes:
    """A client's frame with this first byte."""
    size = bytes((0x80 | len(payload),)) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
    return bytes((first,)) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8, 124, 125])
def test_a_short_text_is_unmasked(size: int):
    text = bytes(32 + n % 95 for n in range(size))
    assert read_short_text(masked(0x81, text)) == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        masked(0x81, b""),
        masked(0x81, b"x" * 126),
        masked(0x01, b"the first part"),
        masked(0x80, b"the last part"),
        masked(0xC1, b"compressed"),
        masked(0x82, b"binary"),
        masked(0x88, b"\x03\xe8"),
        masked(0x89, b"ping"),
        masked(0x8A, b"pong"),
        masked(0x81, "schön".encode()),
        masked(0x81, b"\xff"),
        masked(0x81, b"half")[:-1],
        masked(0x81, b"one and") + b"\x81",
        b"\x81\x03one",
    ],
)
def test_all_else_is_left_to_autobahn(data: bytes):
    assert read_short_text(data) is None


class Received(WebSocketConnection):
    """A connection that collects its messages."""

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        self.messages.append(payload)


@pytest.fixture
def connection() -> Any:
    """A connection after its handshake, with autobahn's own settings and without a socket."""
    from daphne.ws_protocol import WebSocketFactory

    factory = WebSocketFactory(Mock(), server="wizard")
    factory.protocol = Received
    made = factory.buildProtocol(Mock())
    made.messages = []
    made.transport = Mock()
    made._connectionMade()
    made.state = made.STATE_OPEN
    made.current_frame, made.inside_message, made.websocket_version = None, False, 13
    made._perMessageCompress = None
    return made


def test_messages_arrive_in_order_however_they_are_cut(connection: Any):
    frames = [
        masked(0x81, b"a short one"),
        masked(0x81, b"x" * 200),
        masked(0x01, b"first half, "),
        masked(0x80, b"second half"),
        masked(0x81, "schön".encode()),
        masked(0x81, b"the last"),
    ]
    whole = [b"a short one", b"x" * 200, b"first half, second half", "schön".encode(), b"the last"]
    stream = b"".join(frames)
    for step in (1, 3, 7, 17, 40, len(stream)):
        connection.messages.clear()
        for begin in range(0, len(stream), step):
            connection.dataReceived(stream[begin : begin + step])
        assert connection.messages == whole, step
    connection.messages.clear()
    for frame in frames:
        connection.dataReceived(frame)
    assert connection.messages == whole


def test_a_short_text_within_an_unfinished_message_is_not_passed_on(connection: Any):
    connection.dataReceived(masked(0x01, b"first half, "))
    connection.dataReceived(masked(0x81, b"not a continuation"))
    assert connection.messages == []
    assert connection.state != connection.STATE_OPEN


def test_bytes_that_complete_a_frame_are_not_taken_for_one(connection: Any):
    inner = masked(0x81, b"looks like a frame")
    outer = masked(0x82, b"\0" * 8 + inner, mask=b"\0\0\0\0")
    connection.dataReceived(outer[: -len(inner)])
    connection.dataReceived(inner)
    assert connection.messages == [b"\0" * 8 + inner]


def test_nothing_is_passed_on_after_a_close(connection: Any):
    connection.dataReceived(masked(0x88, b"\x03\xe8"))
    connection.dataReceived(masked(0x81, b"too late"))
    assert connection.messages == []
