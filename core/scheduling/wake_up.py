"""How a scheduler's loop sleeps: until its next moment, or until another thread or process has news."""

import asyncio
import contextlib


class WakeUp:
    """An event of one event loop that any thread may set."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._loop = asyncio.get_event_loop()

    def set(self) -> None:
        """Wake the loop up; on the loop's own thread."""
        self._event.set()

    def set_threadsafe(self) -> None:
        """Wake the loop up from any thread."""
        self._loop.call_soon_threadsafe(self._event.set)

    def clear(self) -> None:
        """Forget news; called before the loop reads its data, so that no later news are lost."""
        self._event.clear()

    async def wait(self, seconds: float | None) -> bool:
        """Wait for news for so long (None: for ever); whether they have come."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._event.wait(), seconds)
        return self._event.is_set()
