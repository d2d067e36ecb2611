"""The server's end of a WebSocket: pings, round-trip times, and a limit on data queued for slow clients.

Offers ASGI applications the extension `wizard.frames` (`core/realtime/outbox.py`).
"""

import array
import fcntl
import json
import logging
import secrets
import socket
import struct
import termios
import time
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

from core.asgi.frames import read_short_text, text_frame_header, unmask
from core.asgi.handshake import free_unneeded_attributes
from core.realtime.close_codes import NORMAL, TOO_SLOW
from core.realtime.health import DEAD_TIMEOUT_SECONDS, ConnectionHealth
from core.realtime.outbox import FramesExtension

logger = logging.getLogger(__name__)

BYE_TOO_SLOW = json.dumps({"type": "bye", "code": TOO_SLOW, "retry_after": 1}).encode()
SEND_BUFFER_BYTES = 128 * 1024
"""The maximum that the kernel buffers for a client; the rest is queued in this process."""
MAX_WAITING_BYTES = 512 * 1024
"""When more than this is queued in this process for one client, its socket is closed."""
MAX_CLOSE_SECONDS = 60.0
"""How long a client that is too slow, but still reading, may take to read everything up to the close."""
_PING = struct.Struct(">d8s")
"""A ping's payload: when it was sent, and the connection's secret, by which we know our own pings.

A client that has seen a ping could still make up a time. It gains nothing: the credit for network delay has
an upper limit, which a client can also reach by answering late.
"""
_PING_HEADER = bytes((0x89, _PING.size))
"""The header of an unmasked ping (RFC 6455, 5.2)."""
_PONG_HEADER = bytes((0x8A, 0x80 | _PING.size))
"""The header of the masked pong that answers such a ping."""
_PONG_SIZE = len(_PONG_HEADER) + 4 + _PING.size
_DIRECT_WRITE_ATTRIBUTES = ("connected", "dataBuffer", "_tempDataLen", "writeSomeData")


