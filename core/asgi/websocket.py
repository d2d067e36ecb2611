"""The server's end of a WebSocket: pings, measures the round trip, and bounds what waits for a slow client.

Offers ASGI applications the extension `wizard.frames` (`core/realtime/outbox.py`).
"""

import json
import logging
import secrets
import socket
import struct
import time
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

from core.realtime.close_codes import NORMAL, TOO_SLOW
from core.realtime.health import ConnectionHealth
from core.realtime.outbox import FramesExtension

logger = logging.getLogger(__name__)

BYE_TOO_SLOW = json.dumps({"type": "bye", "code": TOO_SLOW, "retry_after": 1}).encode()
SEND_BUFFER_BYTES = 128 * 1024
"""What the kernel keeps for a client at most; the rest waits in this process."""
MAX_WAITING_BYTES = 512 * 1024
"""When more than this waits in this process for one client, its socket is closed."""
_PING = struct.Struct(">d8s")
"""The payload of a ping: when it was sent, and a secret, so that a client cannot claim a round trip."""
_DIRECT_WRITE_ATTRIBUTES = ("connected", "dataBuffer", "_tempDataLen", "writeSomeData")


def _frame_header(size: int) -> bytes:
    """The header of an unmasked text frame with a payload of `size` bytes (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


@implementer(IPushProducer)
class WebSocketConnection(WebSocketProtocol):  # type: ignore[misc]  # Daphne has no types.
    """A WebSocket whose health is known. It can be closed with any code, unlike Daphne's own."""

    muted: bool = False
    """Whether nothing more is received or sent; Daphne reads it, too."""
    _writes_directly = False
    """Whether the transport has what `_write` needs to pass it by."""

    def onOpen(self) -> None:
        """Begin to watch the connection."""
        self.waiting = 0
        self.secret = secrets.token_bytes(8)
        handle = self.transport.getHandle()
        if hasattr(handle, "setsockopt"):
            handle.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self._writes_directly = all(hasattr(self.transport, name) for name in _DIRECT_WRITE_ATTRIBUTES)
        # A transport has one producer: until now the HTTP request, which does not report when it is paused.
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)
        super().onOpen()

    @property
    def health(self) -> ConnectionHealth:
        """The connection's health, measured from the moment at which it is first asked for."""
        if not hasattr(self, "_health"):
            self._health = ConnectionHealth(time.monotonic())
        return self._health

    @property
    def extension(self) -> FramesExtension:
        """What the application finds in its scope as the extension `wizard.frames`."""
        return {"put": self.put, "health": self.health}

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Any message is a sign of life."""
        self.health.note_activity(time.monotonic())
        super().onMessage(payload, isBinary)

    def onPong(self, payload: bytes) -> None:
        """Any pong is a sign of life; the answer to one of our own pings gives the round-trip time."""
        now = time.monotonic()
        self.health.note_activity(now)
        if len(payload) == _PING.size:
            pinged_at, secret = _PING.unpack(payload)
            if secret == self.secret:
                self.health.note_pong(pinged_at, now)

    def check_health(self, now: float) -> None:
        """Ping the client if that is due; close the connection if the client is gone or does not read."""
        if self.health.is_dead(now):
            self.dropConnection(abort=True)
        elif self.health.is_too_slow(now):
            self.give_up()
        elif self.health.claim_ping(now):
            self.sendPing(_PING.pack(now, self.secret))

    def check_timeouts(self) -> None:
        """Suppress Daphne's own pings, which are not needed beside ours."""
        self.last_ping = time.time()
        super().check_timeouts()

    # --- Backpressure --------------------------------------------------------------------------------------

    def put(self, text: str) -> None:
        """Send a text without waiting; dropped if the socket is closed or too much waits for the client.

        The transport gets the frame at once: autobahn's way there takes ten times as long, mostly to prepare
        log lines that nobody reads, and one move is as many frames as there are people to see it.
        """
        if self.muted or self.state != self.STATE_OPEN:
            return
        payload = text.encode()
        if self._has_room(len(payload)):
            self._write(_frame_header(len(payload)) + payload)

    def _write(self, frame: bytes) -> None:
        """Give the kernel what it takes now, and the transport the rest.

        `transport.write` alone would first ask the reactor to report when the kernel takes data, which it
        nearly always does; that costs more than the write. To keep the frames in order, the transport's
        buffers must be empty, and only `dataBuffer` and the private `_tempDataLen` tell that. A transport
        without them (another reactor, TLS, a later Twisted) gets all frames by `write`, which is only slower.
        """
        transport = self.transport
        if (
            self._writes_directly
            and transport.connected
            and not (transport.dataBuffer or transport._tempDataLen)
        ):
            written = transport.writeSomeData(frame)
            # A broken connection is returned as an exception; `write` makes the transport find it again.
            frame = frame if isinstance(written, Exception) else frame[written:]
        if frame:
            transport.write(frame)

    def sendMessage(self, payload: bytes, isBinary: bool = False, **options: Any) -> None:
        """Send a message by way of autobahn, as ASGI's `send` does, within the same bounds."""
        if self._has_room(len(payload)):
            super().sendMessage(payload, isBinary, **options)

    def _has_room(self, size: int) -> bool:
        if self.health.has_backpressure:
            self.waiting += size
            if self.waiting > MAX_WAITING_BYTES:
                self.give_up()
                return False
        return True

    def give_up(self) -> None:
        """Say bye to a client that is too slow, close, and tell the application that the client is gone."""
        if self.muted:
            return
        logger.warning("A socket is closed: its client does not read")
        self.muted = True
        super().sendMessage(BYE_TOO_SLOW)
        self.serverClose(TOO_SLOW)
        self.application_queue.put_nowait({"type": "websocket.disconnect", "code": TOO_SLOW})

    def serverSend(self, content: str, binary: bool = False) -> None:
        """Send a frame of the application unless the client was given up."""
        if not self.muted:
            super().serverSend(content, binary)

    def serverClose(self, code: int | None = None) -> None:
        """Close with any code, such as 1012; Daphne's own fails on most codes below 3000."""
        self.sendCloseFrame(code=code or NORMAL)

    def pauseProducing(self) -> None:
        """The transport reports that more waits in this process than it likes."""
        self.health.begin_backpressure(time.monotonic())

    def resumeProducing(self) -> None:
        """The transport reports that the kernel has taken everything that waited."""
        self.waiting = 0
        self.health.end_backpressure()

    def stopProducing(self) -> None:
        """The transport reports that the connection is lost; `onClose` handles that."""
