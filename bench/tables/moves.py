"""Moves a second, committed and at all seats, with real sockets: the whole game, and the bare pipeline.

Tables of four at the real server, on SQLite in one process and on PostgreSQL and Redis with two. The load
runs on the same machine, in this process.
"""

import asyncio
import os
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any, NamedTuple

import psycopg

from bench.comparisons import bare_load
from bench.serving import BARE, QUIET, launched, processor_seconds, served
from bench.tables.fill import Filled, fill
from bench.tables.load import Load, Move, Took, open_sockets, took

OPTIONS: dict[str, Any] = {"pause": 0}
MOVES_OF_A_GAME = 500
"""At least, with four players."""
TABLES = (1, 8, 32, 128)
BARE_AT = (8, 32, 128)
HALF_LOAD = 32
"""Tables at which the ratio and the half load are taken."""
SECONDS = 8.0
UPDATE_BYTES = 1100
POSTGRES = os.environ.get("BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432/")
REDIS = os.environ.get("BENCH_REDIS", "redis://127.0.0.1:6379/7")


class Figures(NamedTuple):
    """What so many tables made of a server: `rate` in moves a second, `cost` in processor ms a move."""

    tables: int
    rate: float
    ack: Took
    told: Took
    cost: float
    size: float
    """Bytes of an update, on average."""

    def __str__(self) -> str:
        return (
            f"{self.tables:4} tables  {self.rate:6.0f} moves a second, ack {self.ack}, "
            f"last seat {self.told} ms (p50 / p95 / p99), {self.cost:.2f} ms of the server's processors each"
        )


class Results(NamedTuple):
    """All that is measured here; bare pipelines by the number of tables, half the load in moves a second."""

    alone: list[Figures]
    bare: dict[int, Figures]
    half: Figures
    together: list[Figures]
    apart: list[Figures]


def main() -> None:
    """Print the figures."""
    measured = results()
    print("moves     SQLite, one process:")
    for each in measured.alone:
        print(f"moves     {each}")
        if bare := measured.bare.get(each.tables):
            print(f"moves     {bare}: the bare pipeline; ratio {each.rate / bare.rate:.2f}")
    print(f"moves     {measured.half}: half the load")
    for name, found in ((TOGETHER, measured.together), (APART, measured.apart)):
        print(f"moves     PostgreSQL and Redis, two processes, {name}:")
        for each, alone in zip(found, measured.alone, strict=True):
            print(f"moves     {each}; {each.rate / alone.rate:.2f} times the single process")


def report() -> str:
    """The figures as Markdown."""
    measured = results()
    lines = [*_HEAD]
    for each in measured.alone:
        lines.append(_row("SQLite, one process", each))
        if bare := measured.bare.get(each.tables):
            lines.append(_row(f"– the bare pipeline (the game has {each.rate / bare.rate:.0%} of it)", bare))
    lines.append(_row("SQLite, one process, at half the load", measured.half))
    for name, found in ((TOGETHER, measured.together), (APART, measured.apart)):
        for each, alone in zip(found, measured.alone, strict=True):
            times = f"{each.rate / alone.rate:.2f} times the single one"
            lines.append(_row(f"PostgreSQL and Redis, two processes, {name} ({times})", each))
    return "\n".join([*lines, "", *_wanted(measured)])


def _wanted(measured: Results) -> list[str]:
    """What was wanted, beside what came."""
    full = next(each for each in measured.alone if each.tables == HALF_LOAD)
    shares = {each.tables: each.rate / measured.bare[each.tables].rate for each in measured.alone[1:]}
    twice = [two.rate / one.rate for two, one in zip(measured.together, measured.alone, strict=True)]
    found = ", ".join(f"{share:.0%} at {tables}" for tables, share in shares.items())
    return [
        "| wanted | found |",
        "| --- | --- |",
        f"| one process: 1,500 moves a second | {full.rate:,.0f} at {HALF_LOAD} tables |",
        f"| a third of the bare pipeline | {found} tables |",
        f"| at half that load a p99 of 50 ms to the last seat | {measured.half.told.p99:.1f} ms |",
        f"| two processes: 1.3 times as many, or what limits them | {max(twice):.2f} times; see below |",
    ]


