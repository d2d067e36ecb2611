"""A server with 1,000 running tables is killed under load and started again: how long until all is as it was.

Counted from the start of the new process until the port answers, until players who came back have their
sights, and until the scheduler has done whatever was due. Bots' moments pass while no server runs, so
all bots on turn are due at once; all clocks begin anew. Afterwards each of those sights is compared with one
made of its table's log alone, every acked move is looked up, and every table is audited.
"""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bench.outages.midgame import KINDS, start_games
from bench.outages.returning import BenchPlayer, check_against_logs
from bench.serving import QUIET, find_free_port
from bench.spying import LEFT_OUT, sample_shares, sampling_stacks
from bench.tournaments.events import set_up_django

TITLE = "Recovery"
TABLES = 1000
LOADED = 8
"""Tables of four people that play while the server is killed."""
PLAY_FOR = 4.0
SAMPLE_EVERY = 8
"""At every eighth table somebody comes back."""
RECOVERY_TIMEOUT = 60.0
WANTED_SHOWN, WANTED_SERVED = 1.5, 2.0
"""Seconds from the start until all who came back have a sight, and until all due tables are served."""
STACK_GROUPS = (
    ("logs: read", ("read_log_rows (games/store/tables.py",)),
    ("logs: entries made of their rows", ("_read_entry (games/store/quarantine.py",)),
    ("logs: folded into states", ("fold_entries (games/store/snapshot.py",)),
    ("moves: chosen by bots and stand-ins", ("server_command (games/services/bots/turns.py",)),
    ("the committer: rules and state", ("_apply_command (games/services/commands/pending.py",)),
    ("the committer: the transaction", ("_store_and_announce (games/services/commands/handler.py",)),
    ("the committer: the rest", ("_handle_batches (games/services/commands/committer.py",)),
    ("sockets that come back, and their sights", ("(games/live/",)),
    ("the scheduler: what is due", ("(games/services/",)),
    ("the event loop, threads, and all else", ("(daphne/server.py", "_bootstrap (threading.py")),
)
"""What a new process does, by what stands on its stacks."""
START = "the start: Python, Django, migrations, static files"


class RecoveryFigures(NamedTuple):
    """Seconds from the process's start, and what was compared."""

    tables: int
    opened: float
    """Seconds until the port answers."""
    shown: float
    """Seconds until the last returning player has a sight."""
    served: float
    """Seconds until the scheduler has served all tables that were due."""
    sights: int
    due: int
    acked: int
    entries: int


def main() -> None:
    """Print how long a server needs to recover after being killed."""
    # `measure_time_shares` passes a path, which gets only samples of the new server's call stacks.
    if sys.argv[1:]:
        kill_server_and_measure_recovery(Path(sys.argv[1]))
        return
    found = kill_server_and_measure_recovery()
    print(
        f"recovery  {found.tables:,} running tables after kill -9: port open {found.opened:.2f} s after the "
        f"start, {found.sights} players have their sights {found.shown:.2f} s "
        f"(wanted: {WANTED_SHOWN:g}), the last of {found.due} tables that were due is served "
        f"{found.served:.2f} s (wanted: {WANTED_SERVED:g})\n"
        f"recovery  {found.sights} sights are what the logs say, {found.acked} acked moves are all there, "
        f"{found.tables:,} tables with {found.entries:,} entries pass their audit"
    )


def report() -> str:
    """Return, as Markdown, how long a killed server with 1,000 running tables needs to recover."""
    found = kill_server_and_measure_recovery()
    return "\n".join(
        (
            f"{found.tables:,} tables in the middle of a game ({found.entries:,} log entries), on SQLite.",
            "A quarter each: four people; four people with a clock; two with two bots; one with three bots",
            f"and a clock. `kill -9` under play at {LOADED} of them; a new process.",
            "",
            "| from the start of the process until | wanted, s | found, s |",
            "| --- | --- | --- |",
            f"| the port answers | | {found.opened:.2f} |",
            f"| the last of {found.sights} players who came back has the table's sight "
            f"| {WANTED_SHOWN:g} | {found.shown:.2f} |",
            f"| the scheduler has served the last of {found.due} tables that were due "
            f"| {WANTED_SERVED:g} | {found.served:.2f} |",
            "",
            "Where the new process's Python spends that time, in another run that is watched from outside.",
            "One interpreter does it all in turn, and who comes back is first: the last bots wait longest.",
            "",
            "| | |",
            "| --- | --- |",
            *(f"| {group} | {share:.0%} |" for group, share in measure_time_shares().items()),
            *([] if measure_time_shares() else [f"| {LEFT_OUT} | |"]),
            "",
            f"Compared afterwards: those {found.sights} sights with the logs, all {found.acked} acked moves,",
            "all tables by their audit. None is wrong.",
        )
    )


@cache
def measure_time_shares() -> dict[str, float]:
    """Measure the recovery again, and return each activity's share of the new server's time, from 0 to 1.

    STACK_GROUPS and START name the activities. Return {} if the system forbids py-spy to sample the server.
    """
    with tempfile.TemporaryDirectory() as folder:
        stacks = Path(folder) / "stacks"
        # In a process of its own: Django keeps to the database that it has opened first.
        subprocess.run([sys.executable, "-m", "bench.outages.recovery", str(stacks)], check=True)
        return sample_shares(stacks, STACK_GROUPS, START)


