"""Moves a second, committed and at all seats, with real sockets, by the number of tables.

Tables of four at the real server, on SQLite in one process and on PostgreSQL and Redis with two. The load
runs on the same machine, in this process. `bench.comparisons.ratios` has the same beside other servers.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from typing import Any, NamedTuple

from bench.serving import processor_seconds
from bench.tables.fill import start_games
from bench.tables.load import Load, LoadedTable, Percentiles, TimedMove, connect_tables, move_time_percentiles
from bench.tables.sites import Start, prepare_postgres_servers, prepare_sqlite_server

OPTIONS: dict[str, Any] = {"pause": 0}
MOVES_OF_A_GAME = 500
"""At least, with four players."""
TABLES = (1, 8, 32, 128)
HALF_LOAD = 32
"""Tables at which the ratio and the half load are taken."""
SECONDS = 8.0


class MoveFigures(NamedTuple):
    """What so many tables made of a server: `rate` in moves a second."""

    tables: int
    rate: float
    ack: Percentiles
    told: Percentiles
    costs: Mapping[str, float]
    """Processor ms a move, by the kind of process."""

    @property
    def cost(self) -> float:
        """The CPU milliseconds per move of all kinds of processes together."""
        return sum(self.costs.values())

    def __str__(self) -> str:
        """Describe the measurement in one line: moves per second, percentiles of move times, and CPU time."""
        return (
            f"{self.tables:4} tables  {self.rate:6.0f} moves a second, ack {self.ack}, "
            f"last seat {self.told} ms (p50 / p95 / p99), {self.cost:.2f} ms of the server's processors each"
        )


class Results(NamedTuple):
    """All that is measured here."""

    alone: list[MoveFigures]
    half: MoveFigures
    together: list[MoveFigures]
    apart: list[MoveFigures]


def main() -> None:
    """Print the moves per second at 1 to 128 tables, on SQLite and on PostgreSQL."""
    measured = measure_speeds()
    print("moves     SQLite, one process:")
    for each in measured.alone:
        print(f"moves     {each}")
    print(f"moves     {measured.half}: half the load")
    for name, found in ((TOGETHER, measured.together), (APART, measured.apart)):
        print(f"moves     PostgreSQL and Redis, two processes, {name}:")
        for each, alone in zip(found, measured.alone, strict=True):
            print(f"moves     {each}; {each.rate / alone.rate:.2f} times the single process")
    for line in _goals_table(measured):
        print(f"moves     {line}")


def report() -> str:
    """Return the moves per second for each number of tables in TABLES, as Markdown tables."""
    measured = measure_speeds()
    lines = [*_HEAD]
    for each in measured.alone:
        lines.append(_markdown_row("SQLite, one process", each))
    lines.append(_markdown_row("SQLite, one process, at half the load", measured.half))
    for name, found in ((TOGETHER, measured.together), (APART, measured.apart)):
        for each, alone in zip(found, measured.alone, strict=True):
            times = f"{each.rate / alone.rate:.2f} times the single one"
            lines.append(_markdown_row(f"PostgreSQL and Redis, two processes, {name} ({times})", each))
    return "\n".join([*lines, "", *_goals_table(measured)])


def _goals_table(measured: Results) -> list[str]:
    """Return the lines of a Markdown table that compares the goals with the measured results."""
    shares = {
        together.tables: apart.rate / together.rate
        for together, apart in zip(measured.together, measured.apart, strict=True)
    }
    found = ", ".join(f"{share:.2f} at {tables}" for tables, share in shares.items())
    return [
        "| wanted | found |",
        "| --- | --- |",
        f"| at half load a p99 of 25 ms to the last player | {measured.half.told.p99:.1f} ms |",
        f"| players at two servers: 0.8 times the rate of players at one | {found} tables |",
    ]


TITLE = "Moves a second"
TOGETHER, APART = "a table's seats at one of them", "a table's seats at both"
_HEAD = [
    "A move counts when it is committed, its mover has the ack and all four seats have their update. Each",
    "table moves as soon as it can; the clients run on the same cores. Times are p50 / p95 / p99 in ms, from",
    "the send; what a move costs is the server's processor time in ms.",
    "",
    "| | tables | moves a second | to the ack | to the last seat | cost |",
    "| --- | --- | --- | --- | --- | --- |",
]


def _markdown_row(name: str, found: MoveFigures) -> str:
    """Return a measurement as a row of a Markdown table, with `name` in the first column."""
    return f"| {name} | {found.tables} | {found.rate:,.0f} | {found.ack} | {found.told} | {found.cost:.2f} |"


@cache
def measure_speeds() -> Results:
    """Measure the moves per second for each number of tables, with SQLite and with PostgreSQL."""
    alone = []
    for tables in TABLES:
        with prepare_sqlite_server() as (env, start):
            alone.append(asyncio.run(play_at_new_tables(env, start, tables)))
    full = next(each for each in alone if each.tables == HALF_LOAD)
    with prepare_sqlite_server() as (env, start):
        half = asyncio.run(play_at_new_tables(env, start, HALF_LOAD, pace=full.rate / 2))
    together: list[MoveFigures] = []
    apart: list[MoveFigures] = []
    for tables in TABLES:
        for spread, found in ((False, together), (True, apart)):
            with prepare_postgres_servers(2) as (env, start):
                found.append(asyncio.run(play_at_new_tables(env, start, tables, spread=spread)))
    return Results(alone, half, together, apart)


async def play_at_new_tables(
    env: Mapping[str, str],
    start: Start,
    tables: int,
    *,
    spread: bool = False,
    pace: float | None = None,
    seconds: float = SECONDS,
) -> MoveFigures:
    """Start games in the database named in `env`, start servers by `start`, play, and return the measurement.

    Play for `seconds` at `tables` tables, at `pace` moves per second or, if `pace` is None, at full speed.
    With `spread`, a table's players connect to different servers.
    """
    spares = max(1, round(seconds * 1.5 * 4000 / MOVES_OF_A_GAME / tables))
    with ExitStack() as stack:
        filled = start_games(env, tables * (1 + spares if tables < 100 else 1), options=OPTIONS)
        servers = start(stack)
        opened = await connect_tables(filled, [each.address for each in servers], spread=spread)
        found = await measure_load(
            opened,
            tables,
            lambda: {"servers": sum(processor_seconds(each.pid) for each in servers)},
            pace=pace,
            seconds=seconds,
        )
        for table in opened:
            table.close()
        return found


async def measure_load(
    opened: Sequence[LoadedTable],
    at_once: int,
    processor_seconds_by_kind: Callable[[], Mapping[str, float]],
    *,
    pace: float | None = None,
    seconds: float = SECONDS,
) -> MoveFigures:
    """Play at `at_once` of the connected tables. Return their speed, move times and CPU costs.

    Play for `seconds`, at `pace` moves per second or, if `pace` is None, at full speed.
    `processor_seconds_by_kind` returns the CPU seconds used so far by each kind of process.
    """
    load = Load(opened, at_once)

    async def play_for(seconds: float) -> list[TimedMove]:
        """Play for `seconds`, at `pace` or at full speed, and return the completed moves."""
        return await (load.play_at_full_speed(seconds) if pace is None else load.play_at_pace(seconds, pace))

    await play_for(seconds / 4)
    before = processor_seconds_by_kind()
    moves = await play_for(seconds)
    after = processor_seconds_by_kind()
    return MoveFigures(
        tables=at_once,
        rate=len(moves) / seconds,
        ack=move_time_percentiles(moves, "acked"),
        told=move_time_percentiles(moves, "told"),
        costs={kind: (used - before[kind]) * 1000 / len(moves) for kind, used in after.items()},
    )


if __name__ == "__main__":
    main()
