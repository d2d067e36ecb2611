"""What ten Masters that think at once cost the moves at other tables: the real server, SQLite, one process.

Their tables have no people, as some in a tournament: the Masters think one after the other without a pause.
"""

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Mapping

import django

from bench.serving import QUIET, run_server
from bench.tables.fill import start_games
from bench.tables.load import Load, Percentiles, connect_tables, move_time_percentiles

MASTERS = 10
TABLES = 4
PACE = 20.0
"""Moves a second at the other tables, in all."""
SECONDS = 30.0
WARM = 8.0
"""Seconds before what counts: the processes that think have to start."""


def main() -> None:
    """Print how fast the server confirms moves while the strongest bots play at other tables.

    For comparison, measure without these bots, too.
    """
    # `_measure_acks` starts this module with `fill`, to start only the Masters' games.
    if sys.argv[1:] == ["fill"]:
        return _start_masters_games()
    for masters in (0, MASTERS):
        with tempfile.TemporaryDirectory() as folder:
            env = {
                **os.environ,
                **QUIET,
                "BOT_PAUSE": "0",
                "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            }
            acks, moves = _measure_acks(env, f"{folder}/bench.sqlite3", masters)
        print(
            f"masters   {masters:2} thinking: an ack takes {acks} ms (p50 / p95 / p99); "
            f"{moves} moves at their tables meanwhile",
            flush=True,
        )
    return None


def _measure_acks(env: Mapping[str, str], database: str, masters: int) -> tuple[Percentiles, int]:
    """Play at tables without bots, and return percentiles of the ms until the server confirms a move.

    Also return the number of moves that the strongest bots make at their own tables meanwhile. There are no
    such tables if `masters` is 0. `database` is the path of the server's SQLite file.
    """
    filled = start_games(env, TABLES, options={"pause": 0})
    if masters:
        subprocess.run([sys.executable, "-m", "bench.bots.masters", "fill"], env=dict(env), check=True)
    with run_server(env) as server:

        async def play() -> tuple[Percentiles, int]:
            """Play, and return how long the server takes to confirm a move.

            Also return the number of moves at the strongest bots' tables meanwhile.
            """
            load = Load(await connect_tables(filled, [server.address], spread=False), TABLES)
            await load.play_at_pace(WARM, PACE)
            before = _count_masters_moves(database)
            acks = move_time_percentiles(await load.play_at_pace(SECONDS, PACE), "acked")
            moves = _count_masters_moves(database) - before
            if masters and not moves:
                raise SystemExit("the Masters have not thought, so nothing was measured")
            return acks, moves

        return asyncio.run(play())


def _count_masters_moves(database: str) -> int:
    """Return the number of log entries of all tables where bots of the level "master" play.

    Nearly all of these entries are moves.
    """
    with sqlite3.connect(database) as connection:
        [(entries,)] = connection.execute(
            "SELECT coalesce(sum(number), 0) FROM games_table"
            " WHERE id IN (SELECT table_id FROM games_seat WHERE level = 'master')"
        )
    return int(entries)


def _start_masters_games() -> None:
    """Start MASTERS games in the database. All players are bots of the level "master"."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
    django.setup()
    from django.utils import timezone

    from games.selectors.states import Sitter
    from games.services.lobby.seating import open_tournament_table

    for _ in range(MASTERS):
        sitters = [Sitter(f"Master-{seat}", "bot", level="master") for seat in range(4)]
        open_tournament_table(sitters=sitters, options={"pause": 0}, now=timezone.now())


if __name__ == "__main__":
    main()