@implementer(IPushProducer)
class WebSocketConnection(WebSocketProtocol):  # type: ignore[misc]  # Daphne has no types.
    """A WebSocket that measures its connection's health and, unlike Daphne's, can close with any code."""

    muted: bool = False
    """Whether nothing more is received or sent; Daphne reads this attribute, too."""
    _writes_directly = False
    """Whether the transport has the attributes that `_write_frame` needs to bypass its queue."""

    def onOpen(self) -> None:
        """Set the kernel's send buffer size for this open socket, and start to monitor its health."""
        self.server.socket_opened(self)
        self.waiting = 0
        self.secret = secrets.token_bytes(8)
        handle = self.transport.getHandle()
        if hasattr(handle, "setsockopt"):
            # A large kernel buffer would hide for a long time that the client is not reading.
            handle.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self._writes_directly = all(hasattr(self.transport, name) for name in _DIRECT_WRITE_ATTRIBUTES)
        # A transport has one producer: so far the HTTP request, which does not report when it is paused.
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)
        self.health.on_closely_watched = self._schedule_check
        self._schedule_check()
        super().onOpen()

    def succeedHandshake(self, result: Any) -> None:
        """Complete the WebSocket handshake, and free memory that an open connection no longer needs."""
        super().succeedHandshake(result)
        if self.state == self.STATE_OPEN:
            free_unneeded_attributes(self)

    def onClose(self, wasClean: bool, code: int, reason: str) -> None:
        """Stop this socket's health checks, and notify the application that the connection has ended."""
        self.server.checks.cancel(self)
        super().onClose(wasClean, code, reason)

    @property
    def health(self) -> ConnectionHealth:
        """This connection's health data, created on first access."""
        if not hasattr(self, "_health"):
            self._health = ConnectionHealth(time.monotonic())
        return self._health

    @property
    def frames_extension(self) -> FramesExtension:
        """The ASGI extension `wizard.frames`, which lets an application send frames without waiting.

        `put` is the function that sends a text frame. `health` has the server's measurements of this
        connection, such as the client's last activity, the round-trip times, and whether too much data is
        queued for the client.
        """
        return {"put": self.put, "health": self.health}

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Record that the client is active, and pass the message to the application."""
        self.health.note_activity(time.monotonic())
        super().onMessage(payload, isBinary)

    def dataReceived(self, data: bytes) -> None:
        """Decode a single pong or short text message. Let autobahn decode all other data."""
        # Nearly all traffic is of these kinds, and autobahn takes many times as long for each, partly because
        # its `dataReceived` formats a log message that nobody reads.
        is_between_frames = self.state == self.STATE_OPEN and not self.data and self.current_frame is None
        if is_between_frames and len(data) == _PONG_SIZE and data.startswith(_PONG_HEADER):
            self.onPong(unmask(data[2:6], data[6:]))
        # A pong may come between the frames of a message, another message may not.
        elif is_between_frames and not self.inside_message and (text := read_short_text(data)) is not None:
            self.onMessage(text, False)
        else:
            self._dataReceived(data)

    def onPong(self, payload: bytes) -> None:
        """Record that the client is active. If the pong answers our ping, also record the round-trip time."""
        now = time.monotonic()
        self.health.note_activity(now)
        if len(payload) == _PING.size:
            pinged_at, secret = _PING.unpack(payload)
            # A client may send pongs that nobody asked for (RFC 6455, 5.5.3): they say nothing of the delay.
            if secret == self.secret:
                self.health.note_pong(pinged_at, now)

    def check_health(self, now: float) -> None:
        """Close the socket if the client has been silent, too slow or connected for too long.

        Otherwise, send a ping if one is due.
        """
        # A client that reads too slowly gets a `bye`; a silent one is dropped without a close handshake.
        if self.state != self.STATE_OPEN:
            return
        is_due = self.health.record_ping_if_due(now)
        # Before anything that may fail: without a next check the client would never be asked again.
        self._schedule_check()
        if self.health.is_dead(now):
            # A close handshake would wait for a client that no longer answers.
            self.dropConnection(abort=True)
        elif self.health.is_too_slow(now):
            self.drop_slow_client()
        elif 0 <= self.server.websocket_timeout < self.duration():
            self.serverClose()
        elif is_due:
            self._write_frame(_PING_HEADER + _PING.pack(now, self.secret))

    def _schedule_check(self) -> None:
        """Schedule this socket's next health check. It replaces a check that is already scheduled."""
        self.server.checks.schedule(self, self.health.next_check_at)

    # --- Backpressure --------------------------------------------------------------------------------------

    def put(self, text: str) -> None:
        """Send a text frame without waiting for the client.

        Do nothing if the socket is not open. If too much unsent data is queued, close the socket instead.
        """
        # Without autobahn, which takes ten times as long, mostly to format log messages that nobody reads.
        # Each move sends one frame per viewer.
        if self.muted or self.state != self.STATE_OPEN:
            return
        payload = text.encode()
        if self._reserve_queue_space(len(payload)):
            self._write_frame(text_frame_header(len(payload)) + payload)

    def _write_frame(self, frame: bytes) -> None:
        """Write an encoded frame to the kernel. The transport queues what the kernel does not take yet."""
        # A direct write is cheaper than `transport.write`, which first asks the reactor to report when the
        # kernel can take data. It keeps the order only if the transport's buffers are empty. A transport
        # without the attributes for this (another reactor, TLS, a later Twisted) gets all frames through
        # `write`.
        transport = self.transport
        if (
            self._writes_directly
            and transport.connected
            and not (transport.dataBuffer or transport._tempDataLen)
        ):
            written = transport.writeSomeData(frame)
            # A broken connection is returned as an exception; `write` lets the transport detect it again.
            frame = frame if isinstance(written, Exception) else frame[written:]
        if frame:
            transport.write(frame)

    def sendMessage(self, payload: bytes, isBinary: bool = False, **options: Any) -> None:
        """Send a message to the client. If too much unsent data is queued, close the socket instead."""
        if self._reserve_queue_space(len(payload)):
            super().sendMessage(payload, isBinary, **options)

    def _reserve_queue_space(self, size: int) -> bool:
        """Return whether the client's send queue has space for `size` more bytes, and count these bytes.

        If the queue would exceed MAX_WAITING_BYTES, close the socket and return False. Without backpressure,
        count nothing and return True.
        """
        # Bytes count only while the transport is paused.
        if self.health.has_backpressure:
            self.waiting += size
            if self.waiting > MAX_WAITING_BYTES:
                self.drop_slow_client()
                return False
        return True

    def drop_slow_client(self) -> None:
        """Close the socket of a client that reads too slowly, after a `bye` message with the reason.

        Also tell the application that the client has disconnected. A second call does nothing.
        """
        if self.muted:
            return
        logger.warning("A socket is closed: its client does not read")
        self.muted = True
        # Not `self.sendMessage`, which would find no room for the `bye` either.
        super().sendMessage(BYE_TOO_SLOW)
        self._closing_since = time.monotonic()
        self.closeHandshakeTimeout = DEAD_TIMEOUT_SECONDS
        self.serverClose(TOO_SLOW)
        self._unread = self._count_unread_bytes()
        # The client may never answer the close, and the application must not wait for it.
        self.application_queue.put_nowait({"type": "websocket.disconnect", "code": TOO_SLOW})

    def onCloseHandshakeTimeout(self) -> None:
        """Drop the connection, because the client has not answered the close frame.

        For a slow client that still reads, wait up to MAX_CLOSE_SECONDS.
        """
        # It could not receive the `bye` and the close frame otherwise, which come after all queued data.
        unread = self._count_unread_bytes() if self.muted else 0
        reads_on = self.muted and unread < self._unread
        if reads_on and time.monotonic() - self._closing_since < MAX_CLOSE_SECONDS:
            self._unread = unread
            self.closeHandshakeTimeoutCall = self.factory._batched_timer.call_later(
                self.closeHandshakeTimeout, self.onCloseHandshakeTimeout
            )
        else:
            super().onCloseHandshakeTimeout()

    def _count_unread_bytes(self) -> int:
        """Return how many bytes for the client are still queued in this process or in the kernel."""
        # Including those in the kernel's buffer, if the system reports them.
        transport = self.transport
        waiting = len(transport.dataBuffer) + transport._tempDataLen if self._writes_directly else 0
        unsent = array.array("i", [0])
        try:
            fcntl.ioctl(transport.getHandle(), termios.TIOCOUTQ, unsent)
        except (OSError, TypeError, ValueError):
            # Not every system and transport reports it, and a closed socket does not.
            return waiting
        return waiting + unsent[0]

    def serverSend(self, content: str, binary: bool = False) -> None:
        """Send a message from the application, unless the client has been dropped as too slow."""
        if not self.muted:
            super().serverSend(content, binary)

    def serverClose(self, code: int | None = None) -> None:
        """Close the socket with a WebSocket close code, by default 1000 (normal closure)."""
        # Daphne's method fails on most codes below 3000, such as 1012.
        self.sendCloseFrame(code=code or NORMAL)

    def pauseProducing(self) -> None:
        """Record that backpressure begins. The transport calls this when its send buffer is full."""
        # Data can still be sent until more than MAX_WAITING_BYTES are queued.
        self.health.begin_backpressure(time.monotonic())
        self._schedule_check()

    def resumeProducing(self) -> None:
        """Record that backpressure ends. The transport calls this when it has sent all queued data."""
        self.waiting = 0
        self.health.end_backpressure()

    def stopProducing(self) -> None:
        """Do nothing. The transport calls this when the connection is lost, which `onClose` handles."""
