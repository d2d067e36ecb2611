"""How frames reach a client: by our server's ASGI extension if it is offered, otherwise by ASGI's `send`.

ASGI's `send` takes one message at a time and may keep its caller waiting. A hub hands a frame to many sockets
and must not wait for any of them, so behind a plain ASGI server each socket has an outbox of its own.

Our own server (`core/asgi/websocket.py`) offers the extension `wizard.frames` in a socket's
`scope["extensions"]`: `put` takes a frame without waiting, and `health` holds the server's measurements of
the connection. It saves a task and a queue per frame and is the faster path.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypedDict

from core.realtime.close_codes import TOO_SLOW
from core.realtime.health import BACKPRESSURE_TIMEOUT_SECONDS, ConnectionHealth

logger = logging.getLogger(__name__)

EXTENSION = "wizard.frames"
BACKPRESSURE_CHARS = 64 * 1024
"""With more queued, a client gets no updates; when it has caught up, one update has all it missed."""
MAX_WAITING_CHARS = 512 * 1024
"""When more than this is queued, the client's socket is closed."""

Send = Callable[[Any], Awaitable[None]]


class FramesExtension(TypedDict, total=False):
    """The ASGI extension `wizard.frames`."""

    put: Callable[[str], None]
    health: ConnectionHealth


class FrameSink(Protocol):
    """Accepts a socket's frames and sends them."""

    health: ConnectionHealth

    def put(self, text: str) -> None:
        """Queue a text frame for sending, without waiting."""

    async def flush(self) -> None:
        """Wait until all queued frames have been handed to the web server."""

    def close(self) -> None:
        """Drop all queued frames and send nothing more, because the socket has closed."""


def create_frame_sink(scope: Mapping[str, Any], send: Send) -> FrameSink:
    """Return an object that sends text frames to a client's WebSocket.

    The object uses the ASGI extension `wizard.frames` if the web server offers it. Otherwise, the object uses
    ASGI's function `send`.
    """
    extension: FramesExtension | None = (scope.get("extensions") or {}).get(EXTENSION)
    if extension is not None:
        return ExtensionSink(extension)
    # Such a server may send its own pings, but does not report the answers.
    return Outbox(send, ConnectionHealth(time.monotonic(), is_pinged=False))


class ExtensionSink:
    """Passes frames directly to the server."""

    def __init__(self, extension: FramesExtension) -> None:
        """Create a sink that sends frames with the `put` function of the server's ASGI extension."""
        self.put = extension["put"]
        # Without the server's measurements, as in tests, only the client's messages count as activity.
        self.health = extension.get("health") or ConnectionHealth(time.monotonic())

    async def flush(self) -> None:
        """Do nothing, because `put` hands each frame to the server at once."""

    def close(self) -> None:
        """Do nothing, because this class queues no frames."""


class Outbox:
    """Sends the frames of one socket in order, in the running event loop, without blocking the caller."""

    def __init__(self, send: Send, health: ConnectionHealth) -> None:
        """Create an outbox that sends frames with ASGI's `send`.

        The outbox records in `health` when too much text is queued.
        """
        self.health = health
        self._send = send
        self._waiting: deque[str] = deque()
        self._size = 0
        self._writer: asyncio.Task[None] | None = None
        self._closed = False
        """Whether the client is gone or was given up: nothing more is sent."""

    def put(self, text: str) -> None:
        """Queue a text frame for sending, unless the socket has closed.

        Record backpressure in `health` if more than BACKPRESSURE_CHARS characters are queued.
        """
        if self._closed:
            return
        self._waiting.append(text)
        self._size += len(text)
        if self._size > BACKPRESSURE_CHARS:
            self.health.begin_backpressure(time.monotonic())
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._send_queued())

    async def flush(self) -> None:
        """Wait until all queued frames have been handed to the web server, or the socket has closed."""
        if self._writer is not None:
            # `wait`, because awaiting the task itself would raise CancelledError when `close` cancels it.
            await asyncio.wait({self._writer})

    def close(self) -> None:
        """Drop all queued frames and send nothing more, because the socket has closed."""
        self._closed = True
        self._waiting.clear()
        if self._writer is not None:
            self._writer.cancel()

    async def _send_queued(self) -> None:
        """Send the queued frames in order.

        If the client reads too slowly, close the socket. If sending fails, send nothing more.
        """
        try:
            while self._waiting:
                if self._size > MAX_WAITING_CHARS:
                    raise TimeoutError
                async with asyncio.timeout(BACKPRESSURE_TIMEOUT_SECONDS):
                    # The frame stays in the queue until it is sent, because its size counts until then.
                    await self._send({"type": "websocket.send", "text": self._waiting[0]})
                self._size -= len(self._waiting.popleft())
        except TimeoutError:
            await self._close_slow_client()
        except Exception:  # The client is gone; the socket's own disconnect cleans up.
            self._closed = True
            logger.debug("A socket is gone")
        finally:
            self._writer = None
        self.health.end_backpressure()

    async def _close_slow_client(self) -> None:
        """Close the socket of a client that reads too slowly."""
        # Without a `bye`, which the client would not read.
        logger.warning("A socket is closed: its client does not read")
        self._closed = True
        self._waiting.clear()
        try:
            await self._send({"type": "websocket.close", "code": TOO_SLOW})
        except Exception:
            logger.debug("A socket is gone")
