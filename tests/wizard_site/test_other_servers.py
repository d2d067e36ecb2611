"""The application behind other ASGI servers: people play there, and bots move."""

from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.support.environments import environment
from tests.support.faults.players import Player
from tests.support.site.other_servers import OtherServer, other_server
from tests.support.waiting import WAIT_TIMEOUT

SERVERS = [
    pytest.param("daphne"),
    pytest.param("runserver", marks=pytest.mark.long),
    pytest.param("uvicorn", marks=pytest.mark.long),
]


@pytest.fixture(params=SERVERS)
def server(request, tmp_path: Path):
    with environment("sqlite", tmp_path) as variables, other_server(request.param, variables) as running:
        yield running


def test_a_game_against_bots_is_played_to_its_end(server: OtherServer):
    alice = Player(server, cards=(2, 1))
    with alice.at_table(alice.table):
        alice.hear()
        assert alice.sight["players"][0]["connected"] is True
        alice.play_out()
        assert alice.sight["status"] == "finished"
    with connect(f"{server.ws_url}/ws/lobby", open_timeout=WAIT_TIMEOUT) as lobby:
        assert '"tables"' in lobby.recv(timeout=WAIT_TIMEOUT)
    with connect(f"{server.ws_url}/ws/tables/nowhere", open_timeout=WAIT_TIMEOUT) as nowhere:
        assert '"not_found"' in nowhere.recv(timeout=WAIT_TIMEOUT)
        with pytest.raises(ConnectionClosed):
            nowhere.recv(timeout=WAIT_TIMEOUT)
        assert nowhere.close_code == 4004
    server.terminate()
    assert "Traceback" not in server.log()
