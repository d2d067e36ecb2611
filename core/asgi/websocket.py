"""A server's end of a socket: asks for signs of life, measures the way, and lets no answers pile up."""

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

from core.realtime.line import Line

logger = logging.getLogger(__name__)

NORMAL, TOO_SLOW = 1000, 4008
BYE_TOO_SLOW = json.dumps({"type": "bye", "code": TOO_SLOW, "retry_after": 1}).encode()
KERNEL_BUFFER = 128 * 1024
"""Bytes that the kernel keeps for a client at most; what does not fit waits in this process."""
MOST_WAITING = 512 * 1024
"""Bytes that wait in this process for one client at most."""
_ASKED = struct.Struct(">d8s")


def _head(size: int) -> bytes:
    """What goes before a text of so many bytes in one frame (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


@implementer(IPushProducer)
class Socket(WebSocketProtocol):  # type: ignore[misc]  # Daphne has no types.
    """A socket that knows its line; it may be closed with any code, which Daphne's own cannot."""

    muted: bool = False
    """Whether nothing more is heard or said."""

    def onOpen(self) -> None:
        """Begin to watch the line."""
        self.waiting = 0
        self.secret = secrets.token_bytes(8)
        handle = self.transport.getHandle()
        handle.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        # The transport has one producer: until now the HTTP request, which does not tell when it is paused.
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)
        super().onOpen()

    @property
    def line(self) -> Line:
        """The line, from the moment at which it is first asked for."""
        if not hasattr(self, "_line"):
            self._line = Line(time.monotonic())
        return self._line

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Whatever comes is a sign of life."""
        self.line.hear(time.monotonic())
        super().onMessage(payload, isBinary)

    def onPong(self, payload: bytes) -> None:
        """So is the answer to a ping; one that is ours says how long the way is."""
        now = time.monotonic()
        self.line.hear(now)
        if len(payload) == _ASKED.size:
            asked_at, secret = _ASKED.unpack(payload)
            if secret == self.secret:
                self.line.answer(asked_at, now)

    def look(self, now: float) -> None:
        """Now and then: ask for a sign of life, give up who gives none or does not read."""
        if self.line.dead(now):
            self.dropConnection(abort=True)
        elif self.line.too_slow(now):
            self.give_up()
        elif self.line.ping(now):
            self.sendPing(_ASKED.pack(now, self.secret))

    def check_timeouts(self) -> None:
        """Daphne's own pings are not needed beside ours."""
        self.last_ping = time.time()
        super().check_timeouts()

    # --- A client that does not read ---------------------------------------------------------------------

    def put(self, text: str) -> None:
        """Put a text on the line, unless it is closed or too much waits there already.

        The transport gets the frame at once: autobahn's way there takes ten times as long, most of it to
        prepare lines for a log that nobody reads, and a move is as many frames as there are people to see it.
        """
        if self.muted or self.state != self.STATE_OPEN:
            return
        payload = text.encode()
        if self._has_room(len(payload)):
            self._write(_head(len(payload)) + payload)

    def _write(self, frame: bytes) -> None:
        """Give the kernel what it takes now, and the transport the rest.

        The transport alone would first ask to be called when the kernel takes anything, which it nearly
        always does: that costs more than the writing.
        """
        transport = self.transport
        if transport.connected and not (transport.dataBuffer or transport._tempDataLen):
            taken = transport.writeSomeData(frame)
            # A broken line is the transport's to find.
            frame = frame if isinstance(taken, Exception) else frame[taken:]
        if frame:
            transport.write(frame)

    def sendMessage(self, payload: bytes, isBinary: bool = False, **how: Any) -> None:
        """The same by autobahn's way."""
        if self._has_room(len(payload)):
            super().sendMessage(payload, isBinary, **how)

    def _has_room(self, size: int) -> bool:
        if self.line.choked:
            self.waiting += size
            if self.waiting > MOST_WAITING:
                self.give_up()
                return False
        return True

    def give_up(self) -> None:
        """Say bye to a client that is too slow; whatever else comes for it is not kept."""
        if self.muted:
            return
        logger.warning("A socket is closed: its client does not read")
        self.muted = True
        super().sendMessage(BYE_TOO_SLOW)
        self.serverClose(TOO_SLOW)
        self.application_queue.put_nowait({"type": "websocket.disconnect", "code": TOO_SLOW})

    def serverSend(self, content: str, binary: bool = False) -> None:
        """Nothing more is for a client that was given up."""
        if not self.muted:
            super().serverSend(content, binary)

    def serverClose(self, code: int | None = None) -> None:
        """Close with any code, as with 1012; Daphne's own fails on most below 3000."""
        self.sendCloseFrame(code=code or NORMAL)

    def pauseProducing(self) -> None:
        """More waits in this process than the transport likes."""
        self.line.choke(time.monotonic())

    def resumeProducing(self) -> None:
        """All that waited is with the kernel."""
        self.waiting = 0
        self.line.clear()

    def stopProducing(self) -> None:
        """The line is gone; `onClose` tells."""
