"""Background work of a server process: bots, clocks, tournaments, notifications, emails and the committer."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from asgiref.typing import Scope
from django.conf import settings

from games.shards import ALL_SHARDS, Shards

logger = logging.getLogger(__name__)

OTHER_JOBS_DELAY_SECONDS = 2.0
"""How long tables come first: their players return, and their bots and clocks are due, all at the start."""

App = Callable[[Scope, Any, Any], Awaitable[None]]


async def run_background_jobs(*, run_tables: bool, shards: Shards = ALL_SHARDS) -> None:
    """Run this process's background jobs until cancelled.

    If `run_tables`, run tournaments, notifications and emails, and the bots and clocks of the tables in
    `shards` (numbered groups of tables). Otherwise, another process does this work: only store players'
    commands and exchange messages with other processes.
    """
    # These import models, so the apps must be loaded.
    from games.services.commands import committer
    from games.services.scheduler import scheduler as tables
    from games.services.scheduler.relay import run_committer_and_bus

    # A job that is restarted after a failure may start tables again.
    committer.set_draining(draining=False)
    try:
        if run_tables:
            # If one scheduler fails, the group ends the others, so that a site is never run by only some.
            async with asyncio.TaskGroup() as schedulers:
                # `scheduler_job` also serves shards that no running process serves.
                schedulers.create_task(tables.scheduler_job(shards))
                schedulers.create_task(_run_delayed_jobs())
        else:
            await run_committer_and_bus()
    finally:
        # From now on, new tables and seats are refused.
        committer.set_draining()


async def _run_delayed_jobs() -> None:
    """Wait OTHER_JOBS_DELAY_SECONDS, then run tournaments, notifications and emails until cancelled."""
    await asyncio.sleep(OTHER_JOBS_DELAY_SECONDS)
    async with asyncio.TaskGroup() as jobs:
        for job in await asyncio.to_thread(_load_delayed_jobs):
            jobs.create_task(job())


def _load_delayed_jobs() -> Sequence[Callable[[], Coroutine[Any, Any, None]]]:
    """Import the jobs for tournaments, notifications and emails, and return the functions that start them."""
    # On a thread, because these imports take a tenth of a second.
    from games.mail.incoming import processor as received_mails
    from games.mail.outgoing import sender as mails
    from notifications.services import sender as notifications
    from tournaments.services.timetable import scheduler as tournaments

    return tournaments.timetable_job, notifications.sender_job, received_mails.processor_job, mails.sender_job


class BackgroundJobRunner:
    """Runs a job alongside an ASGI application, from the server's startup or the first connection.

    If the server supports ASGI's lifespan protocol, which Daphne does not, the job is ended at shutdown.
    """

    def __init__(self, app: App, job: Callable[[], Awaitable[None]] | None = None) -> None:
        """Prepare to run `job` alongside the application `app`.

        The default job depends on the setting RUN_TABLES.
        """
        self.app = app
        self.job = job or _run_configured_jobs
        self._task: asyncio.Future[None] | None = None

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass a connection on to the application, after starting the job if necessary.

        Lifespan events start and end the job.
        """
        if scope["type"] == "lifespan":
            await self._serve_lifespan(receive, send)
        else:
            self._start_job()
            await self.app(scope, receive, send)

    async def _serve_lifespan(self, receive: Any, send: Any) -> None:
        """Start the job when the server starts, and end the job when the server shuts down."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._start_job()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self._end_job()
                await send({"type": "lifespan.shutdown.complete"})
                return

    def _start_job(self) -> None:
        """Start the job unless it is running already."""
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self.job())
            self._task.add_done_callback(_log_job_failure)

    async def _end_job(self) -> None:
        """Cancel the job and wait until the job has ended."""
        if self._task is not None:
            self._task.cancel()
            # Its failure is logged already, and must not stop the server's own shutdown.
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self._task


def _run_configured_jobs() -> Awaitable[None]:
    """Run the background jobs, with those for tables and tournaments only if the setting RUN_TABLES is on."""
    return run_background_jobs(run_tables=settings.RUN_TABLES)


def _log_job_failure(task: "asyncio.Future[None]") -> None:
    """Log the exception of a failed background job. Do nothing if the job was cancelled or has succeeded."""
    if not task.cancelled() and (fault := task.exception()) is not None:
        logger.error("Bots, clocks and tournaments have stopped", exc_info=fault)
