"""Clients that give no sign of life, at the real server."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from websockets.sync.client import connect

from tests.games.visitors import PATIENCE, Visitor
from tests.servers import ServerProcess

SLEEPER = """
import sys, time
from websockets.sync.client import connect
with connect(sys.argv[1], additional_headers={"Authorization": "Bearer " + sys.argv[2]}) as line:
    line.recv()
    print("there", flush=True)
    while True:
        line.recv()
"""


def heard_of(visitor: Visitor, seat: int, *, connected: bool) -> None:
    """Wait for the word that somebody came or went."""
    wanted = {"type": "presence", "seat": seat, "connected": connected}
    while not wanted.items() <= visitor.hear().items():
        pass


def test_a_client_that_sleeps_is_not_connected_and_its_line_is_closed(server: ServerProcess) -> None:
    alice, bob = Visitor(server), Visitor(server)
    table_id = alice.call("POST", "tables", json={"options": {}, "seats": 3}).json()["id"]
    bob.call("POST", f"tables/{table_id}/join", json={})
    url = f"{server.ws_url}/ws/tables/{table_id}"
    sleeper = subprocess.Popen(
        [sys.executable, "-c", SLEEPER, url, bob.token], stdout=subprocess.PIPE, text=True
    )
    try:
        assert sleeper.stdout is not None
        assert sleeper.stdout.readline() == "there\n"
        with alice.at_table(table_id):
            alice.hear()
            assert alice.sight["players"][1]["connected"] is True
            os.kill(sleeper.pid, signal.SIGSTOP)
            heard_of(alice, 1, connected=False)
            alice.say({"type": "sync", "after": 0})
            while alice.hear()["type"] != "update":
                pass
            assert alice.sight["players"][1]["connected"] is False
            os.kill(sleeper.pid, signal.SIGCONT)
            heard_of(alice, 1, connected=True)
    finally:
        sleeper.kill()
        sleeper.wait()


@pytest.mark.parametrize("socket_path", ["/ws/lobby"])
def test_a_line_that_answers_pings_is_kept_however_silent_its_client_is(server, socket_path) -> None:
    with connect(f"{server.ws_url}{socket_path}", open_timeout=PATIENCE) as line:
        line.recv(timeout=PATIENCE)
        # Longer than a dead line would be kept.
        time.sleep(10)
        line.send(json.dumps({"type": "ping"}))
        while json.loads(line.recv(timeout=PATIENCE))["type"] != "pong":
            pass
