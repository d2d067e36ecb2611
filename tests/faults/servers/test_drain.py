"""SIGTERM under load: what was acked is stored, what was not is refused or lost, every socket is told."""

import contextlib
import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from core.http.problems import http_status_of
from core.refusal import Refusal
from games.services.commands import committer
from games.services.lobby import lobby
from tests.support.faults.checks import audit, log_of
from tests.support.faults.players import ResendingPlayer
from tests.support.games.choices import some_action
from tests.support.games.connections.visitors import Said, Visitor
from tests.support.games.people import person
from tests.support.games.playing import AT, opened, people, short
from tests.support.servers import POSTGRES_IS_LONG, ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT, wait_until

CROWD = 8


class PlayerToTheEnd(Visitor):
    """Plays with three bots until the server ends."""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        super().__init__(server)
        self.rng = Random(seed)
        self.acked: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.farewell: Said = {}
        given = {"options": {"preset": "standard", "pause": 0}, "seats": 4, "bots": 3}
        self.table: str = self.call("POST", "tables", json=given).json()["id"]

    def play(self) -> int | None:
        """Until the line ends; the code with which it does."""
        try:
            with self.at_table(self.table):
                while True:
                    self._hear_and_act()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    def _hear_and_act(self) -> None:
        frame = self.hear()
        if frame["type"] == "ack":
            self.acked[frame["id"]] = frame["number"]
        elif frame["type"] == "refused":
            self.refused[frame["id"]] = frame["code"]
        elif frame["type"] == "bye":
            self.farewell = frame
        elif frame["type"] == "update" and 0 in self.sight["turn"]:
            # The server's end may have come, and with it frames that are still to be heard.
            with contextlib.suppress(ConnectionClosed):
                self.act(f"{self.table}-{self.number}", some_action(self.sight, self.rng))


@pytest.mark.parametrize("backend", POSTGRES_IS_LONG)
def test_every_ack_is_in_the_log_and_every_socket_is_told_when_to_come_back(
    start_server: Starter, backend: str
) -> None:
    server = start_server(backend)
    players = [PlayerToTheEnd(server, seed) for seed in range(CROWD)]
    lobby_url = f"{server.ws_url}/ws/lobby"
    with connect(lobby_url, open_timeout=WAIT_TIMEOUT) as line, ThreadPoolExecutor(CROWD) as threads:
        codes = [threads.submit(each.play) for each in players]
        wait_until(lambda: min(len(each.acked) for each in players) >= 5, lambda: "nobody plays")
        assert server.terminate() == 0
        assert [code.result() for code in codes] == [1012] * CROWD
        told = []
        with contextlib.suppress(ConnectionClosed):
            while True:
                told.append(json.loads(line.recv(timeout=WAIT_TIMEOUT)))
        assert told[-1] == {"type": "bye", "code": 1012, "retry_after": 2}
    for each in players:
        assert (each.farewell["code"], each.farewell["retry_after"]) == (1012, 2)
        kept = {action_id: number for number, action_id in log_of(server, each.table) if action_id}
        assert each.acked.items() <= kept.items()
        assert not each.refused.keys() & kept.keys()
        assert set(each.refused.values()) <= {"unavailable"}
    assert audit(server) == f"{CROWD} tables checked, 0 with faults.\n"
    assert "Traceback" not in server.log()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_thoughts_in_the_making_neither_delay_a_stop_nor_fill_the_log(
    start_server: Starter, how: int
) -> None:
    """It comes to all processes, as from a manager of services; from a terminal, to those of the group."""
    server = start_server("sqlite")
    alice = ResendingPlayer(server, short(6, 5, 4, pause=0))
    assert alice.play(1000)
    # One thinks the game over, the others of the next ones: Masters.
    assert alice.call("GET", f"tables/{alice.table}/analysis").status_code == 202
    given = {"options": {"preset": "standard", "pause": 0}, "seats": 6, "bots": 5, "bot_level": "master"}
    for _ in range(CROWD):
        assert alice.call("POST", "tables", json=given).status_code == 201
    wait_until(lambda: len(server.children()) >= 2, lambda: "nobody thinks")
    thinkers = server.children()
    for pid in thinkers:
        if how == signal.SIGTERM or os.getpgid(pid) == os.getpgid(server.process.pid):
            os.kill(pid, how)
    assert alice.call("GET", f"tables/{alice.table}/analysis").status_code == 202
    assert server.terminate(how) == 0
    assert "Traceback" not in server.log()
    assert audit(server) == f"{1 + CROWD} tables checked, 0 with faults.\n"


@pytest.mark.django_db
def test_a_server_that_is_about_to_end_opens_no_table_and_seats_nobody() -> None:
    table_id = opened(*people(1))
    committer.set_draining()
    try:
        with pytest.raises(Refusal) as caught:
            lobby.take_seat(table_id=table_id, user=person("zoe"), now=AT)
        assert (caught.value.code, http_status_of(caught.value)) == ("unavailable", 503)
        with pytest.raises(Refusal, match="Try again"):
            opened(person("zoe"))
    finally:
        committer.set_draining(draining=False)
