"""Group commit: commands that arrive during one commit go together into the next."""

import asyncio
import logging
import queue
import threading
from collections import defaultdict
from concurrent.futures import Future
from contextlib import suppress
from itertools import count

from django.db import connections

from core.database import close_server_connections
from games.services.commands.command import Command, DatabaseUnreachable, Outcome, Unavailable
from games.services.commands.handler import handle_commands

logger = logging.getLogger(__name__)

MAX_BATCH = 256

Waiting = tuple[Command, "Future[Outcome] | asyncio.Future[Outcome]"]


class Committer:
    """A single thread that handles the commands of all threads and event loops in the process, in batches."""

    _numbers = count(1)

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(
            target=self._handle_batches, name=f"committer-{next(self._numbers)}", daemon=True
        )

    def start(self) -> None:
        """Start the thread that handles the commands."""
        self._thread.start()

    def stop(self) -> None:
        """Handle all queued commands, then stop the thread; block until that is done.

        For commands submitted later, the outcome is Unavailable.
        """
        with self._closing:
            # Under the lock: a command queued behind the end mark would wait for ever.
            self._closed = True
            self._waiting.put(None)
        self._thread.join()

    @property
    def is_healthy(self) -> bool:
        """Whether the thread is running, or was stopped on purpose."""
        return self._closed or self._thread.is_alive()

    def submit(self, command: Command) -> "Future[Outcome]":
        """Queue a command, and return a future for its outcome."""
        future: Future[Outcome] = Future()
        self._enqueue(command, future)
        return future

    def submit_async(self, command: Command) -> "asyncio.Future[Outcome]":
        """Queue a command, and return an asyncio future for its outcome."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._enqueue(command, future)
        return future

    def _enqueue(self, command: Command, future: "Future[Outcome] | asyncio.Future[Outcome]") -> None:
        """Queue a command; `future` will receive the command's outcome.

        If `stop` was called before, the command is not queued, and its outcome is Unavailable.
        """
        with self._closing:
            if self._closed:
                future.set_result(Unavailable())
            else:
                self._waiting.put((command, future))

    def _handle_batches(self) -> None:
        """Handle queued commands until `stop` is called, then close this thread's database connections."""
        while (batch := self._take_batch()) is not None:
            try:
                self._handle_batch(batch)
            except Exception:
                logger.exception("A batch was handled, but not to its end")
        # The connections belong to this thread, and nobody else would close them.
        connections.close_all()

    def _take_batch(self) -> list[Waiting] | None:
        """Wait for commands, and return up to MAX_BATCH of them.

        Return None when all commands submitted before `stop` have been taken.
        """
        first = self._waiting.get()
        if first is None:
            return None
        batch = [first]
        while len(batch) < MAX_BATCH:
            try:
                item = self._waiting.get_nowait()
            except queue.Empty:
                break
            # The end mark ends the next call, after this batch has been handled.
            if item is None:
                self._waiting.put(None)
                break
            batch.append(item)
        return batch

    def _handle_batch(self, batch: list[Waiting]) -> None:
        """Handle a batch of commands, and deliver their outcomes to the callers.

        If the database timed out, also refuse the commands that are still queued.
        """
        outcomes: list[Outcome]
        try:
            outcomes = handle_commands([command for command, _ in batch])
        except Exception:
            logger.exception("A batch failed")
            outcomes = [Unavailable()] * len(batch)
        self._deliver(batch, outcomes)
        if any(isinstance(outcome, Unavailable) for outcome in outcomes):
            # The connection itself may be broken: the next batch gets a new one.
            close_server_connections()
        if any(isinstance(outcome, DatabaseUnreachable) for outcome in outcomes):
            self._refuse_waiting_commands()

    def _refuse_waiting_commands(self) -> None:
        """Refuse the queued commands, so that they don't run into a database time-out one by one."""
        # Only those waiting now: for later ones the database may answer again.
        for _ in range(self._waiting.qsize()):
            if (item := self._waiting.get()) is None:
                self._waiting.put(None)
                return
            self._deliver([item], [DatabaseUnreachable()])

    @staticmethod
    def _deliver(batch: list[Waiting], outcomes: list[Outcome]) -> None:
        """Set the outcomes of a batch as the results of the callers' futures."""
        of_loops: defaultdict[asyncio.AbstractEventLoop, list[_Delivery]] = defaultdict(list)
        for (_, future), outcome in zip(batch, outcomes, strict=True):
            if isinstance(future, asyncio.Future):
                of_loops[future.get_loop()].append((future, outcome))
            # A caller may have cancelled in the meantime, and then `set_result` would raise.
            elif future.set_running_or_notify_cancel():
                future.set_result(outcome)
        # One call for each event loop, so that the loop is woken only once.
        for loop, deliveries in of_loops.items():
            # A loop that has been closed in the meantime needs no results.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_set_results, deliveries)


_Delivery = tuple["asyncio.Future[Outcome]", Outcome]


def _set_results(deliveries: list[_Delivery]) -> None:
    """Set the results of futures that have not been cancelled. Call this on their event loop."""
    for future, outcome in deliveries:
        if not future.done():
            future.set_result(outcome)


running: Committer | None = None
"""This process's committer if it is a server; in other processes each caller handles its own commands."""


_draining = False
"""Whether this process has been told to stop."""


def is_healthy() -> bool:
    """Return whether this process can handle commands.

    This is false only if the thread that handles commands has died.
    """
    # Without a committer, callers handle their commands themselves.
    return running is None or running.is_healthy


def check_not_draining() -> None:
    """Raise Unavailable if this process will stop soon and therefore gives out no more seats."""
    if _draining:
        raise Unavailable()


def set_draining(*, draining: bool = True) -> None:
    """Set whether this process will stop soon and therefore gives out no more seats."""
    global _draining
    _draining = draining


def start_committer() -> Committer:
    """Start and return this process's committer, the thread that handles commands."""
    global running
    running = Committer()
    running.start()
    return running


def stop_committer() -> None:
    """Handle all queued commands, then stop the thread that handles them, if it was started."""
    global running
    if running is not None:
        running.stop()
        running = None
