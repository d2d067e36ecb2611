"""The process without a server: it runs all of the background work, and ends in order."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator

import pytest

from games.services.commands import committer
from games.services.scheduler import scheduler as tables
from games.shards import ALL_SHARDS
from notifications.services import sender as notifications
from tests.support.waiting import WAIT_TIMEOUT
from tournaments.services.timetable import scheduler as tournaments
from wizard_site.management.commands import runtables

ALL = {"tables", "tournaments", "notifications"}


@pytest.fixture(autouse=True)
def tables_are_opened_afterwards() -> Iterator[None]:
    """Background work that has ended lets this process open no tables; other tests open some."""
    yield
    committer.set_draining(draining=False)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_it_runs_all_background_work_and_waits_for_its_end(
    monkeypatch: pytest.MonkeyPatch, how: int
) -> None:
    begun, ended, limited = set(), set(), []

    def job(name: str) -> Callable[[], object]:
        async def run(*shards: object) -> None:
            begun.add(name)
            try:
                await asyncio.Event().wait()
            finally:
                # Longer than the others, as when commands are committed.
                await asyncio.sleep(0.05 if name == "tables" else 0)
                ended.add(name)

        return run

    monkeypatch.setattr(tables, "scheduler_job", job("tables"))
    monkeypatch.setattr(tournaments, "timetable_job", job("tournaments"))
    monkeypatch.setattr(notifications, "sender_job", job("notifications"))
    monkeypatch.setattr(runtables, "enforce_stop_deadline", lambda: limited.append(how))
    async with asyncio.timeout(WAIT_TIMEOUT):
        running = asyncio.create_task(runtables.Command()._run_until_stopped(ALL_SHARDS))
        while begun != ALL:
            await asyncio.sleep(0.001)
        os.kill(os.getpid(), how)
        await running
    assert ended == ALL
    assert limited == [how]
