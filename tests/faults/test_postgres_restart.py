"""PostgreSQL goes away under play and comes back: refused meanwhile, by name; then all goes on by itself."""

import time
import uuid
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import httpx
import pytest

from tests.faults.instances import Postgres, own_postgres
from tests.faults.test_power_cut import checklogs, log_of
from tests.games.playing import short, some_action
from tests.games.visitors import Said, Visitor
from tests.servers import ServerProcess

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
PATIENCE = 20
"""Seconds after which what does not go on is stuck."""


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    with own_postgres() as running:
        yield running


class Alice(Visitor):
    """Plays with three bots."""

    def __init__(self, server: ServerProcess, **options: Any) -> None:
        super().__init__(server)
        self.dice = Random(5)
        given = {"options": short(4, 3, pause=0, **options), "seats": 4, "bots": 3}
        opened = self.call("POST", "tables", json=given)
        assert opened.status_code == 201, opened.text + server.log()
        self.table: str = opened.json()["id"]

    def on_turn(self) -> Said:
        """Wait until she is to act; what she may do."""
        while 0 not in self.sight.get("turn", ()):
            self.hear()
        return some_action(self.sight, self.dice)

    def send(self, action_id: str, action: Said) -> Said:
        """Act once and hear the answer."""
        self.act(action_id, action)
        return self.answer_to(action_id)

    def play_out(self) -> None:
        """To the end of the game."""
        while self.sight.get("result") is None:
            if 0 in self.sight.get("turn", ()):
                answer = self.send(str(uuid.uuid4()), self.on_turn())
                assert answer["type"] == "ack", answer
                self.until(answer["number"])
            else:
                self.hear()


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_actions_are_refused_while_it_is_away_and_the_same_action_is_done_once_it_is_back(
    start_server: Callable[..., ServerProcess], postgres: Postgres, mode: str
) -> None:
    server = start_server("postgres", DATABASE_URL=postgres.url)
    alice = Alice(server)
    with alice.at_table(alice.table):
        action = alice.on_turn()
        postgres.stop(mode)
        refusal = alice.send("the-same", action)
        assert (refusal["type"], refusal["code"]) == ("refused", "unavailable")
        for path in (f"tables/{alice.table}", "tables"):
            answer = alice.call("GET", path)
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        page = httpx.get(f"{server.url}/tournaments/", timeout=PATIENCE)
        assert (page.status_code, page.headers["Retry-After"]) == (503, "3")
        assert "Every move you made is stored" in page.text
        told = alice.call("POST", f"tables/{alice.table}/actions", json={"id": "by-http", **action})
        assert (told.status_code, told.json()["code"]) == (503, "unavailable")
        postgres.start()
        ends = time.monotonic() + PATIENCE
        while (answer := alice.send("the-same", action))["type"] != "ack":
            assert answer["code"] == "unavailable"
            assert time.monotonic() < ends, server.log()[-3000:]
            time.sleep(0.1)
        assert alice.send("the-same", action)["number"] == answer["number"]
        alice.until(answer["number"])
        # On the same socket, with the same house, to the end: nothing was begun anew.
        alice.play_out()
    done = [action_id for _, action_id in log_of(server, alice.table) if action_id]
    assert done.count("the-same") == 1
    assert "by-http" not in done
    assert server.process.poll() is None
    assert checklogs(server) == "1 tables checked, 0 with faults.\n"
    assert server.terminate() == 0


def test_bots_that_were_to_move_when_it_went_away_move_when_it_is_back(
    start_server: Callable[..., ServerProcess], postgres: Postgres
) -> None:
    server = start_server("postgres", DATABASE_URL=postgres.url, BOT_PAUSE="0.5")
    alice = Alice(server)
    with alice.at_table(alice.table):
        answer = alice.send("first", alice.on_turn())
        alice.until(answer["number"])
        postgres.stop()
        postgres.start()
        alice.play_out()
    assert checklogs(server) == "1 tables checked, 0 with faults.\n"
