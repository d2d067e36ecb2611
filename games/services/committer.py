"""Group commit: what waits while one commit runs goes together into the next."""

import logging
import queue
import threading
from concurrent.futures import Future
from itertools import count

from django.db import connections

from games.services.settle import Reply, Request, Unavailable, settle

logger = logging.getLogger(__name__)

LARGEST_BATCH = 256


class Committer:
    """One thread that settles requests; safe to ask from any other."""

    _numbers = count(1)

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[tuple[Request, Future[Reply]] | None] = queue.SimpleQueue()
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
        with self._closing:
            if self._closed:
                future.set_result(Unavailable())
            else:
                self._waiting.put((request, future))
        return future

    def _run(self) -> None:
        while (batch := self._take_batch()) is not None:
            try:
                self._settle(batch)
            except Exception:
                logger.exception("A batch was settled, but not to its end")
        connections.close_all()

    def _take_batch(self) -> list[tuple[Request, "Future[Reply]"]] | None:
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

    def _settle(self, batch: list[tuple[Request, "Future[Reply]"]]) -> None:
        replies: list[Reply]
        try:
            replies = settle([request for request, _ in batch])
        except Exception:
            logger.exception("A batch failed")
            replies = [Unavailable()] * len(batch)
        for (_, future), reply in zip(batch, replies, strict=True):
            if future.set_running_or_notify_cancel():
                future.set_result(reply)
        if any(isinstance(reply, Unavailable) for reply in replies):
            # The connection may be what is broken: the next batch gets a new one.
            connections.close_all()


running: Committer | None = None
"""The committer of this process, if it serves; else whoever acts commits in the own thread."""


def alive() -> bool:
    """Whether actions are settled in this process; also where each settles its own."""
    return running is None or running.alive


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
