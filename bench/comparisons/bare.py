"""The pipeline without a game.

`python -m bench.comparisons.bare FOLDER TABLES BYTES` serves until it is told to stop.
The same server (Daphne under the site's own protocol), the same group commit, the same two statements on
SQLite with synchronous=FULL; an ack, and one text of BYTES handed to each of the four sockets at the table.
What it lacks is the game and the site: nothing is decided, nothing is shown, nobody is known or looked after.
"""

import asyncio
import os
import queue
import sqlite3
import sys
import threading
from collections import defaultdict
from concurrent.futures import Future
from pathlib import Path
from typing import Any

LARGEST_BATCH = 256
_tables: defaultdict[str, list[Any]] = defaultdict(list)


class BareCommitter:
    """Group commit in one thread: all that waits during one commit goes together into the next."""

    def __init__(self, path: Path, tables: int) -> None:
        """Create a database at `path`, with `tables` tables numbered from 0.

        Start the thread that commits moves to it.
        """
        self._path = path
        self._waiting: queue.SimpleQueue[tuple[str, int, str, Future[int]]] = queue.SimpleQueue()
        connection = self._connect()
        connection.execute("CREATE TABLE tables (id TEXT PRIMARY KEY, number INTEGER)")
        connection.execute(
            "CREATE TABLE log (id INTEGER PRIMARY KEY, table_id, number, data, UNIQUE (table_id, number))"
        )
        connection.executemany("INSERT INTO tables VALUES (?, 0)", [(str(n),) for n in range(tables)])
        connection.close()
        threading.Thread(target=self._run, daemon=True).start()

    def _connect(self) -> sqlite3.Connection:
        """Open the SQLite database with a write-ahead log and synchronous=FULL."""
        connection = sqlite3.connect(self._path, isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        return connection

    def submit(self, table: str, number: int, data: str) -> "Future[int]":
        """Queue a move for the table's log.

        `number` is the position of the move in the log, counted from 1, and `data` is the move as JSON.
        The returned future resolves to `number` once the move is committed.
        """
        future: Future[int] = Future()
        self._waiting.put((table, number, data, future))
        return future

    def _run(self) -> None:
        """Take queued log entries forever, and commit up to LARGEST_BATCH of them in each transaction."""
        connection = self._connect()
        while True:
            batch = [self._waiting.get()]
            while len(batch) < LARGEST_BATCH and not self._waiting.empty():
                batch.append(self._waiting.get())
            marks = ", ".join(["(?, ?)"] * len(batch))
            moved = [value for table, number, _, _ in batch for value in (table, number)]
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(
                f"WITH moved (id, new) AS (VALUES {marks}) UPDATE tables SET number = moved.new FROM moved "
                "WHERE tables.id = moved.id AND tables.number = moved.new - 1 RETURNING tables.id",
                moved,
            ).fetchall()
            connection.executemany(
                "INSERT INTO log (table_id, number, data) VALUES (?, ?, ?)", [item[:3] for item in batch]
            )
            connection.execute("COMMIT")
            for _, number, _, future in batch:
                future.set_result(number)


def application(folder: Path, tables: int, size: int) -> Any:
    """Return an ASGI application that handles moves without any rules of a game, as a baseline.

    The application stores each move, and sends `size` characters to all sockets at the move's table. Its
    database is a new file in `folder`, with `tables` tables.
    """
    committer = BareCommitter(folder / "bare.sqlite3", tables)
    text = "x" * size

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        """Serve one WebSocket: store each received move, send a dummy text to the whole table, and
        acknowledge the move.
        """
        put, table = scope["extensions"]["wizard.frames"]["put"], _tables[scope["path"].rsplit("/", 1)[1]]
        await receive()
        await send({"type": "websocket.accept"})
        table.append(put)
        while (message := await receive())["type"] == "websocket.receive":
            number, data = int(message["text"]), '{"card": "R12", "by": "human"}'
            await asyncio.wrap_future(committer.submit(scope["path"][1:], number, data))
            for each in table:
                each(text)
            put("ack")
        table.remove(put)

    return serve


def main() -> None:
    """Run a minimal server without a game, as a baseline for measuring the real server."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
    import django

    from wizard_site.boot import gc_tuning

    gc_tuning.postpone_gc()
    django.setup()
    from core.asgi.server import SiteServer

    folder, tables, size = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    server = SiteServer(
        application=application(folder, tables, size),
        endpoints=["tcp:port=0:interface=127.0.0.1"],
        background=lambda: asyncio.Event().wait(),
        on_ready=lambda port: print(f"bare at 127.0.0.1:{port}", flush=True),
    )
    gc_tuning.resume_gc()
    server.run()


if __name__ == "__main__":
    main()
