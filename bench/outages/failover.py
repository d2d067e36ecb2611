"""Four servers behind HAProxy and two schedulers that share the tables; one of each is killed under load.

Counted from kill -9 of a server until the last of its players is shown their table again, at another server;
and from kill -9 of a scheduler until the other one has made the last move that the dead one owed. Players
connect again at once. Afterwards each player's sight is compared with one made of its table's log alone,
every acked move is looked up, and every table is audited.
"""

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from functools import cache
from typing import NamedTuple

from bench.outages.midgame import Midgame, start_games
from bench.outages.returning import BenchPlayer, check_against_logs
from bench.proxying import LEFT_OUT, Proxy, find_haproxy, run_haproxy
from bench.serving import Served
from bench.tables.sites import Site, postgres_database, run_servers_and_schedulers
from bench.tournaments.events import set_up_django
from games.shards import parse_shards

TITLE = "A server or a scheduler dies"
SERVERS = 4
LOW, HIGH = "0-511", "512-1023"
TABLES = 64
BOT_PAUSE = 0.8
PLAY_FOR = 4.0
TIMEOUT = 60.0
SOON = 10.0
"""Seconds in which bots move, however busy the machine is; nobody's clock ends so soon."""
WANTED = 5.0


class FailoverFigures(NamedTuple):
    """Seconds from each kill, and what was compared."""

    shown: float
    """Seconds until the last of the dead server's players was shown the table again."""
    returned: int
    """Players of the dead server."""
    served: float
    """Seconds until the last table at which the dead scheduler had to act was served."""
    due: int
    """Tables at which it had to act."""
    rate: float
    """Acked moves of people a second, before and after the kills alike."""
    sights: int
    acked: int
    entries: int


def main() -> None:
    """Print how long games are interrupted when a web server or a scheduler is killed.

    A scheduler is a process that moves for bots.
    """
    for line in report().splitlines():
        print(f"failover  {line}")


def report() -> str:
    """Measure how long games are interrupted when a server or a scheduler is killed.

    A scheduler is a process that moves for bots. Return the results as Markdown. If HAProxy is not installed,
    measure nothing, and return only a sentence that says so.
    """
    if find_haproxy() is None:
        return f"{LEFT_OUT.capitalize()}."
    found = figures()
    return "\n".join(
        (
            f"{SERVERS} servers behind HAProxy and two schedulers with half of the shards each, PostgreSQL",
            f"and Redis. {TABLES} tables in the middle of a game: a quarter each with four people; four",
            "people with a clock; two with two bots; one with three bots and a clock. Everybody plays:",
            f"people make {found.rate:,.0f} moves a second in all, and a bot waits {BOT_PAUSE:g} s for each.",
            "`kill -9`; players connect again at once. On one machine schedulers notice by its process that",
            "another one has died; on several they wait for 5 s without a heartbeat.",
            "",
            "| from the kill until | wanted, s | found, s |",
            "| --- | --- | --- |",
            f"| of a server: the last of its {found.returned} players has their table again | {WANTED:g} "
            f"| {found.shown:.2f} |",
            f"| of a scheduler: the last of its {found.due} tables where a bot had to move is served "
            f"| {WANTED:g} | {found.served:.2f} |",
            "",
            f"Compared afterwards: {found.sights} sights with the logs, all {found.acked} acked moves, all",
            f"tables with their {found.entries:,} log entries by their audit. Nothing is lost.",
        )
    )


@cache
def figures() -> FailoverFigures:
    """Kill a web server and a scheduler during play, and return how long games are interrupted.

    A scheduler is a process that moves for bots.
    """
    with postgres_database() as env, ExitStack() as stack:
        tables = start_games(env, TABLES)
        set_up_django(env["DATABASE_URL"])
        running = stack.enter_context(
            run_servers_and_schedulers({**env, "BOT_PAUSE": f"{BOT_PAUSE}"}, SERVERS, (LOW, HIGH))
        )
        proxy = stack.enter_context(run_haproxy(running.servers))
        try:
            return asyncio.run(_play(running, proxy, tables))
        finally:
            _close_database()


