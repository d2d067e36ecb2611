"""Frames on their way to a plain ASGI server, which takes one at a time and may let its sender wait.

The site's own server takes frames directly (`put` in a socket's scope); this is for all other servers.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from core.realtime.line import LONGEST_CHOKE, Line

logger = logging.getLogger(__name__)

CHOKE_SIZE = 64 * 1024
"""Characters that wait for one client before it gets no more updates, but all it missed in one later."""
MAX_SIZE = 512 * 1024
"""Characters that wait for one client at most; then its socket is closed."""
TOO_SLOW = 4008

Send = Callable[[Any], Awaitable[None]]


class Outbox:
    """Sends the frames of one socket in their order; `put` returns at once, in the running event loop."""

    def __init__(self, send: Send, line: Line) -> None:
        self._send = send
        self._line = line
        self._waiting: deque[str] = deque()
        self._size = 0
        self._writer: asyncio.Task[None] | None = None
        self._closed = False
        """Whether the client is gone or was given up: nothing more is sent."""

    def put(self, text: str) -> None:
        """Send a frame after those that wait; nothing happens once the socket is closed."""
        if self._closed:
            return
        self._waiting.append(text)
        self._size += len(text)
        if self._size > CHOKE_SIZE:
            self._line.choke(time.monotonic())
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())

    async def flush(self) -> None:
        """Wait until the server has taken all frames, or the socket is closed."""
        if self._writer is not None:
            # Waited for, not awaited: that it is cancelled when the client goes is no fault of who waits.
            await asyncio.wait({self._writer})

    def close(self) -> None:
        """Send nothing more: the socket has ended."""
        self._closed = True
        self._waiting.clear()
        if self._writer is not None:
            self._writer.cancel()

    async def _write(self) -> None:
        """Send what waits; never fails."""
        try:
            while self._waiting:
                if self._size > MAX_SIZE:
                    raise TimeoutError
                async with asyncio.timeout(LONGEST_CHOKE):
                    await self._send({"type": "websocket.send", "text": self._waiting[0]})
                self._size -= len(self._waiting.popleft())
        except TimeoutError:
            await self._give_up()
        except Exception:  # the client is gone; the socket's own disconnect tidies up
            self._closed = True
            logger.debug("A socket is gone")
        finally:
            self._writer = None
        self._line.clear()

    async def _give_up(self) -> None:
        """Close the socket of a client that does not read; there is no room for a farewell either."""
        logger.warning("A socket is closed: its client does not read")
        self._closed = True
        self._waiting.clear()
        try:
            await self._send({"type": "websocket.close", "code": TOO_SLOW})
        except Exception:
            logger.debug("A socket is gone")
