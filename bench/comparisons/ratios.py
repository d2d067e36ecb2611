"""Moves a second of the game beside the bare pipeline and boardgame.io, in turn in one run: the ratios.

The game runs in one process on SQLite. The bare pipeline is the same server with the same group commit and
four sends, without a game. Processors differ, and so do their neighbours from one minute to the next: only
ratios of the same run say something.
"""

import asyncio
import os
import tempfile
from collections.abc import Callable
from functools import cache, partial
from statistics import mean
from typing import NamedTuple

from bench.comparisons import bare_load, boardgameio
from bench.serving import BARE, processor_seconds, run_program
from bench.tables.load import move_time_percentiles
from bench.tables.moves import play_at_new_tables
from bench.tables.sites import prepare_sqlite_server

TITLE = "Ratios"
TABLES = (8, 32, 128)
BOARDGAMEIO_AT = 32
SECONDS = 4.0
ROUNDS = 3
UPDATE_BYTES = 1100
GAME, PIPELINE = "this game, SQLite, one process", "the bare pipeline"
IN_MEMORY, FLAT_FILE = "boardgame.io, in memory", "boardgame.io, FlatFile"


class Contender(NamedTuple):
    """What is measured, and with how many tables."""

    name: str
    tables: int


class Speed(NamedTuple):
    """Moves a second, ms until 99 of a hundred reach the last seat, and the server's processor ms for one."""

    rate: float
    p99: float
    cost: float


Speeds = dict[Contender, list[Speed]]


def main() -> None:
    """Print how fast this game, a minimal server without a game, and boardgame.io handle moves."""
    for line in report().splitlines():
        print(f"ratios    {line}")


def report() -> str:
    """Return, as Markdown, how fast this game, a minimal server without a game, and boardgame.io are."""
    found = results()
    lines = [
        f"{ROUNDS} times {SECONDS:g} s of each, in turn; means, and the rate of each time. The bare pipeline",
        "is the same server with the same group commit and four sends, without a game. boardgame.io 0.50.2",
        "has a plain card game of four over its socket.io transport: it tells of a move before it writes it,",
        "does not wait for the disk, and its load is a Node process. A move is over when all four have it.",
        "",
        "| | tables | moves a second | each time | p99 to the last seat, ms | processor ms a move |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for contender, speeds in found.items():
        times = ", ".join(f"{each.rate:,.0f}" for each in speeds)
        lines.append(
            f"| {contender.name} | {contender.tables} | {_mean_rate(speeds):,.0f} | {times} "
            f"| {mean(each.p99 for each in speeds):.1f} | {mean(each.cost for each in speeds):.2f} |"
        )
    return "\n".join([*lines, "", *_goals_table(found)])


def _goals_table(found: Speeds) -> list[str]:
    """Return the lines of a Markdown table with each performance goal and the measured value."""
    shares = ", ".join(f"{_rate_ratio(found, PIPELINE, tables):.0%} at {tables}" for tables in TABLES)
    others = [
        f"{_rate_ratio(found, name, BOARDGAMEIO_AT):.2f} times as many"
        if Contender(name, BOARDGAMEIO_AT) in found
        else boardgameio.LEFT_OUT
        for name in (IN_MEMORY, FLAT_FILE)
    ]
    return [
        "| wanted | found |",
        "| --- | --- |",
        f"| half of the bare pipeline at 8, 32 and 128 tables | {shares} tables |",
        f"| more moves a second than boardgame.io in memory at {BOARDGAMEIO_AT} tables | {others[0]} |",
        f"| – than boardgame.io with FlatFile | {others[1]} |",
    ]


def _mean_rate(speeds: list[Speed]) -> float:
    """Return the mean moves per second of several measurements."""
    return mean(each.rate for each in speeds)


def _rate_ratio(found: Speeds, other: str, tables: int) -> float:
    """Return this game's mean moves per second, divided by the mean moves per second of another server.

    `found` has the measured speeds, and `other` is the other server's name. Both servers are
    compared at `tables` tables.
    """
    return _mean_rate(found[Contender(GAME, tables)]) / _mean_rate(found[Contender(other, tables)])


@cache
def results() -> Speeds:
    """Measure each compared server once in each of ROUNDS rounds, and return all measured speeds.

    Leave out boardgame.io if node or npm is not installed.
    """
    jobs: dict[Contender, Callable[[], Speed]] = {}
    for tables in TABLES:
        jobs[Contender(GAME, tables)] = partial(_measure_game, tables)
        jobs[Contender(PIPELINE, tables)] = partial(_measure_bare, tables)
        if tables == BOARDGAMEIO_AT and boardgameio.is_available():
            boardgameio.install()
            jobs[Contender(IN_MEMORY, tables)] = partial(_measure_boardgameio, "in memory")
            jobs[Contender(FLAT_FILE, tables)] = partial(_measure_boardgameio, "FlatFile")
    found: Speeds = {contender: [] for contender in jobs}
    for number in range(ROUNDS):
        # The other way round every other time, so that none always comes after the same one.
        for contender in list(jobs)[:: -1 if number % 2 else 1]:
            found[contender].append(jobs[contender]())
    return found


def _measure_game(tables: int) -> Speed:
    """Measure how fast this game's server handles moves at this number of tables."""
    with prepare_sqlite_server() as (env, start):
        found = asyncio.run(play_at_new_tables(env, start, tables, seconds=SECONDS))
    return Speed(found.rate, found.told.p99, found.cost)


def _measure_bare(tables: int) -> Speed:
    """Measure how fast the minimal server without a game handles moves at this number of tables."""
    with tempfile.TemporaryDirectory() as folder:
        command = ("-m", "bench.comparisons.bare", folder, str(tables), str(UPDATE_BYTES))
        with run_program(*command, env=os.environ, ready=BARE) as server:
            moves, worked = asyncio.run(
                bare_load.play_at_full_speed(
                    server.address, tables, SECONDS, lambda: processor_seconds(server.pid)
                )
            )
    return Speed(len(moves) / SECONDS, move_time_percentiles(moves, "told").p99, worked * 1000 / len(moves))


def _measure_boardgameio(storage: str) -> Speed:
    """Measure how fast a boardgame.io server handles moves. `storage` is "in memory" or "FlatFile"."""
    found = boardgameio.measure(storage, tables=BOARDGAMEIO_AT, seconds=SECONDS)
    return Speed(found.rate, found.told[2], found.cost)


if __name__ == "__main__":
    main()