async def _play(running: Site, proxy: Proxy, tables: Sequence[Midgame]) -> FailoverFigures:
    """Let all players play, kill a server and later a scheduler, and return the recovery times.

    Exit if the final check against the logs fails.
    """
    rng = random.Random(2026)
    players = [BenchPlayer(table.id, token, rng) for table in tables for token in table.tokens]
    places = await asyncio.to_thread(proxy.server_indexes, [table.id for table in tables])
    for player in players:
        player.plays = True
    async with _stay_connected(players, proxy.address):
        await _wait_until_all_see_table(players)
        began = time.perf_counter()
        await asyncio.sleep(PLAY_FOR)

        killed = time.perf_counter()
        _kill(running.servers[places[tables[0].id]])
        await asyncio.sleep(1.0)
        await _wait_until_all_see_table(players)
        back = [player.shown_at for player in players if player.shown_at > killed]
        await asyncio.sleep(PLAY_FOR)

        lost_at = time.perf_counter()
        _kill(running.schedulers[1])
        due = await asyncio.to_thread(_due_tables)
        if not due:
            raise SystemExit("the dead scheduler had nothing to do: play at more tables")
        served = await asyncio.to_thread(_wait_until_logs_grow, due)
        await asyncio.sleep(PLAY_FOR)

        rate = sum(len(player.acked) for player in players) / (time.perf_counter() - began)
        for player in players:
            player.plays = False
        # Bots are still moving: their sights are compared with the logs up to the number that these show.
        await asyncio.sleep(1.0)
    entries = await asyncio.to_thread(_check_all, players, tables)
    return FailoverFigures(
        shown=max(back) - killed,
        returned=len(back),
        served=served - lost_at,
        due=len(due),
        rate=rate,
        sights=len(players),
        acked=sum(len(player.acked) for player in players),
        entries=entries,
    )


def _kill(process: Served) -> None:
    """Kill a server or scheduler process with SIGKILL, and wait until it has ended."""
    os.kill(process.pid, signal.SIGKILL)
    # As a supervisor does: until then the others on this machine take it for a running process.
    os.waitpid(process.pid, 0)


@asynccontextmanager
async def _stay_connected(players: Sequence[BenchPlayer], address: str) -> AsyncIterator[None]:
    """Keep all players connected until the block ends. Reconnect a player at once after a lost connection."""
    keeping = [asyncio.create_task(_keep_connected(player, address)) for player in players]
    try:
        yield
    finally:
        for task in keeping:
            task.cancel()
        for player in players:
            player.wire.close()


async def _keep_connected(player: BenchPlayer, address: str) -> None:
    """Connect a player, and reconnect after every lost connection, until the task is cancelled."""
    while True:
        await player.connect(address)
        while not player.wire.lost:
            await asyncio.sleep(0.01)


async def _wait_until_all_see_table(players: Sequence[BenchPlayer]) -> None:
    """Wait until each player is connected and has received the current state of the table.

    Raise TimeoutError after TIMEOUT seconds.
    """
    async with asyncio.timeout(TIMEOUT):
        while not all(player.sight and not player.wire.lost for player in players):
            await asyncio.sleep(0.01)


def _due_tables() -> dict[str, int]:
    """Return the log length, by table id, of each table at which the killed scheduler should soon act.

    These are the tables with a shard in HIGH and a move due within SOON seconds, except those in a pause.
    """
    from datetime import timedelta

    from django.utils import timezone

    from games.models import Table
    from games.models.shards import in_shards

    soon = timezone.now() + timedelta(seconds=SOON)
    # Without pauses: players end them, too.
    due = Table.objects.filter(in_shards(parse_shards(HIGH)), due_at__lte=soon).exclude(status="pause")
    return dict(due.values_list("id", "number"))


def _wait_until_logs_grow(due: Mapping[str, int]) -> float:
    """Wait until each table in `due` has a new log entry, and return the `perf_counter` time.

    `due` has the earlier length of each table's log, by table id. Exit after TIMEOUT seconds.
    """
    from games.models import Table

    until = time.monotonic() + TIMEOUT
    while time.monotonic() < until:
        numbers = dict(Table.objects.filter(id__in=due).values_list("id", "number"))
        at = time.perf_counter()
        if all(numbers[table_id] > number for table_id, number in due.items()):
            return at
        time.sleep(0.02)
    raise SystemExit(f"some of {len(due)} tables were not served within {TIMEOUT:g} s")


def _check_all(players: Sequence[BenchPlayer], tables: Sequence[Midgame]) -> int:
    """Check all players' data against the tables' logs, and return the number of log entries.

    Exit if a check fails.
    """
    return check_against_logs(players, [table.id for table in tables])


def _close_database() -> None:
    """Close all database connections of the current thread."""
    from django.db import connections

    connections.close_all()


if __name__ == "__main__":
    main()