def kill_server_and_measure_recovery(stacks: Path | None = None) -> RecoveryFigures:
    """Kill a server during play, start a new one, and return the recovery times.

    If `stacks` is given, also write samples of the new server's call stacks to this file. Exit if the final
    check against the logs fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite3"
        env = {**os.environ, **QUIET, "DATABASE_URL": f"sqlite:///{path}"}
        tables = start_games(env, TABLES)
        set_up_django(env["DATABASE_URL"])
        rng = random.Random(2026)
        loaded = [table for number, table in enumerate(tables) if not KINDS[number % len(KINDS)]["bots"]]
        playing = [BenchPlayer(table.id, token, rng) for table in loaded[:LOADED] for token in table.tokens]
        port = find_free_port()
        asyncio.run(_play_and_kill(env, port, playing))
        due = _make_tables_due()
        others = [BenchPlayer(table.id, table.tokens[0], rng) for table in tables[LOADED * 4 :: SAMPLE_EVERY]]
        back = [*playing, *others]
        opened, shown, served = asyncio.run(_measure_restart(env, port, path, back, due, stacks))
        entries = check_against_logs(back, [table.id for table in tables])
    return RecoveryFigures(
        tables=len(tables),
        opened=opened,
        shown=shown,
        served=served,
        sights=len(back),
        due=len(due),
        acked=sum(len(player.acked) for player in playing),
        entries=entries,
    )


@asynccontextmanager
async def _run_server(env: Mapping[str, str], port: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start a server, yield its process at once, and stop it after the block.

    The server may not be ready yet.
    """
    with tempfile.TemporaryFile() as said:
        command = ("manage.py", "serve", "--port", str(port))
        server = await asyncio.create_subprocess_exec(
            sys.executable, *command, env=dict(env), stdout=said, stderr=said
        )
        try:
            yield server
        except BaseException:
            said.seek(0)
            print(said.read().decode(errors="replace")[-4000:], file=sys.stderr)
            raise
        finally:
            if server.returncode is None:
                server.send_signal(signal.SIGTERM)
            await server.wait()


async def _wait_until_healthy(port: int) -> float:
    """Wait until `/healthz` answers with status 200, and return the `perf_counter` time.

    Raise TimeoutError after RECOVERY_TIMEOUT seconds.
    """
    async with asyncio.timeout(RECOVERY_TIMEOUT):
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                answer = await reader.readline()
                writer.close()
                if b" 200 " in answer:
                    return time.perf_counter()
            except OSError:
                pass
            await asyncio.sleep(0.01)


async def _connect_all(players: Sequence[BenchPlayer], port: int) -> None:
    """Connect all players, and wait until each has received the current state of the table.

    Raise TimeoutError after RECOVERY_TIMEOUT seconds.
    """
    async with asyncio.timeout(RECOVERY_TIMEOUT):
        await asyncio.gather(*(player.connect(f"127.0.0.1:{port}") for player in players))
        while not all(player.sight for player in players):
            await asyncio.sleep(0.005)


async def _play_and_kill(env: Mapping[str, str], port: int, players: Sequence[BenchPlayer]) -> None:
    """Run a server, let the players play for PLAY_FOR seconds, and kill the server with SIGKILL."""
    async with _run_server(env, port) as server:
        await _wait_until_healthy(port)
        for player in players:
            player.plays = True
        await _connect_all(players, port)
        await asyncio.sleep(PLAY_FOR)
        server.kill()
        await server.wait()
    for player in players:
        player.plays = False


def _make_tables_due() -> dict[str, int]:
    """Set each deadline that is more than ten minutes in the future to the current time.

    Return the log lengths, by table id, of all tables with any deadline, except tables in a pause.
    """
    from django.utils import timezone

    from games.models import Table

    now = timezone.now()
    # These are, for example, the moves of bots.
    Table.objects.filter(due_at__gt=now + timedelta(minutes=10)).update(due_at=now)
    # Without pauses: players end them, too.
    due = Table.objects.filter(due_at__isnull=False).exclude(status="pause")
    return dict(due.values_list("id", "number"))


async def _measure_restart(
    env: Mapping[str, str],
    port: int,
    database: Path,
    players: Sequence[BenchPlayer],
    due: Mapping[str, int],
    stacks: Path | None,
) -> tuple[float, float, float]:
    """Start a new server, and return three recovery times in seconds.

    The first time ends when the server answers, the second when all players see their table, and the third
    when each table in `due` has a new log entry. `database` is an SQLite file. If `stacks` is given, write
    samples of the server's call stacks to this file.
    """
    began = time.perf_counter()
    async with _run_server({**env, "BOT_PAUSE": "0.8"}, port) as server:
        with sampling_stacks(server.pid, stacks) if stacks else nullcontext():
            serving = asyncio.create_task(asyncio.to_thread(_wait_until_logs_grow, database, due))
            opened = await _wait_until_healthy(port)
            await _connect_all(players, port)
            served = await serving
            shown = max(player.shown_at for player in players)
    return opened - began, shown - began, served - began


def _wait_until_logs_grow(database: Path, due: Mapping[str, int]) -> float:
    """Wait until each table in `due` has a new log entry, and return the `perf_counter` time.

    `database` is an SQLite file, and `due` has the earlier length of each table's log, by table id.
    Exit after RECOVERY_TIMEOUT seconds.
    """
    until = time.monotonic() + RECOVERY_TIMEOUT
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        while time.monotonic() < until:
            numbers = dict(connection.execute("SELECT id, number FROM games_table"))
            at = time.perf_counter()
            waiting = [table_id for table_id, number in due.items() if numbers[table_id] == number]
            if not waiting:
                return at
            time.sleep(0.02)
        raise SystemExit(f"{len(waiting)} of {len(due)} tables were not served: {waiting[:5]}")
    finally:
        connection.close()


if __name__ == "__main__":
    main()
