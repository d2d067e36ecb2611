"""The application behind several ASGI servers: games, refusals, revoked tokens, clients that do not read."""

import json
import time
import uuid
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.environments import environment
from tests.support.faults.hooks import HOOK
from tests.support.faults.players import Player
from tests.support.faults.slow_readers import (
    GIVEN_UP,
    SMALL_BUFFER_BYTES,
    read_to_end,
    slow_reader,
)
from tests.support.site.other_servers import OtherServer, other_server
from tests.support.waiting import WAIT_TIMEOUT

LIMITS = (
    f"core.asgi.websocket:SEND_BUFFER_BYTES={SMALL_BUFFER_BYTES} "
    "core.realtime.health:BACKPRESSURE_TIMEOUT_SECONDS=2 "
    # A busy machine may let the client wait for long before it sends or reads anything.
    "core.realtime.health:DEAD_TIMEOUT_SECONDS=120 core.realtime.health:IDLE_DEAD_TIMEOUT_SECONDS=120 "
    "core.asgi.websocket:MAX_CLOSE_SECONDS=300"
)
SYNCS = 200
"""Answers that a client asks for at once without reading any."""
SYNCS_INTERVAL = 0.2
"""Seconds in which the server can answer some of them."""
SERVERS = [
    pytest.param("serve"),
    pytest.param("daphne"),
    pytest.param("runserver", marks=pytest.mark.long),
    pytest.param("uvicorn"),
]


@pytest.fixture(params=SERVERS, scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OtherServer]:
    with environment("sqlite", tmp_path_factory.mktemp("server")) as variables:
        given = {**variables, "PYTHONPATH": HOOK, "LIMITS": LIMITS}
        with other_server(request.param, given) as running:
            yield running
        assert "Traceback" not in running.log()


def play_one_by_http(alice: Player) -> None:
    """Do what is next over HTTP; the socket tells of it like of any other action."""
    action = alice.on_turn()
    answer = alice.call("POST", f"tables/{alice.table}/actions", json={"id": str(uuid.uuid4()), **action})
    assert answer.status_code == 200, answer.text
    alice.until(answer.json()["number"])


def test_a_game_against_bots_is_played_to_its_end(server: OtherServer):
    alice = Player(server, cards=(2, 1))
    with alice.at_table(alice.table):
        alice.hear()
        assert alice.sight["players"][0]["connected"] is True
        play_one_by_http(alice)
        alice.play_out()
        assert alice.sight["status"] == "finished"
    assert alice.call("GET", f"tables/{alice.table}").json()["status"] == "finished"
    record = alice.call("GET", f"tables/{alice.table}/record").json()
    assert len(record["rounds"]) == 2


def test_the_lobby_is_shown(server: OtherServer):
    with connect(f"{server.ws_url}/ws/lobby", open_timeout=WAIT_TIMEOUT) as lobby:
        assert '"tables"' in lobby.recv(timeout=WAIT_TIMEOUT)


def test_a_socket_that_is_refused_is_told_why_and_closed_with_its_code(server: OtherServer):
    with connect(f"{server.ws_url}/ws/tables/nowhere", open_timeout=WAIT_TIMEOUT) as nowhere:
        assert '"not_found"' in nowhere.recv(timeout=WAIT_TIMEOUT)
        with pytest.raises(ConnectionClosed):
            nowhere.recv(timeout=WAIT_TIMEOUT)
        assert nowhere.close_code == 4004


def test_a_token_that_is_revoked_in_the_middle_of_a_game_ends_its_socket_and_no_other(server: OtherServer):
    alice = Player(server, cards=(2, 1))
    with (
        connect(f"{server.ws_url}/ws/tables/{alice.table}", open_timeout=WAIT_TIMEOUT) as spectator,
        alice.at_table(alice.table),
    ):
        alice.hear()
        alice.send("first", alice.on_turn())
        assert alice.call("POST", "auth/logout").status_code == 204
        frames, code = read_to_end(alice.socket)
        assert (frames[-1], code) == ({"type": "bye", "code": 4001, "retry_after": None}, 4001)
        spectator.send('{"type": "ping"}')
        while json.loads(spectator.recv(timeout=WAIT_TIMEOUT))["type"] != "pong":
            pass
    with alice.at_table(alice.table):
        assert read_to_end(alice.socket) == (frames[-1:], 4001)


def test_a_client_that_does_not_read_holds_up_nobody(server: OtherServer):
    alice = Player(server, cards=(2, 1))
    with slow_reader(server, alice.table) as slow, alice.at_table(alice.table):
        ask_without_reading(slow)
        alice.hear()
        alice.play_out()
        assert alice.sight["status"] == "finished"
        slow.socket.close()


def test_a_client_that_does_not_read_is_closed(server: OtherServer):
    if server.name in ("daphne", "runserver"):
        # Daphne's own `send` never waits, so no application learns that a client is slow.
        return
    alice = Player(server, cards=(2, 1))
    given_up = server.log().count(GIVEN_UP)
    with slow_reader(server, alice.table) as slow:
        # The kernel may keep some MiB.
        while server.log().count(GIVEN_UP) == given_up:
            ask_without_reading(slow)
            time.sleep(SYNCS_INTERVAL)
        _, code = read_to_end(slow)
    assert code == 4008


def ask_without_reading(slow: ClientConnection) -> None:
    """Ask for many answers."""
    for _ in range(SYNCS):
        slow.send('{"type": "sync", "after": 0}')
