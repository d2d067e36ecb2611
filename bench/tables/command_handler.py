"""Moves through the command handler, committed on SQLite with synchronous=FULL, no sockets.

The baseline commits a row and an update for each batch with the bare sqlite3 module, in the same run.
"""

import itertools
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import django
from django.conf import settings

BATCHES = (1, 32)
SECONDS = 3.0


def main() -> None:
    """Print how many moves per second the command handler stores, compared with plain sqlite3."""
    with tempfile.TemporaryDirectory() as folder:
        settings.DATABASES["default"]["NAME"] = str(Path(folder) / "bench.sqlite3")
        settings.BOT_PAUSE = 3600
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        for batch in BATCHES:
            moves = _moves_per_second(_build_handler_job(batch), batch)
            bare = _moves_per_second(_build_sqlite_job(Path(folder) / f"bare{batch}.sqlite3", batch), batch)
            print(
                f"commands  {moves:8.0f} moves a second, {batch} tables to a commit, SQLite (FULL); "
                f"bare sqlite3 {bare:.0f}, ratio {moves / bare:.2f}"
            )


def _moves_per_second(job: Callable[[], object], moves: int) -> float:
    """Call `job` repeatedly for SECONDS, and return the moves per second.

    Each call makes `moves` moves.
    """
    # The first call only warms up.
    job()
    began = time.perf_counter()
    done = 0
    while (passed := time.perf_counter() - began) < SECONDS:
        job()
        done += moves
    return done / passed


def _build_handler_job(batch: int) -> Callable[[], object]:
    """Open `batch` tables, and return a function that makes one move at each, all in one transaction."""
    from django.utils import timezone

    from accounts.services import create_guest
    from core.refusal import Refusal
    from games.rules import legal
    from games.rules.actions import Action
    from games.rules.topics.bidding import Bid
    from games.rules.topics.pause import EndPause
    from games.rules.topics.playing import Play
    from games.rules.topics.trump import NameTrump
    from games.services.commands.command import Command
    from games.services.commands.handler import handle_commands
    from games.services.lobby.lobby import open_table, take_seat
    from games.store.tables import cached_snapshot

    rng = random.Random(2026)
    now = timezone.now()
    people = [create_guest(now=now) for _ in range(4)]

    def open_new_table() -> str:
        """Open a table, seat four guests at it, and return the table's id."""
        table_id = open_table(user=people[0], size=4, now=now)
        for user in people[1:]:
            take_seat(table_id=table_id, user=user, now=now)
        return table_id

    tables = [open_new_table() for _ in range(batch)]
    moments = (now + timedelta(milliseconds=n) for n in itertools.count())

    def choose_command(index: int) -> Command:
        """Return a command for a legal move at the table `tables[index]`.

        If the game is over, first replace the table by a new one.
        """
        snapshot = cached_snapshot(tables[index])
        assert snapshot is not None
        state = snapshot.state
        if state.status == "finished":
            tables[index] = open_new_table()
            return choose_command(index)
        action: Action
        seat = next(iter(legal.seats_to_act(state)), None)
        if seat is None:
            return Command(snapshot.table_id, EndPause(), next(moments))
        if state.status == "naming_trump":
            action = NameTrump("R")
        elif state.status == "bidding":
            action = Bid(rng.choice(legal.legal_bids(state, seat)))
        else:
            action = Play(rng.choice(legal.legal_plays(state, seat)))
        return Command(snapshot.table_id, action, next(moments), seat=seat)

    def job() -> None:
        """Make one move at each table, all in one transaction. If a move is refused, raise the refusal."""
        for outcome in handle_commands([choose_command(index) for index in range(batch)]):
            if isinstance(outcome, Refusal):
                raise outcome

    return job


def _build_sqlite_job(path: Path, table_count: int) -> Callable[[], object]:
    """Create an SQLite file with rows for `table_count` tables at which a game is played.

    Return a function that stores one move at each of these game tables, all in a single transaction.
    """
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE tables (id INTEGER PRIMARY KEY, number INTEGER)")
    connection.execute(
        "CREATE TABLE log (id INTEGER PRIMARY KEY, table_id, number, data, UNIQUE (table_id, number))"
    )
    connection.executemany("INSERT INTO tables VALUES (?, 0)", [(n,) for n in range(table_count)])
    numbers = itertools.count(1)
    data = '{"seat": 1, "card": "R7", "by": "human"}'

    def job() -> None:
        """In one transaction, add a log entry to each table and set each table's newest log number."""
        number = next(numbers)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE tables SET number = ?", (number,))
        connection.executemany(
            "INSERT INTO log (table_id, number, data) VALUES (?, ?, ?)",
            [(n, number, data) for n in range(table_count)],
        )
        connection.execute("COMMIT")

    return job


if __name__ == "__main__":
    main()
