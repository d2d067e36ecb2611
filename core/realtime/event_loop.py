"""The base of hubs that ties their tasks and bus listeners to one event loop."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context
from typing import Any, ClassVar, Self

from core.realtime import bus

logger = logging.getLogger(__name__)


class EventLoopBound:
    """The tasks and bus listeners of one object in the event loop that it was made in."""

    _current: "ClassVar[dict[type[Any], EventLoopBound]]" = {}

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._listeners: list[bus.Listener] = []

    @classmethod
    def get_current(cls) -> Self:
        """Return this class's object of the running event loop; the first call creates it.

        Raises RuntimeError without a running loop. An object of an ended loop is replaced, and its listeners
        are removed.
        """
        found = EventLoopBound._current.get(cls)
        if found is None or found.loop is not asyncio.get_running_loop():
            if found is not None:
                found.stop_listening()
            # Sockets, tasks and futures belong to one event loop: what an ended loop has left is useless.
            found = EventLoopBound._current[cls] = cls()
        # The dictionary has each object under its own class.
        return found  # type: ignore[return-value]

    @staticmethod
    def forget_all() -> None:
        """Drop all these objects and their bus listeners, as when their event loop has ended."""
        while EventLoopBound._current:
            EventLoopBound._current.popitem()[1].stop_listening()

    def start_task(self, job: Coroutine[Any, Any, None]) -> None:
        """Start a job as a task, and keep a reference to it until it is done."""
        # The loop itself keeps only weak references to tasks: without another one they may vanish.
        task = self.loop.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def run_every(self, interval: Callable[[], float], job: Callable[[], Awaitable[None]]) -> None:
        """Repeat a job, waiting `interval()` seconds before each run, as long as the event loop runs.

        Failures are logged.
        """

        async def repeat() -> None:
            """Run the job after each interval, for ever."""
            while True:
                await asyncio.sleep(interval())
                try:
                    await job()
                except Exception:
                    logger.exception("The hub cannot look after its sockets")

        self._loops.append(self.loop.create_task(repeat()))

    def on_message(self, kind: type[Any], handler: Callable[[Any], None]) -> None:
        """Call `handler` in the event loop for each bus message of a kind."""

        def receive(message: Any) -> None:
            # In a context of its own: what follows is no part of the request that sent the message.
            """Call the handler in the event loop; callable from any thread."""
            self.loop.call_soon_threadsafe(handler, message, context=Context())

        self.listen(kind, receive)

    def listen(self, kind: type[Any], listener: bus.Listener) -> None:
        """Call `listener` for each bus message of a kind, in whatever thread delivers the message."""
        bus.add_listener(listener, to=kind)
        self._listeners.append(listener)

    def stop_listening(self) -> None:
        """Remove all of the object's listeners from the bus; its tasks go on."""
        for listener in self._listeners:
            bus.remove_listener(listener)
