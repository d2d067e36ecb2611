"""Background work of a server process: bots, clocks, tournaments and the committer."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.typing import Scope
from django.conf import settings

logger = logging.getLogger(__name__)

App = Callable[[Scope, Any, Any], Awaitable[None]]


async def run(*, with_tables: bool) -> None:
    """Run until cancelled; then the committer drains, and this process starts no more tables.

    Without tables it commits and relays wake-ups, and leaves bots, clocks and tournaments to `runtables`.
    """
    # These import models, so the apps must be loaded.
    from games.services.commands import committer
    from games.services.scheduler import scheduler as tables
    from tournaments.services.timetable import scheduler as tournaments

    # A job that is restarted after a failure may start tables again.
    committer.drain(ends=False)
    try:
        if with_tables:
            async with asyncio.TaskGroup() as schedulers:
                schedulers.create_task(tables.start())
                schedulers.create_task(tournaments.start())
        else:
            await tables.commit_and_relay()
    finally:
        committer.drain()


class Background:
    """Runs `job` beside an ASGI application: during its lifespan, or from the first connection on.

    Not every server has a lifespan (Daphne has none). Where there is one, the job ends in order with it.
    """

    def __init__(self, app: App, job: Callable[[], Awaitable[None]] | None = None) -> None:
        self.app = app
        self.job = job or _job_of_settings
        self._task: asyncio.Future[None] | None = None

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Handle one connection, or the server's lifespan."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            self._begin()
            await self.app(scope, receive, send)

    async def _live(self, receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._begin()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self._end()
                await send({"type": "lifespan.shutdown.complete"})
                return

    def _begin(self) -> None:
        """Start the job unless it runs; one that has failed is started again."""
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self.job())
            self._task.add_done_callback(_log_failure)

    async def _end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            # Its failure is logged already, and must not stop the server's own shutdown.
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self._task


def _job_of_settings() -> Awaitable[None]:
    return run(with_tables=settings.RUN_TABLES)


def _log_failure(task: "asyncio.Future[None]") -> None:
    if not task.cancelled() and (fault := task.exception()) is not None:
        logger.error("Bots, clocks and tournaments have stopped", exc_info=fault)
