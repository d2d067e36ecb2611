"""A scheduler beside a test, and waiting for what it does."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from random import Random
from typing import Any

from asgiref.sync import sync_to_async
from django.utils import timezone

from core.realtime import bus
from games import broadcast
from games.services.scheduler import scheduler
from tests.support.games.choices import some_action
from tests.support.games.people import person
from tests.support.games.playing import do, opened, short, sight
from tests.support.waiting import WAIT_TIMEOUT

aside = sync_to_async


@asynccontextmanager
async def running_beside(job: Coroutine[Any, Any, None]) -> AsyncIterator["asyncio.Task[None]"]:
    """Run a service that has no end of its own until the block ends."""
    task = asyncio.ensure_future(job)
    try:
        yield task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@asynccontextmanager
async def run_scheduler() -> AsyncIterator["asyncio.Task[None]"]:
    """Run a scheduler, as the server does, until the block ends."""
    async with running_beside(scheduler.scheduler_job()) as task:
        yield task


class Wakes:
    """Waits for wake-ups of tables."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._wake_up = asyncio.Event()

    def __enter__(self) -> "Wakes":
        bus.add_listener(self._hear, kind=broadcast.Wake)
        return self

    def __exit__(self, *_: object) -> None:
        bus.remove_listener(self._hear)

    def _hear(self, wake: broadcast.Wake) -> None:
        self._loop.call_soon_threadsafe(self._wake_up.set)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until this holds, looking whenever something was told."""
        async with asyncio.timeout(WAIT_TIMEOUT):
            while not is_so():
                await self._wake_up.wait()
                self._wake_up.clear()


def with_bots(**options: Any) -> str:
    """A running table of alice and three bots, whose moves have been due for a day."""
    return opened(
        person("alice"),
        size=4,
        bots=3,
        options=short(2, 1, **options),
        now=timezone.now() - timedelta(days=1),
    )


def waits_for_alice(table_id: str) -> bool:
    """Whether nothing happens at the table until alice acts, or ever again."""
    seen = sight(table_id)
    return 0 in seen["turn"] or seen["status"] == "finished"


async def play_with_scheduler(table_id: str, wakes: Wakes) -> None:
    """Let alice do something legal whenever she is asked, until the game is over."""
    rng = Random(1)
    while True:
        await wakes.until(lambda: waits_for_alice(table_id))
        seen = sight(table_id, 0)
        if seen["status"] == "finished":
            return
        await aside(do)(table_id, 0, some_action(seen, rng), timezone.now())
