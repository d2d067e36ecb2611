"""The queue from which an ASGI application receives its connection's messages."""

import asyncio
from typing import Any


class MessageQueue:
    """An unbounded first-in, first-out queue for one event loop, like `asyncio.Queue`.

    `asyncio.Queue` contains four deques of 750 bytes each, and an idle connection needs none of them.
    """

    __slots__ = ("_messages", "_waiters")

    def __init__(self) -> None:
        """Create an empty queue."""
        # Lists, because nearly always both are empty or have one item.
        self._messages: list[Any] = []
        self._waiters: list[asyncio.Future[None]] = []
        """One future for each waiting call to `get`, the earliest first."""

    def put_nowait(self, message: Any) -> None:
        """Add a message, and wake the call to `get` that has waited longest, if any."""
        self._messages.append(message)
        self._wake_next()

    async def get(self) -> Any:
        """Remove and return the oldest message, waiting for one if necessary."""
        while not self._messages:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            try:
                await waiter
            except asyncio.CancelledError:
                # It may have been woken before it was cancelled: another one must take the message.
                if self._messages:
                    self._wake_next()
                raise
            finally:
                self._waiters.remove(waiter)
        return self._messages.pop(0)

    def _wake_next(self) -> None:
        """Wake the call to `get` that has waited longest, if any. Skip calls that were already woken."""
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)
                break
