"""A full disk and a database that takes no writes: refused clearly, nothing lost, all goes on after."""

import asyncio
import resource
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from tests.support.faults.checks import check_game, rows
from tests.support.faults.clients import Client
from tests.support.faults.hooks import HOOK
from tests.support.faults.people import SHORT, guests, sat_down
from tests.support.network import plain_http
from tests.support.servers import ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT

REFUSALS = 3
"""Refused attempts after which the fault is over."""
CLOCKED = {**SHORT, "clock": 60}
RENEWED = "SELECT COUNT(*) FROM games_logentry WHERE type = 'clock_renewed'"


async def play_with_fault(
    server: ServerProcess, begin: Callable[[], object], end: Callable[[], object]
) -> list[Client]:
    """A game in the middle of which nothing can be stored for a while; that time is charged to nobody."""
    # No bots: while one of them is to move, nobody would be there to be refused.
    clients = sat_down(server, guests(server, 3), seed=7, options=CLOCKED)
    for client in clients:
        client.patience = 0.1
    games = [asyncio.create_task(client.play()) for client in clients]
    async with asyncio.timeout(WAIT_TIMEOUT):
        while sum(len(client.acked) for client in clients) < 3:
            await asyncio.sleep(0.001)
        begin()
        while sum(len(client.refused) for client in clients) < REFUSALS or not _scheduler_knows(server):
            await asyncio.sleep(0.05)
        stored = rows(server, "SELECT COUNT(*) FROM games_logentry")
        while await asyncio.to_thread(missing, server) != ["storage"]:
            await asyncio.sleep(0.05)
        end()
        await asyncio.gather(*games)
    assert {code for client in clients for code in client.refused} == {"unavailable"}
    assert rows(server, "SELECT COUNT(*) FROM games_logentry") > stored
    assert rows(server, RENEWED) > [(0,)]
    async with asyncio.timeout(WAIT_TIMEOUT):
        while await asyncio.to_thread(missing, server):
            await asyncio.sleep(0.05)
    await asyncio.to_thread(check_game, server, clients)
    return clients


def missing(server: ServerProcess) -> list[str]:
    """What the server says it lacks to be ready; an answer may be a second old."""
    found: list[str] = plain_http.get(f"{server.url}/readyz").json().get("missing", [])
    return found


def _scheduler_knows(server: ServerProcess) -> bool:
    said = server.log()
    return "heartbeat cannot be stored" in said or "cannot look for due tables" in said


async def test_a_full_disk_refuses_actions_and_loses_none(server: ServerProcess) -> None:
    """No file of the server can grow: what a write gets is an error of the system itself."""
    pid = server.process.pid
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    await play_with_fault(
        server,
        lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard)),
        lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard)),
    )


async def test_a_read_only_database_refuses_actions_and_loses_none(
    start_server: Starter, tmp_path: Path
) -> None:
    flag = tmp_path / "read_only"
    server = start_server("sqlite", PYTHONPATH=HOOK, READ_ONLY=str(flag))
    await play_with_fault(server, flag.touch, flag.unlink)


@pytest.mark.postgres
@pytest.mark.redis
async def test_a_read_only_postgresql_refuses_actions_and_loses_none(start_server: Starter) -> None:
    server = start_server("postgres")
    url = server.environment["DATABASE_URL"]
    name = url.rpartition("/")[2]

    def allow(writes: bool) -> None:
        """As of now for new connections; the old ones are cut."""
        with psycopg.connect(
            url, autocommit=True, options="-c default_transaction_read_only=off"
        ) as connection:
            what = "off" if writes else "on"
            connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {what}")
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    await play_with_fault(server, lambda: allow(False), lambda: allow(True))
