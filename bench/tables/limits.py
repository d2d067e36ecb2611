"""What keeps moves from being faster: whose work fills the processors, and where a server's own time goes.

The same tables and the same load as `bench.tables.moves`. Processor time is the system's own count; where the
time of a server's Python goes is read from outside by py-spy, several hundred times a second.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bench.serving import Served, processor_seconds, processor_seconds_of_all
from bench.spying import LEFT_OUT, sample_shares, sample_stacks
from bench.tables.fill import FilledTable, start_games
from bench.tables.load import Load, connect_tables
from bench.tables.moves import OPTIONS
from bench.tables.sites import prepare_postgres_servers, prepare_sqlite_server

TITLE = "What the limit is"
TABLES = 128
SECONDS = 8.0

STACK_GROUPS = (
    ("the committer: rules and state", ("_apply_command (games/services/commands/pending.py",)),
    ("the committer: the transaction", ("_store_and_announce (games/services/commands/handler.py",)),
    ("the committer: the rest", ("_handle_batches (games/services/commands/committer.py",)),
    ("updates: onto the sockets", ("send (core/realtime/hub.py",)),
    ("updates: sights and their JSON", ("_run_scheduled_updates (core/realtime/hub.py",)),
    ("actions: read and asked", ("handle_frame (games/live/consumers.py", "_act (games/live/consumers.py")),
    ("sockets: Twisted, autobahn, Daphne", ("_readOrWrite (twisted/",)),
)
"""Names of groups of samples; a sample belongs to the first group with a part on its stack."""
LOOP = "the event loop, and all else"


class CpuUse(NamedTuple):
    """A run: moves a second, and of how many processors each kind of process made use."""

    rate: float
    processors: dict[str, float]


def main() -> None:
    """Play at full speed, and print the CPU use of servers, databases and the load generator.

    Also print what share of a server's Python time each part of the program uses.
    """
    for name, work in measure_cpu_use().items():
        shares = ", ".join(f"{who} {used:.2f}" for who, used in work.processors.items())
        print(f"limits    {name}: {work.rate:,.0f} moves a second; processors: {shares}")
    for group, share in measure_time_shares().items():
        print(f"limits    {share:4.0%} {group}")
    if not measure_time_shares():
        print(f"limits    {LEFT_OUT}")


def report() -> str:
    """Return how much CPU time servers, databases and the load generator use, as Markdown tables.

    The report also shows what share of a server's Python time each part of the program uses.
    """
    found = measure_cpu_use()
    kinds = list(next(iter(found.values())).processors)
    lines = [
        f"{TABLES} tables at full speed on {os.cpu_count()} processors, and how many of these each kind of",
        "process kept busy. Where the sum comes near to their number, no further server can add anything on",
        "this machine: it would take its time from the load, the database, or the other server.",
        "",
        f"| | moves a second | {' | '.join(kinds)} | sum |",
        "| --- " * (len(kinds) + 3) + "|",
    ]
    for name, work in found.items():
        shares = " | ".join(f"{work.processors[kind]:.2f}" for kind in kinds)
        lines.append(f"| {name} | {work.rate:,.0f} | {shares} | {sum(work.processors.values()):.2f} |")
    lines += [
        "",
        "Where the single process spends the time in which it runs Python. One thread decides and commits,",
        "one reads and writes sockets and shows; both need the same interpreter lock.",
        "",
        "| | |",
        "| --- | --- |",
        *(f"| {group} | {share:.0%} |" for group, share in measure_time_shares().items()),
        *([] if measure_time_shares() else [f"| {LEFT_OUT} | |"]),
    ]
    return "\n".join(lines)


@cache
def measure_cpu_use() -> dict[str, CpuUse]:
    """Measure moves per second and CPU use with SQLite and with PostgreSQL.

    Each key describes the database and the number of processes.
    """
    ways: dict[str, Callable[[], Any]] = {
        "SQLite, one process": prepare_sqlite_server,
        "PostgreSQL and Redis, two processes": lambda: prepare_postgres_servers(2),
    }
    found = {}
    for name, prepare_servers in ways.items():
        with _run_servers_with_tables(prepare_servers) as (tables, running):
            found[name] = asyncio.run(_play_and_measure_cpu(running, tables))
    return found


@cache
def measure_time_shares() -> dict[str, float]:
    """Return each program part's share (0 to 1) of a server's Python time, or {} if sampling is forbidden."""
    with (
        tempfile.TemporaryDirectory() as folder,
        _run_servers_with_tables(prepare_sqlite_server) as (tables, running),
    ):
        stacks = Path(folder) / "stacks"
        asyncio.run(
            _play_and_measure_cpu(running, tables, lambda: sample_stacks(running[0].pid, stacks, SECONDS - 1))
        )
        return sample_shares(stacks, STACK_GROUPS, LOOP)


@contextmanager
def _run_servers_with_tables(
    prepare_servers: Callable[[], Any],
) -> Iterator[tuple[list[FilledTable], list[Served]]]:
    """Start TABLES games in a new database, and run servers on it until the `with` block ends.

    Yield the tables and the servers. `prepare_servers` is a context manager function of `bench.tables.sites`
    that creates the database.
    """
    with prepare_servers() as (env, start), ExitStack() as stack:
        filled = start_games(env, TABLES, options=OPTIONS)
        yield filled, start(stack)


async def _play_and_measure_cpu(
    servers: Sequence[Served], filled: Sequence[FilledTable], job: Callable[[], Any] | None = None
) -> CpuUse:
    """Connect the players, play at full speed for SECONDS, and close the players' sockets.

    If there is a `job`, run it in a thread at the same time, and wait until it has ended. Return the moves
    per second, and how many processors each kind of process keeps busy.
    """
    load = Load(await connect_tables(filled, [each.address for each in servers], spread=False), TABLES)
    await load.play_at_full_speed(SECONDS / 4)
    began, before = time.perf_counter(), _processor_seconds_by_kind(servers)
    watching = None if job is None else asyncio.create_task(asyncio.to_thread(job))
    moves = await load.play_at_full_speed(SECONDS)
    took = time.perf_counter() - began
    processors = {
        kind: (used - before[kind]) / took for kind, used in _processor_seconds_by_kind(servers).items()
    }
    if watching is not None:
        await watching
    for table in load.tables:
        table.close()
    return CpuUse(len(moves) / SECONDS, processors)


def _processor_seconds_by_kind(servers: Sequence[Served]) -> dict[str, float]:
    """Return the CPU seconds used so far by the servers, the databases and the load generator."""
    return {
        "servers": sum(processor_seconds(each.pid) for each in servers),
        "PostgreSQL, Redis": processor_seconds_of_all("postgres", "redis-server"),
        "the load": time.process_time(),
    }


if __name__ == "__main__":
    main()
