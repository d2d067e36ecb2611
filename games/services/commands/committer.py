"""Group commit: commands that wait while one commit runs go together into the next."""

import asyncio
import logging
import queue
import threading
from collections import defaultdict
from concurrent.futures import Future
from contextlib import suppress
from itertools import count

from django.db import connections

from games.services.commands.command import Command, DatabaseUnreachable, Outcome, Unavailable
from games.services.commands.handler import handle_commands

logger = logging.getLogger(__name__)

MAX_BATCH = 256

Waiting = tuple[Command, "Future[Outcome] | asyncio.Future[Outcome]"]


class Committer:
    """Group commit: one thread handles the commands of all threads and event loops of the process."""

    _numbers = count(1)

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(
            target=self._run, name=f"committer-{next(self._numbers)}", daemon=True
        )

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Handle what waits, then end; blocks until then. Later commands are refused as unavailable."""
        with self._closing:
            self._closed = True
            self._waiting.put(None)
        self._thread.join()

    @property
    def alive(self) -> bool:
        """Whether the thread runs, or has been stopped in order."""
        return self._closed or self._thread.is_alive()

    def submit(self, command: Command) -> "Future[Outcome]":
        """Hand over a command; the future gives its outcome once that is committed."""
        future: Future[Outcome] = Future()
        self._put(command, future)
        return future

    def ask(self, command: Command) -> "asyncio.Future[Outcome]":
        """`submit` for the running event loop, which is woken once for all outcomes of a batch."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._put(command, future)
        return future

    def _put(self, command: Command, future: "Future[Outcome] | asyncio.Future[Outcome]") -> None:
        with self._closing:
            if self._closed:
                future.set_result(Unavailable())
            else:
                self._waiting.put((command, future))

    def _run(self) -> None:
        while (batch := self._take_batch()) is not None:
            try:
                self._handle(batch)
            except Exception:
                logger.exception("A batch was handled, but not to its end")
        connections.close_all()

    def _take_batch(self) -> list[Waiting] | None:
        first = self._waiting.get()
        if first is None:
            return None
        batch = [first]
        while len(batch) < MAX_BATCH:
            try:
                item = self._waiting.get_nowait()
            except queue.Empty:
                break
            if item is None:
                self._waiting.put(None)
                break
            batch.append(item)
        return batch

    def _handle(self, batch: list[Waiting]) -> None:
        outcomes: list[Outcome]
        try:
            outcomes = handle_commands([command for command, _ in batch])
        except Exception:
            logger.exception("A batch failed")
            outcomes = [Unavailable()] * len(batch)
        self._deliver(batch, outcomes)
        if any(isinstance(outcome, Unavailable) for outcome in outcomes):
            # The connection may be what is broken: the next batch gets a new one.
            connections.close_all()
        if any(isinstance(outcome, DatabaseUnreachable) for outcome in outcomes):
            self._refuse_waiting()

    def _refuse_waiting(self) -> None:
        """Refuse what came while the database timed out: another try would take as long again."""
        for _ in range(self._waiting.qsize()):
            if (item := self._waiting.get()) is None:
                self._waiting.put(None)
                return
            self._deliver([item], [DatabaseUnreachable()])

    @staticmethod
    def _deliver(batch: list[Waiting], outcomes: list[Outcome]) -> None:
        of_loops: defaultdict[asyncio.AbstractEventLoop, list[_Delivery]] = defaultdict(list)
        for (_, future), outcome in zip(batch, outcomes, strict=True):
            if isinstance(future, asyncio.Future):
                of_loops[future.get_loop()].append((future, outcome))
            elif future.set_running_or_notify_cancel():
                future.set_result(outcome)
        for loop, deliveries in of_loops.items():
            # A loop that has been closed meanwhile waits for nothing.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_set_results, deliveries)


_Delivery = tuple["asyncio.Future[Outcome]", Outcome]


def _set_results(deliveries: list[_Delivery]) -> None:
    """Set the outcomes of all futures that have not been cancelled. Runs on the event loop."""
    for future, outcome in deliveries:
        if not future.done():
            future.set_result(outcome)


running: Committer | None = None
"""The committer of this process, if it is a server; else each caller handles its own commands."""


_draining = False
"""Whether this process has been told to end."""


def alive() -> bool:
    """Whether commands are handled in this process; True also where callers do so themselves."""
    return running is None or running.alive


def check_open() -> None:
    """Raise Unavailable where this process is about to end: it begins nothing new."""
    if _draining:
        raise Unavailable()


def drain(*, ends: bool = True) -> None:
    """This process is about to end: no tables and no seats any more."""
    global _draining
    _draining = ends


def start() -> Committer:
    """Start this process's committer."""
    global running
    running = Committer()
    running.start()
    return running


def stop() -> None:
    """Stop this process's committer after what waits."""
    global running
    if running is not None:
        running.stop()
        running = None
