"""The configurations of docs/deploy with three servers: all of a table goes to one, while it is there."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import psycopg
import pytest

from games.shards import shard_of
from tests.support.games.choices import first_legal
from tests.support.games.connections.visitors import Visitor
from tests.support.network import plain_http
from tests.support.servers import ServerProcess
from tests.support.site.certificates import HOST
from tests.support.site.reverse_proxies import HAProxy, Nginx, ReverseProxy
from tests.support.starting import Starter
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.long, pytest.mark.postgres, pytest.mark.redis]
NOBODYS_TABLES = [f"{number:0>10}".translate(str.maketrans("01", "xy")) for number in range(60)]
"""Ids of tables that don't exist: they are routed all the same."""
OPTIONS = {"preset": "custom", "rounds": [{"cards": 6}], "pause": 0}
BY_TLS = {"X-Forwarded-Proto": "https"}
"""What a proxy adds."""


@pytest.fixture(scope="module")
def servers(start_shared_server: Starter) -> list[ServerProcess]:
    first = start_shared_server(
        "postgres", HTTPS="on", TRUSTED_PROXIES="1", ALLOWED_HOSTS=f"{HOST},127.0.0.1"
    )
    return [first, start_shared_server(beside=first), start_shared_server(beside=first)]


@pytest.fixture(scope="module", params=[Nginx, HAProxy])
def proxy(
    request: pytest.FixtureRequest, servers: list[ServerProcess], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ReverseProxy]:
    running: ReverseProxy = request.param(tmp_path_factory.mktemp("proxy"), [each.port for each in servers])
    yield running
    running.stop()


@pytest.fixture
def alice(proxy: ReverseProxy) -> Visitor:
    return Visitor(proxy, trust=proxy.trust)


def open_table(person: Visitor) -> str:
    """Begin a game with two bots; returns the table's id."""
    given = {"options": OPTIONS, "seats": 3, "bots": 2}
    table_id: str = person.call("POST", "tables", json=given).raise_for_status().json()["id"]
    return table_id


def act_once(person: Visitor) -> None:
    """Make a move through the socket, once it is the person's turn."""
    while 0 not in person.sight["turn"]:
        person.hear()
    action_id = f"{person.name} {person.number}"
    person.act(action_id, first_legal(person.sight))
    assert person.answer_to(action_id)["type"] == "ack"


def find_server(proxy: ReverseProxy, servers: list[ServerProcess], table_id: str) -> ServerProcess:
    """The server that answers a request about a table now, whether the table exists or not."""
    port = proxy.find_port(table_id)
    [server] = [each for each in servers if each.port == port]
    return server


def test_all_of_a_table_goes_to_one_server(proxy: ReverseProxy, alice: Visitor) -> None:
    table_ids = [open_table(alice) for _ in range(4)]
    for table_id in table_ids:
        for _ in range(2):
            with alice.at_table(table_id):
                alice.number = -1
                alice.hear()
        alice.call("GET", f"tables/{table_id}").raise_for_status()
        alice.call("GET", f"tables/{table_id}/events").raise_for_status()
        plain_http.get(f"{proxy.url}/tables/{table_id}/?invite=secret")
    # Each of these requests is in the log once it is over.
    wait_until(lambda: all(len(proxy.ports_of(each)) == 5 for each in table_ids), proxy.log)
    assert {len(set(proxy.ports_of(each))) for each in table_ids} == {1}, proxy.log()
    assert "secret" not in proxy.log()


def test_tables_and_everything_else_spread(
    proxy: ReverseProxy, servers: list[ServerProcess], alice: Visitor
) -> None:
    homes = {each: find_server(proxy, servers, each).port for each in NOBODYS_TABLES}
    assert set(homes.values()) == {each.port for each in servers}
    for _ in range(60):
        alice.call("GET", "tables").raise_for_status()
    lobby = [line for line in proxy.log().splitlines() if '/api/v1/tables"' in line]
    assert len({line.rpartition("server=")[2] for line in lobby}) == 3
    shards = {table_id: shard for table_id, shard, _ in proxy.routes() if shard is not None}
    assert shards == {each: shard_of(each) for each in shards}
    assert bool(shards) is isinstance(proxy, HAProxy)


