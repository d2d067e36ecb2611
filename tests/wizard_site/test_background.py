"""Bots and clocks beside an application: started with the server's life, or with its first connection."""

import asyncio
import logging
from typing import Any

import pytest

from games.services.commands import committer
from games.services.commands.command import Unavailable
from wizard_site.background import BackgroundJobRunner, run_background_jobs

HTTP = {"type": "http"}
LIFESPAN = {"type": "lifespan"}


class Job:
    """Runs until it is cancelled, or fails as often as it is told to."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.begun = self.ended = 0

    async def __call__(self) -> None:
        self.begun += 1
        try:
            if self.begun <= self.failures:
                raise RuntimeError("no room")
            await asyncio.Event().wait()
        finally:
            self.ended += 1


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await asyncio.sleep(0)


async def test_where_a_server_has_a_lifespan_the_job_lives_as_long():
    job = Job()
    messages: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    said: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    background = BackgroundJobRunner(app, job)
    life = asyncio.create_task(background(LIFESPAN, messages.get, said.put))
    messages.put_nowait({"type": "lifespan.startup"})
    assert await said.get() == {"type": "lifespan.startup.complete"}
    await background(HTTP, None, None)
    assert (job.begun, job.ended) == (1, 0)
    messages.put_nowait({"type": "lifespan.shutdown"})
    assert await said.get() == {"type": "lifespan.shutdown.complete"}
    assert (job.begun, job.ended) == (1, 1)
    await life


async def test_elsewhere_it_begins_with_the_first_connection_and_again_if_it_fails(
    caplog: pytest.LogCaptureFixture,
):
    job = Job(failures=1)
    background = BackgroundJobRunner(app, job)
    await background(HTTP, None, None)
    await asyncio.sleep(0)
    assert job.ended == 1
    assert [record.message for record in caplog.records if record.levelno == logging.ERROR] == [
        "Bots, clocks and tournaments have stopped"
    ]
    await background(HTTP, None, None)
    await background(HTTP, None, None)
    assert (job.begun, job.ended) == (2, 1)
    background._task.cancel()


async def test_a_scheduler_that_fails_ends_the_other_and_tables_begin_again_with_the_next(monkeypatch):
    ended = []

    async def fail() -> None:
        raise RuntimeError("no room")

    async def wait(*shards: object) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    monkeypatch.setattr("games.services.scheduler.scheduler.scheduler_job", wait)
    monkeypatch.setattr("tournaments.services.timetable.scheduler.timetable_job", fail)
    with pytest.raises(ExceptionGroup):
        await run_background_jobs(run_tables=True)
    assert ended == [True]
    with pytest.raises(Unavailable):
        committer.check_not_draining()
    monkeypatch.setattr("tournaments.services.timetable.scheduler.timetable_job", wait)
    again = asyncio.create_task(run_background_jobs(run_tables=True))
    await asyncio.sleep(0)
    committer.check_not_draining()
    again.cancel()
    await asyncio.wait({again})
    committer.set_draining(draining=False)


async def test_a_job_that_has_failed_does_not_keep_a_server_from_ending():
    messages: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    said: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    messages.put_nowait({"type": "lifespan.startup"})
    messages.put_nowait({"type": "lifespan.shutdown"})
    await BackgroundJobRunner(app, Job(failures=9))(LIFESPAN, messages.get, said.put)
    assert [said.get_nowait()["type"] for _ in range(2)] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]
