"""The base class of hubs that ties their tasks and bus listeners to one event loop."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context
from typing import Any, ClassVar, Self

from core.realtime import bus

logger = logging.getLogger(__name__)


class EventLoopBound:
    """Base of objects bound to the event loop in which they were created, with tasks and listeners."""

    _current: "ClassVar[dict[type[Any], EventLoopBound]]" = {}

    def __init__(self) -> None:
        """Bind the object to the running event loop. Raise RuntimeError if there is none."""
        self.loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._listeners: list[bus.Listener] = []

    @classmethod
    def get_current(cls) -> Self:
        """Return this class's only instance for the running event loop, creating the instance if necessary.

        An instance for an earlier loop is replaced, and its bus listeners are removed. Raise RuntimeError if
        no loop is running.
        """
        found = EventLoopBound._current.get(cls)
        if found is None or found.loop is not asyncio.get_running_loop():
            if found is not None:
                found.stop_listening()
            # Sockets, tasks and futures belong to one event loop; those of an ended loop are useless.
            found = EventLoopBound._current[cls] = cls()
        # The dictionary holds each instance under its own class.
        return found  # type: ignore[return-value]

    @staticmethod
    def forget_all() -> None:
        """Drop all instances that `get_current` has created, of any subclass, and remove their bus listeners.

        This also works if an instance's event loop has ended.
        """
        while EventLoopBound._current:
            EventLoopBound._current.popitem()[1].stop_listening()

    def start_task(self, job: Coroutine[Any, Any, None]) -> None:
        """Start a coroutine as a task, and keep a reference to the task until it is done."""
        # The loop keeps only weak references to tasks, which could otherwise be garbage-collected.
        task = self.loop.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def run_every(self, interval: Callable[[], float], job: Callable[[], Awaitable[None]]) -> None:
        """Start a task that repeatedly waits `interval()` seconds and then awaits `job()`. Log exceptions."""

        async def repeat() -> None:
            """Wait for the interval and run the job, in an endless loop; log the job's exceptions."""
            while True:
                await asyncio.sleep(interval())
                try:
                    await job()
                except Exception:
                    logger.exception("The hub cannot look after its sockets")

        self._loops.append(self.loop.create_task(repeat()))

    def on_message(self, kind: type[Any], handler: Callable[[Any], None]) -> None:
        """Register a handler for bus messages of this kind, and call it on this object's event loop."""

        def receive(message: Any) -> None:
            """Schedule a call of the handler on the event loop. May be called from any thread."""
            # In a context of its own: the handler does not belong to the request that sent the message.
            self.loop.call_soon_threadsafe(handler, message, context=Context())

        self.listen(kind, receive)

    def listen(self, kind: type[Any], listener: bus.Listener) -> None:
        """Register a listener for bus messages of this kind, until `stop_listening`.

        The listener may be called from any thread, and must not block.
        """
        bus.add_listener(listener, to=kind)
        self._listeners.append(listener)

    def stop_listening(self) -> None:
        """Remove all of this object's bus listeners. Its tasks keep running."""
        for listener in self._listeners:
            bus.remove_listener(listener)
