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
        """Bind this object to the running event loop. Raise RuntimeError if no event loop is running."""
        self.loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._listeners: list[bus.Listener] = []

    @classmethod
    def get_current(cls) -> Self:
        """Return the instance of this class for the running event loop.

        Create the instance if it does not exist yet.
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
    def forget_all_instances() -> None:
        """Forget the current instance of each subclass, and remove its bus listeners.

        This also works after the instances' event loops have ended.
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
        """Start a task that repeatedly waits `interval()` seconds and awaits `job()`.

        The task logs the job's exceptions and continues.
        """

        async def repeat() -> None:
            """Wait for the interval and run the job, again and again. Log the job's exceptions."""
            while True:
                await asyncio.sleep(interval())
                try:
                    await job()
                except Exception:
                    logger.exception("The hub cannot look after its sockets")

        self._loops.append(self.loop.create_task(repeat()))

    def on_message(self, kind: type[Any], handler: Callable[[Any], None]) -> None:
        """Call `handler` on this object's event loop for each bus message of class `kind`."""

        def receive(message: Any) -> None:
            """Schedule a call of the handler with this message. May be called from any thread."""
            # In a context of its own: the handler does not belong to the request that sent the message.
            self.loop.call_soon_threadsafe(handler, message, context=Context())

        self.listen(kind, receive)

    def listen(self, kind: type[Any], listener: bus.Listener) -> None:
        """Call `listener` for each bus message of class `kind` until `stop_listening` is called.

        The listener runs on the thread that sends or receives the message, so it must be thread-safe and
        must not block.
        """
        bus.add_listener(listener, kind=kind)
        self._listeners.append(listener)

    def stop_listening(self) -> None:
        """Remove all bus listeners of this object. The object's tasks keep running."""
        for listener in self._listeners:
            bus.remove_listener(listener)