TITLE = "Moves a second"
TOGETHER, APART = "a table's seats at one of them", "a table's seats at both"
_HEAD = [
    "A move counts when it is committed, its mover has the ack and all four seats have their update. The",
    "bare pipeline is the same server with the same group commit and four sends, without a game. Each table",
    "moves as soon as it can; the clients run on the same cores. Times are p50 / p95 / p99 in ms, from the",
    "send; what a move costs is the server's processor time in ms.",
    "",
    "| | tables | moves a second | to the ack | to the last seat | cost |",
    "| --- | --- | --- | --- | --- | --- |",
]


def _row(name: str, found: Figures) -> str:
    return f"| {name} | {found.tables} | {found.rate:,.0f} | {found.ack} | {found.told} | {found.cost:.2f} |"


@cache
def results() -> Results:
    """Measure everything; the game and the bare pipeline one after the other."""
    alone, bare_ones = [], {}
    for tables in TABLES:
        with one_server() as (env, start):
            alone.append(asyncio.run(play(env, start, tables)))
        if tables in BARE_AT:
            bare_ones[tables] = bare(tables)
    full = next(each for each in alone if each.tables == HALF_LOAD)
    with one_server() as (env, start):
        half = asyncio.run(play(env, start, HALF_LOAD, pace=full.rate / 2))
    together: list[Figures] = []
    apart: list[Figures] = []
    for tables in TABLES:
        for spread, found in ((False, together), (True, apart)):
            with two_servers() as (env, start):
                found.append(asyncio.run(play(env, start, tables, spread=spread)))
    return Results(alone, bare_ones, half, together, apart)


@contextmanager
def one_server() -> Iterator[tuple[dict[str, str], Any]]:
    """An empty SQLite file, and how to start a server on it."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, **QUIET, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
        yield env, lambda stack: [stack.enter_context(served(env))]


@contextmanager
def two_servers() -> Iterator[tuple[dict[str, str], Any]]:
    """An empty PostgreSQL database, a prefix at Redis, and how to start two servers on them."""
    name = f"bench_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            own = {"DATABASE_URL": f"{POSTGRES}{name}", "REDIS_URL": REDIS, "REDIS_PREFIX": name}
            env = {**os.environ, **QUIET, **own}
            yield env, lambda stack: [stack.enter_context(served(env)) for _ in range(2)]
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


async def play(
    env: dict[str, str], start: Any, tables: int, *, spread: bool = False, pace: float | None = None
) -> Figures:
    """So many tables at full speed, or at `pace` moves a second in all."""
    spares = max(1, round(SECONDS * 1.5 * 4000 / MOVES_OF_A_GAME / tables))
    with ExitStack() as stack:
        filled = fill(env, tables * (1 + spares if tables < 100 else 1), options=OPTIONS)
        servers = start(stack)
        return await measure(servers, filled, tables, spread=spread, pace=pace)


async def measure(
    servers: Sequence[Any], filled: Sequence[Filled], at_once: int, *, spread: bool, pace: float | None = None
) -> Figures:
    """The figures of servers that run, with tables that wait to be played."""
    load = Load(await open_sockets(filled, [each.address for each in servers], spread=spread), at_once)

    async def run(seconds: float) -> list[Move]:
        return await (load.at_full_speed(seconds) if pace is None else load.at_pace(seconds, pace))

    await run(SECONDS / 4)
    before = [processor_seconds(each.pid) for each in servers]
    moves = await run(SECONDS)
    worked = sum(processor_seconds(each.pid) for each in servers) - sum(before)
    size = sum(t.bytes for t in load.tables) / max(1, sum(t.frames for t in load.tables))
    for table in load.tables:
        table.close()
    return Figures(
        tables=at_once,
        rate=len(moves) / SECONDS,
        ack=took(moves, "acked"),
        told=took(moves, "told"),
        cost=worked * 1000 / len(moves),
        size=size,
    )


def bare(tables: int) -> Figures:
    """The same of the pipeline without a game."""
    with tempfile.TemporaryDirectory() as folder:
        command = ("-m", "bench.comparisons.bare", folder, str(tables), str(UPDATE_BYTES))
        with launched(*command, env=os.environ, ready=BARE) as server:
            moves, worked = asyncio.run(
                bare_load.at_full_speed(
                    server.address, tables, SECONDS, lambda: processor_seconds(server.pid)
                )
            )
    return Figures(
        tables=tables,
        rate=len(moves) / SECONDS,
        ack=took(moves, "acked"),
        told=took(moves, "told"),
        cost=worked * 1000 / len(moves),
        size=UPDATE_BYTES,
    )


if __name__ == "__main__":
    main()
