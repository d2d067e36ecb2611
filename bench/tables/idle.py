"""What a socket costs that waits: memory of the real server before and after 5,000 have come, on SQLite.

A thousand running tables of four, at which nobody moves: at each the four that sit there, with their tokens,
and one spectator without an account. All got their first update and answer the server's pings. A table's
state counts, too, with its five sockets. After that as many sockets in the lobby of a server of its own,
when these tables are over.
"""

import asyncio
import os
import resource
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from bench.serving import QUIET, Served, processor_seconds, run_server
from bench.tables.fill import start_games
from bench.wire import RawWebSocket, connect
from core.realtime.health import IDLE_PING_INTERVAL_SECONDS

TITLE = "Idle sockets"
TABLES = 1000
FIRST = 20
"""Tables whose sockets are there before the first look: what is made once is no socket's cost."""
AT_ONCE = 10
"""Tables whose sockets come at the same time."""
QUIET_SECONDS = 6.0
"""Seconds until memory and processor are looked at, in which what came with the sockets ends."""
PROCESSOR_SECONDS = IDLE_PING_INTERVAL_SECONDS
"""Seconds over which processor time is measured: each socket is pinged at least once in them."""
WANTED = "5 % of a processor and 25 KB a socket at most"
PathAndToken = tuple[str, str]
"""A socket's path and its token."""


class ProcessMemory(NamedTuple):
    """A process's memory in KB (of 1,024 bytes): resident, its share of it, its own alone."""

    rss: int
    pss: int
    own: int


class IdleFigures(NamedTuple):
    """So many sockets: KB each, and the part of one processor that they keep busy by waiting."""

    sockets: int
    rss: float
    own: float
    total: int
    processor: float


def main() -> None:
    """Print the server's memory and CPU use with idle sockets, at tables and in the lobby."""
    for where, found in measure_idle_sockets().items():
        print(
            f"idle      {found.sockets:,} sockets {where}: {found.rss:.1f} KB each "
            f"(own pages {found.own:.1f}); the server has "
            f"{found.total / 1024:,.0f} MB and uses {found.processor:.1%} of a processor; wanted: {WANTED}"
        )


def report() -> str:
    """Return the server's memory and CPU use with idle sockets, as a Markdown table."""
    lines = [
        f"{5 * TABLES:,} sockets that wait, and what the server grew by. Wanted:",
        f"{WANTED}.",
        "At tables: four with a token and one spectator at each, the table's own state included. What keeps",
        "a processor busy are pings (players on turn are asked for a sign of life every 2.5 s, all others",
        "every 20 s) and looks for what no wake-up reported.",
        "",
        "| where | KB a socket | own pages alone | whole server | of one processor |",
        "| --- | --- | --- | --- | --- |",
    ]
    for where, found in measure_idle_sockets().items():
        total = f"{found.total / 1024:,.0f} MB"
        lines.append(f"| {where} | {found.rss:.1f} | {found.own:.1f} | {total} | {found.processor:.1%} |")
    return "\n".join(lines)


def measure_idle_sockets() -> dict[str, IdleFigures]:
    """Measure the server's memory and CPU use with idle sockets.

    Return the results with the keys "at tables" and "in the lobby".
    """
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, **QUIET, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
        tables = start_games(env, TABLES, options={"pause": 60})
        at_table = [[(f"/ws/tables/{table.id}", token) for token in (*table.tokens, "")] for table in tables]
        lobby = [[("/ws/lobby", token) for _, token in group] for group in at_table]
        for where, groups in (("at tables", at_table), ("in the lobby", lobby)):
            if groups is lobby:
                _mark_tables_finished(f"{folder}/bench.sqlite3")
            with run_server(env) as server:
                found[where] = asyncio.run(_measure_sockets(server, groups))
    return found


def _mark_tables_finished(database: str) -> None:
    """Mark all tables in an SQLite file as finished."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE games_table SET status = 'finished', due_at = NULL")


def read_memory(pid: int) -> ProcessMemory:
    """Return the memory use of a process in KB, from /proc (Linux)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    kb = {name: int(value.split()[0]) for name, value in (line.split(":") for line in lines)}
    return ProcessMemory(kb["Rss"], kb["Pss"], kb["Private_Clean"] + kb["Private_Dirty"])


async def _measure_sockets(server: Served, groups: Sequence[Sequence[PathAndToken]]) -> IdleFigures:
    """Open all sockets, and return the server's memory per socket and its CPU use while they are idle.

    `groups` has the path and the token of each socket, grouped by table. The memory per socket leaves out the
    first FIRST groups. Close the sockets at the end. Exit if a connection was lost.
    """
    wires = await _open_sockets(server.address, groups[:FIRST])
    await asyncio.sleep(QUIET_SECONDS)
    # Only the sockets opened from here on count as the cost of a socket.
    before, first = read_memory(server.pid), len(wires)
    wires += await _open_sockets(server.address, groups[FIRST:])
    await asyncio.sleep(QUIET_SECONDS)
    worked, began = processor_seconds(server.pid), time.monotonic()
    await asyncio.sleep(PROCESSOR_SECONDS)
    processor = (processor_seconds(server.pid) - worked) / (time.monotonic() - began)
    after, more = read_memory(server.pid), len(wires) - first
    if lost := [wire.lost for wire in wires if wire.lost]:
        raise SystemExit(f"{len(lost)} lines are lost: {lost[0]}")
    for wire in wires:
        wire.close()
    return IdleFigures(
        sockets=len(wires),
        rss=(after.rss - before.rss) / more,
        own=(after.own - before.own) / more,
        total=after.rss,
        processor=processor,
    )


async def _open_sockets(address: str, groups: Sequence[Sequence[PathAndToken]]) -> list[RawWebSocket]:
    """Open a socket for each path and token in `groups`, and return the sockets.

    Open AT_ONCE groups at a time, and wait until each of their sockets has received a message.
    """
    wires: list[RawWebSocket] = []
    for begin in range(0, len(groups), AT_ONCE):
        callers = [caller for group in groups[begin : begin + AT_ONCE] for caller in group]
        wires += await asyncio.gather(*(_open_welcomed_socket(address, *caller) for caller in callers))
    return wires


async def _open_welcomed_socket(address: str, path: str, token: str) -> RawWebSocket:
    """Open a socket, and return it after its first message.

    Raise TimeoutError after 60 seconds without one.
    """
    heard = asyncio.Event()
    # `token` is "" for a visitor without an account.
    wire = await connect(address, path, token, lambda text: heard.set())
    await asyncio.wait_for(heard.wait(), 60)
    return wire


if __name__ == "__main__":
    main()
