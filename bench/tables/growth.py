"""How the cost of a move grows: with the number of tables, with the round, with the spectators at one table.

The cost is the time that the server's processors work for a move, on SQLite in one process, so that the load
beside it does not count; a growth of 1.0 means that a move costs the same.
"""

import asyncio
from contextlib import ExitStack
from functools import cache
from typing import NamedTuple

from bench import wire
from bench.serving import Served, processor_seconds
from bench.tables.fill import start_games
from bench.tables.load import Load, connect_tables
from bench.tables.moves import OPTIONS
from bench.tables.sites import prepare_sqlite_server

TITLE = "How the cost of a move grows"
TABLES = (10, 100, 1000)
PACE = 200.0
"""Moves a second in all, the same for each number of tables: measured is the cost of each move."""
ROUNDS = range(1, 16)
ROUND_TABLES = 64
SPECTATORS = (0, 50, 500)
ONLOOKED_PACE = 20.0
SECONDS = 8.0


class Growth(NamedTuple):
    """Milliseconds of the server's processors a move, by what grows."""

    tables: dict[int, float]
    rounds: dict[int, float]
    spectators: dict[int, float]


def main() -> None:
    """Print how the server's CPU time per move grows with more tables, later rounds and more spectators."""
    for name, costs in measure_growth()._asdict().items():
        least = min(costs)
        shown = ", ".join(f"{n}: {cost:.2f} ms ({cost / costs[least]:.1f})" for n, cost in costs.items())
        print(f"growth    by {name}: {shown}")


def report() -> str:
    """Return how the CPU time per move grows with tables, rounds and spectators, as Markdown tables."""
    measured = measure_growth()
    lines = [
        "Processor time of the server for a move in ms; in brackets, times that of the first column.",
        "",
    ]
    for name, costs in (
        (f"tables (at {PACE:.0f} moves a second in all)", measured.tables),
        ("round (cards in hand)", measured.rounds),
        (f"spectators at one table (at {ONLOOKED_PACE:.0f} moves a second)", measured.spectators),
    ):
        first = next(iter(costs.values()))
        lines.append(f"| {name} | {' | '.join(map(str, costs))} |")
        lines.append(f"| --- |{' --- |' * len(costs)}")
        cells = (f"{cost:.2f} ({cost / first:.1f})" for cost in costs.values())
        lines += [f"| ms a move | {' | '.join(cells)} |", ""]
    return "\n".join(lines).rstrip()


@cache
def measure_growth() -> Growth:
    """Measure the server's CPU time per move: by number of tables, by round, and by number of spectators."""
    rounds = asyncio.run(_costs_by_round())
    tables = {number: asyncio.run(_cost_with_tables(number)) for number in TABLES}
    spectators = {number: asyncio.run(_cost_with_spectators(number)) for number in SPECTATORS}
    return Growth(tables, rounds, spectators)


async def _cost_with_tables(number: int) -> float:
    """Return the server's CPU milliseconds per move while games are played at `number` tables."""
    with prepare_sqlite_server() as (env, start), ExitStack() as stack:
        filled = start_games(env, max(number, 40), options=OPTIONS)
        server: Served = start(stack)[0]
        load = Load(await connect_tables(filled, [server.address]), number)
        return await _cpu_per_move(server, load, PACE)


async def _cost_with_spectators(number: int) -> float:
    """Return the server's CPU milliseconds per move at one table that `number` spectators watch."""
    with prepare_sqlite_server() as (env, start), ExitStack() as stack:
        filled = start_games(env, 2, options=OPTIONS)
        server: Served = start(stack)[0]
        load = Load(await connect_tables(filled, [server.address]), 1)
        path = f"/ws/tables/{filled[0].id}"
        crowd = [await wire.connect(server.address, path, "", lambda text: None) for _ in range(number)]
        cost = await _cpu_per_move(server, load, ONLOOKED_PACE)
        if lost := [each.lost for each in crowd if each.lost]:
            raise SystemExit(f"{len(lost)} spectators are lost: {lost[0]}")
        for each in crowd:
            each.close()
        return cost


async def _cpu_per_move(server: Served, load: Load, pace: float) -> float:
    """Play `pace` moves per second at the tables of `load`, then close the players' sockets.

    Return the server's CPU milliseconds per move. CPU time that the idle server uses, too, is not included.
    """
    await load.play_at_pace(SECONDS / 4, pace)
    before = processor_seconds(server.pid)
    await asyncio.sleep(SECONDS / 2)
    idle = (processor_seconds(server.pid) - before) / (SECONDS / 2)
    before = processor_seconds(server.pid)
    moves = await load.play_at_pace(SECONDS, pace)
    # What the sockets cost that wait is told elsewhere: here it is what a move adds.
    worked = processor_seconds(server.pid) - before - idle * SECONDS
    for table in load.tables:
        table.close()
    return worked * 1000 / len(moves)


async def _costs_by_round() -> dict[int, float]:
    """Return the server's CPU milliseconds per move in each round of a game. The key is the round number."""
    costs: dict[int, float] = {}
    with prepare_sqlite_server() as (env, start), ExitStack() as stack:
        filled = start_games(env, ROUND_TABLES, options=OPTIONS)
        server: Served = start(stack)[0]
        load = Load(await connect_tables(filled, [server.address]), ROUND_TABLES)
        for number in ROUNDS:
            before = processor_seconds(server.pid)
            moves = await load.play_one_round(number)
            costs[number] = (processor_seconds(server.pid) - before) * 1000 / len(moves)
        for table in load.tables:
            table.close()
    return costs


if __name__ == "__main__":
    main()