def test_tables_of_a_dead_server_move_and_people_are_back(
    proxy: ReverseProxy, servers: list[ServerProcess], alice: Visitor
) -> None:
    table_id = open_table(alice)
    home = find_server(proxy, servers, table_id)
    homes = {each: find_server(proxy, servers, each).port for each in NOBODYS_TABLES}
    with alice.at_table(table_id):
        alice.hear()
        act_once(alice)
        home.kill()
    # At once: the proxy asks another server when this one refuses the connection.
    with alice.at_table(table_id, f"?after={alice.number}"):
        alice.hear()
        act_once(alice)
    assert find_server(proxy, servers, table_id) is not home
    moved = {each: find_server(proxy, servers, each).port for each in NOBODYS_TABLES}
    changed = {each for each in NOBODYS_TABLES if moved[each] != homes[each]}
    assert changed == {each for each in NOBODYS_TABLES if homes[each] == home.port}, proxy.log()
    home.start()
    wait_until(lambda: find_server(proxy, servers, table_id) is home, proxy.log)
    back = {each: find_server(proxy, servers, each).port for each in NOBODYS_TABLES}
    assert back == homes, proxy.log()


def test_a_wrong_route_is_never_wrong(
    proxy: ReverseProxy, servers: list[ServerProcess], alice: Visitor
) -> None:
    """Each request goes to the next server, around the proxy; the socket at the right one sees every move."""
    table_id = open_table(alice)
    home = find_server(proxy, servers, table_id)
    others = [each for each in servers if each is not home]
    headers = {**alice.headers, **BY_TLS}
    with alice.at_table(table_id):
        alice.hear()
        moves = 0
        while alice.sight["result"] is None:
            if 0 not in alice.sight["turn"]:
                alice.hear()
                continue
            action = {"id": f"move {alice.number}", **first_legal(alice.sight)}
            url = f"{others[moves % 2].url}/api/v1/tables/{table_id}/actions"
            accepted = plain_http.post(url, json=action, headers=headers).raise_for_status().json()
            alice.until(accepted["number"])
            moves += 1
    # At least the bid: a bot may claim the rest of the round.
    assert moves >= 1
    events = [_read_events(each, table_id, headers) for each in servers]
    assert all(one == other for one, other in pairwise(events))


# nginx does not ask whether a server is ready.
@pytest.mark.parametrize("proxy", [HAProxy], indirect=True)
def test_servers_answer_themselves_if_none_is_ready(
    proxy: ReverseProxy, servers: list[ServerProcess]
) -> None:
    """The proxy has no words of its own for an outage: the API has."""
    with psycopg.connect(servers[0].environment["DATABASE_URL"]) as connection:
        connection.execute("LOCK TABLE wizard_site_storagecheck IN ACCESS EXCLUSIVE MODE")
        wait_until(lambda: _answers_at(proxy, "up"), proxy.log)
    wait_until(lambda: _answers_at(proxy, "ready"), proxy.log)
    # The next test may count on each server having its own tables.
    wait_until(lambda: len(_ready_servers(proxy)) == len(servers), proxy.log)


def _ready_servers(proxy: ReverseProxy) -> set[str]:
    """The servers whose newest check, by the log of a proxy that has seen each of them fail, was passed."""
    newest = dict(re.findall(r"Server ready/(\w+) is (UP|DOWN)", proxy.log()))
    return {name for name, state in newest.items() if state == "UP"}


def _answers_at(proxy: ReverseProxy, backend: str) -> bool:
    """Whether the proxy has sent one more request to this backend; every request has to be answered."""
    before = proxy.log().count("/healthz")
    plain_http.get(f"{proxy.url}/healthz").raise_for_status()
    wait_until(lambda: proxy.log().count("/healthz") > before, proxy.log)
    [last] = [line for line in proxy.log().splitlines() if "/healthz" in line][-1:]
    return f"server={backend}/" in last


def _read_events(server: ServerProcess, table_id: str, headers: dict[str, str]) -> Any:
    answer = plain_http.get(f"{server.url}/api/v1/tables/{table_id}/events", headers=headers)
    return answer.raise_for_status().json()
