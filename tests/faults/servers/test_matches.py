"""Quick matches at two servers, or at one that is killed: nobody is at two tables, and nobody is lost."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from websockets.sync.client import connect

from tests.support.faults.checks import rows
from tests.support.faults.hooks import HOOK
from tests.support.games.connections.visitors import Visitor
from tests.support.servers import POSTGRES_IS_LONG, ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT

PATIENT = "games.services.matching.tables:PRESENT_SECONDS=600"
"""These people have no page open that would give signs of life."""
SEATED = """
    SELECT username, table_id FROM games_seat JOIN accounts_user ON accounts_user.id = user_id
"""


def seek(visitor: Visitor) -> None:
    """Look for a table of three people."""
    answer = visitor.call("POST", "match", json={"size": 3, "fill_with_bots": False})
    assert answer.status_code == 200


def table_in_lobby(visitor: Visitor, server: ServerProcess) -> str:
    """The table that the lobby's socket tells a visitor to go to."""
    url = f"{server.ws_url}/ws/lobby"
    with connect(url, additional_headers=visitor.headers, open_timeout=WAIT_TIMEOUT) as socket:
        while True:
            frame = json.loads(socket.recv(timeout=WAIT_TIMEOUT))
            if frame["type"] == "match" and frame["match"] and frame["match"]["table"]:
                return str(frame["match"]["table"])


def told_tables(people: list[Visitor], servers: list[ServerProcess]) -> dict[str, str]:
    """Where each of these people is told to go, each at their own server."""
    with ThreadPoolExecutor(len(people)) as pool:
        found = pool.map(table_in_lobby, people, servers)
        return {person.name: table for person, table in zip(people, found, strict=True)}


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.parametrize("count", [6, pytest.param(60, marks=pytest.mark.long)])
def test_people_at_two_servers_meet_and_nobody_is_at_two_tables(start_server: Starter, count: int) -> None:
    # A slow machine seats people slowly, and meanwhile each of them holds a connection of their server.
    here = start_server("postgres", DATABASE_POOL=str(count // 2 + 10))
    there = start_server(beside=here)
    servers = [here, there] * (count // 2)
    people = [Visitor(server) for server in servers]
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(seek, people))
    told = told_tables(people, servers)
    seated = rows(here, SEATED)
    assert sorted(seated) == sorted(told.items())
    assert set(Counter(told.values()).values()) == {3}
    assert "Traceback" not in here.log() + there.log()


@pytest.mark.parametrize("point", ["before_match_commit", "before_match_news"])
@pytest.mark.parametrize("backend", POSTGRES_IS_LONG)
def test_a_server_that_dies_while_it_seats_people_loses_nobody(
    start_server: Starter, backend: str, point: str
) -> None:
    server = start_server(backend, PYTHONPATH=HOOK, LIMITS=PATIENT, DIE_AT=f"{point}:1")
    people = [Visitor(server) for _ in range(3)]
    for person in people[:2]:
        seek(person)
    with pytest.raises(httpx.TransportError):
        seek(people[2])
    assert server.process.wait() == -9
    # Waits for the end of its output, too.
    server.kill()
    del server.environment["DIE_AT"]
    server.start()
    told = told_tables(people, [server] * 3)
    assert len(set(told.values())) == 1
    assert sorted(rows(server, SEATED)) == sorted(told.items())
