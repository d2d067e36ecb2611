"""Clients that give no sign of life, at the real server. Its clocks are put forward: no test waits."""

import json
import logging
import os
import signal
import subprocess
import sys

import pytest
from websockets.sync.client import connect

from tests.support.faults.hooks import Clocks
from tests.support.games.connections.visitors import Visitor
from tests.support.servers import ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT, wait_until

SILENT, DEAD = 40, 120
"""Seconds after which a client counts as not connected, and its line is closed; by default that is sooner.

Nobody is on turn in these tests.
"""
SLEEPER = """
import sys
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
bearer = {"Authorization": "Bearer " + sys.argv[2]}
with connect(sys.argv[1], additional_headers=bearer, open_timeout=None) as line:
    line.recv()
    print("there", flush=True)
    try:
        while True:
            line.recv()
    except ConnectionClosed:
        print("closed", flush=True)
"""


@pytest.fixture(scope="module")
def clocks(tmp_path_factory: pytest.TempPathFactory) -> Clocks:
    return Clocks(tmp_path_factory.mktemp("clocks"))


@pytest.fixture(scope="module")
def server(clocks: Clocks, start_shared_server: Starter) -> ServerProcess:
    return start_shared_server(
        "sqlite", **clocks.environment, LIMITS=f"core.realtime.health:IDLE_DEAD_TIMEOUT_SECONDS={DEAD}"
    )


def test_a_client_that_sleeps_is_not_connected_and_its_line_is_closed(
    server: ServerProcess, clocks: Clocks
) -> None:
    alice, bob = Visitor(server), Visitor(server)
    table_id = alice.call("POST", "tables", json={"options": {}, "seats": 3}).json()["id"]
    bob.call("POST", f"tables/{table_id}/join", json={})
    url = f"{server.ws_url}/ws/tables/{table_id}"
    command = [sys.executable, "-c", SLEEPER, url, bob.token]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as sleeper:
        try:
            assert sleeper.stdout is not None
            assert sleeper.stdout.readline() == "there\n"
            with alice.at_table(table_id):
                alice.hear()
                assert alice.sight["players"][1]["connected"] is True
                os.kill(sleeper.pid, signal.SIGSTOP)
                clocks.put_forward(SILENT)
                alice.hear_presence(1, connected=False)
                alice.say({"type": "sync", "after": 0})
                while alice.hear()["type"] != "update":
                    pass
                assert alice.sight["players"][1]["connected"] is False
                os.kill(sleeper.pid, signal.SIGCONT)
                alice.hear_presence(1, connected=True)
            os.kill(sleeper.pid, signal.SIGSTOP)
            clocks.put_forward(DEAD)
            os.kill(sleeper.pid, signal.SIGCONT)
            assert sleeper.stdout.readline() == "closed\n"
        finally:
            sleeper.kill()


def test_a_line_that_answers_pings_is_kept_however_silent_its_client_is(
    server: ServerProcess, clocks: Clocks, caplog: pytest.LogCaptureFixture
) -> None:
    logger = logging.getLogger("tests.pings")
    caplog.set_level(logging.DEBUG, logger.name)

    def pongs() -> int:
        return sum(record.getMessage().startswith("> PONG") for record in caplog.records)

    def answer_a_ping() -> None:
        before = pongs()
        clocks.put_forward(0.4 * DEAD)
        wait_until(lambda: pongs() > before)

    url = f"{server.ws_url}/ws/lobby"
    with connect(url, open_timeout=WAIT_TIMEOUT, ping_interval=None, logger=logger) as line:
        line.recv(timeout=WAIT_TIMEOUT)
        # In all longer than a dead line would be kept.
        for _ in range(3):
            answer_a_ping()
        line.send(json.dumps({"type": "ping"}))
        while json.loads(line.recv(timeout=WAIT_TIMEOUT))["type"] != "pong":
            pass
