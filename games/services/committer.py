"""Group commit: what waits while one commit runs goes together into the next."""

import asyncio
import logging
import queue
import threading
from collections import defaultdict
from concurrent.futures import Future
from contextlib import suppress
from itertools import count

from django.db import connections

from games.services.settle import Away, Reply, Request, Unavailable, settle

logger = logging.getLogger(__name__)

LARGEST_BATCH = 256

Waiting = tuple[Request, "Future[Reply] | asyncio.Future[Reply]"]


class Committer:
    """One thread that settles requests; safe to ask from any other."""

    _numbers = count(1)

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(
            target=self._run, name=f"committer-{next(self._numbers)}", daemon=True
        )

    def start(self) -> None:
        """Begin to settle."""
        self._thread.start()

    def stop(self) -> None:
        """Settle what waits, then end; blocks until it has ended. Who comes later is told to try again."""
        with self._closing:
            self._closed = True
            self._waiting.put(None)
        self._thread.join()

    @property
    def alive(self) -> bool:
        """Whether it settles, or has been stopped in order."""
        return self._closed or self._thread.is_alive()

    def submit(self, request: Request) -> "Future[Reply]":
        """Ask; the future gives the Answer or the Refusal once it is committed."""
        future: Future[Reply] = Future()
        self._put(request, future)
        return future

    def ask(self, request: Request) -> "asyncio.Future[Reply]":
        """`submit` for the running event loop, which is woken once for all answers of a batch."""
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._put(request, future)
        return future

    def _put(self, request: Request, future: "Future[Reply] | asyncio.Future[Reply]") -> None:
        with self._closing:
            if self._closed:
                future.set_result(Unavailable())
            else:
                self._waiting.put((request, future))

    def _run(self) -> None:
        while (batch := self._take_batch()) is not None:
            try:
                self._settle(batch)
            except Exception:
                logger.exception("A batch was settled, but not to its end")
        connections.close_all()

    def _take_batch(self) -> list[Waiting] | None:
        first = self._waiting.get()
        if first is None:
            return None
        batch = [first]
        while len(batch) < LARGEST_BATCH:
            try:
                item = self._waiting.get_nowait()
            except queue.Empty:
                break
            if item is None:
                self._waiting.put(None)
                break
            batch.append(item)
        return batch

    def _settle(self, batch: list[Waiting]) -> None:
        replies: list[Reply]
        try:
            replies = settle([request for request, _ in batch])
        except Exception:
            logger.exception("A batch failed")
            replies = [Unavailable()] * len(batch)
        self._tell(batch, replies)
        if any(isinstance(reply, Unavailable) for reply in replies):
            # The connection may be what is broken: the next batch gets a new one.
            connections.close_all()
        if any(isinstance(reply, Away) for reply in replies):
            self._refuse_who_waited()

    def _refuse_who_waited(self) -> None:
        """Who came while the database was found to be away has waited for it as well, and hears the same."""
        for _ in range(self._waiting.qsize()):
            if (item := self._waiting.get()) is None:
                self._waiting.put(None)
                return
            self._tell([item], [Away()])

    @staticmethod
    def _tell(batch: list[Waiting], replies: list[Reply]) -> None:
        of_loops: defaultdict[asyncio.AbstractEventLoop, list[_Answer]] = defaultdict(list)
        for (_, future), reply in zip(batch, replies, strict=True):
            if isinstance(future, asyncio.Future):
                of_loops[future.get_loop()].append((future, reply))
            elif future.set_running_or_notify_cancel():
                future.set_result(reply)
        for loop, answers in of_loops.items():
            # A loop that has been closed meanwhile waits for nothing.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_answer, answers)


_Answer = tuple["asyncio.Future[Reply]", Reply]


def _answer(answers: list[_Answer]) -> None:
    """In the loop: give what was settled to those who still wait."""
    for future, reply in answers:
        if not future.done():
            future.set_result(reply)


running: Committer | None = None
"""The committer of this process, if it serves; else whoever acts commits in the own thread."""


_draining = False
"""Whether this process has been told to end."""


def alive() -> bool:
    """Whether actions are settled in this process; also where each settles its own."""
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
