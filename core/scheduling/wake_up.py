"""How a scheduler's loop sleeps: until its next timer, or until another thread or process wakes it."""

import asyncio
import contextlib


class WakeUpEvent:
    """An event that wakes a scheduler while it waits for its next timer. It belongs to one event loop."""

    def __init__(self) -> None:
        """Create an event that is not set, and bind it to the current event loop."""
        self._event = asyncio.Event()
        self._loop = asyncio.get_event_loop()

    def set(self) -> None:
        """Set the event, which wakes the scheduler. May be called only from the event loop's thread."""
        self._event.set()

    def set_threadsafe(self) -> None:
        """Set the event, which wakes the scheduler. May be called from any thread."""
        self._loop.call_soon_threadsafe(self._event.set)

    def clear(self) -> None:
        """Unset the event, so that `wait` blocks again."""
        # The caller does this before it checks for work, so that later changes wake the scheduler.
        self._event.clear()

    async def wait(self, seconds: float | None) -> bool:
        """Wait up to `seconds` for the event to be set, or forever if None. Return whether it is set."""
        with contextlib.suppress(TimeoutError):
            # `asyncio.wait_for` of Python 3.11 ignores a cancellation if the event is set just before it, and
            # a server whose scheduler is not cancelled never stops.
            async with asyncio.timeout(seconds):
                await self._event.wait()
        return self._event.is_set()
