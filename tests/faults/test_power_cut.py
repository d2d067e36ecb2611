"""The server dies in the middle of games: what was acked is there once, what was not, once at most."""

import contextlib
import sqlite3
import subprocess
import sys
import uuid
from random import Random
from typing import Any

import psycopg
import pytest
from websockets.exceptions import WebSocketException

from tests.games.playing import short, some_action
from tests.games.visitors import Said, Visitor
from tests.servers import BACKENDS, ROOT, ServerProcess

LOG = "SELECT number, action_id FROM games_logentry WHERE table_id = '{}' ORDER BY number"


def log_of(server: ServerProcess, table_id: str) -> list[tuple[int, str | None]]:
    """Numbers and action ids of a table's log, from the database itself."""
    url = server.environment["DATABASE_URL"]
    database: Any = sqlite3 if url.startswith("sqlite") else psycopg
    with database.connect(url.removeprefix("sqlite:///")) as connection:
        return [tuple(row) for row in connection.execute(LOG.format(table_id)).fetchall()]


class Alice(Visitor):
    """Plays with bots, and resends what she has no answer to, as a client does."""

    def __init__(self, server: ServerProcess, options: Said) -> None:
        super().__init__(server)
        self.dice = Random(11)
        self.acked: dict[str, int] = {}
        self.waiting: tuple[str, Said] | None = None
        given = {"options": options, "seats": 4, "bots": 3}
        self.table = self.call("POST", "tables", json=given).json()["id"]

    def play(self, actions: int) -> bool:
        """Get so many actions acked; whether the game is over by then."""
        until = len(self.acked) + actions
        with self.at_table(self.table, f"?after={max(self.number, 0)}"):
            self._connected()
            while len(self.acked) < until and self.sight["status"] != "finished":
                if self._asked() is None:
                    self.hear()
                else:
                    self._begin()
                    self._finish()
        return bool(self.sight["status"] == "finished")

    def begin_and_lose(self, server: ServerProcess) -> None:
        """Send an action into a server that dies at that very moment."""
        with self.at_table(self.table):
            self._connected()
            while self._asked() is None:
                self.hear()
            self._begin()
            server.kill()
            with contextlib.suppress(WebSocketException, OSError):
                self._finish()

    def _connected(self) -> None:
        before = self.number
        self.number = -1
        self.hear()
        assert self.number >= max(before, *self.acked.values(), 0), "an update was taken back"
        if self.waiting is not None:
            self.act(*self.waiting)
            self._finish()

    def _asked(self) -> Said | None:
        """What she may do now."""
        if self.sight["status"] == "pause" and 0 not in self.sight["ready"]:
            return {"type": "ready"}
        return some_action(self.sight, self.dice) if 0 in self.sight["turn"] else None

    def _begin(self) -> None:
        action = self._asked()
        assert action is not None
        self.waiting = (str(uuid.UUID(int=self.dice.getrandbits(128))), action)
        self.act(*self.waiting)

    def _finish(self) -> None:
        assert self.waiting is not None
        answer = self.answer_to(self.waiting[0])
        assert answer["type"] == "ack", answer
        self.acked[self.waiting[0]] = answer["number"]
        self.waiting = None
        self.until(answer["number"])


@pytest.mark.parametrize("server", BACKENDS, indirect=True)
def test_every_acked_action_survives_and_the_game_goes_on_to_its_end(server: ServerProcess) -> None:
    alice = Alice(server, short(3, 5, 4, pause=60))
    for actions in (1, 2, 4):
        assert not alice.play(actions)
        alice.begin_and_lose(server)
        kept = log_of(server, alice.table)
        assert [number for number, _ in kept] == list(range(1, len(kept) + 1))
        assert set(alice.acked.items()) <= {(action_id, number) for number, action_id in kept}
        server.start()
    assert alice.play(1000)
    kept = log_of(server, alice.table)
    stored = {action_id: number for number, action_id in kept if action_id}
    assert stored == alice.acked
    assert len([action_id for _, action_id in kept if action_id]) == len(stored)
    assert alice.call("GET", f"tables/{alice.table}/record").status_code == 200
    assert server.terminate() == 0
    assert checklogs(server) == "1 tables checked, 0 with faults.\n"
    assert "Traceback" not in server.log()


def checklogs(server: ServerProcess) -> str:
    """What `manage.py checklogs` says of this server's database."""
    run = subprocess.run(
        [sys.executable, "manage.py", "checklogs"],
        cwd=ROOT,
        env=server.environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_tables_without_people_watching_go_on_after_a_restart(server: ServerProcess) -> None:
    """Bots were to move when the server died, and nobody is connected to wake them."""
    alice = Alice(server, short(2, pause=0))
    server.kill()
    server.start()
    with alice.at_table(alice.table):
        alice.hear()
        while 0 not in alice.sight["turn"]:
            alice.hear()
