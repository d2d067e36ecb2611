"""Redis is killed under play: the players of two servers miss nothing, and it may come back."""

from collections.abc import Callable, Iterator

import pytest

from tests.support.faults.checks import audit
from tests.support.faults.hooks import HOOK
from tests.support.faults.instances import Redis, own_redis
from tests.support.faults.scheduler_processes import scheduler_processes
from tests.support.faults.two_servers import OPTIONS, at_two_servers, move
from tests.support.games.connections.visitors import Visitor
from tests.support.network import plain_http
from tests.support.servers import ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
CAROL = 2
LOOKS = (
    "games.live.hub:POLL_INTERVAL_SECONDS=0.3 games.live.seat_presence:ANNOUNCE_INTERVAL_SECONDS=0.5 "
    "games.presence:PROCESS_TIMEOUT_SECONDS=3"
)
"""What Redis does not tell is looked for often; and whoever it tells nothing of is soon taken for gone."""
SOON_GONE = (
    f"{LOOKS} games.services.attendance.grace:GRACE_SECONDS=2 "
    "games.services.attendance.absence:MIN_SILENT_SECONDS=1 "
    "games.services.attendance.absence:SEATS_INTERVAL_SECONDS=0.5"
)
"""Whoever is not heard of for a few seconds is played for."""


@pytest.fixture(scope="module")
def running_broker() -> Iterator[Redis]:
    with own_redis() as running:
        yield running


@pytest.fixture
def broker(running_broker: Redis) -> Iterator[Redis]:
    """A broker of this module's own, which is there again after each test."""
    yield running_broker
    running_broker.revive()


@pytest.fixture(scope="module")
def pair(running_broker: Redis, start_shared_server: Starter) -> list[ServerProcess]:
    """Two servers that share a database and this broker."""
    here = start_shared_server("postgres", REDIS_URL=running_broker.url, PYTHONPATH=HOOK, LIMITS=LOOKS)
    return [here, start_shared_server(beside=here)]


def test_a_game_at_two_servers_goes_on_without_redis_and_with_it_again(
    pair: list[ServerProcess], broker: Redis
) -> None:
    table_id, people = at_two_servers(*pair)
    alice, bob, carol = people
    with alice.at_table(table_id), bob.at_table(table_id), carol.at_table(table_id):
        for each in people:
            each.hear()
            each.until(3)
        top = max(each.number for each in people)
        for each in people:
            each.until(top)
        move(people)
        broker.kill()
        for _ in range(3):
            move(people)
        broker.start()
        while people[0].sight.get("result") is None:
            move(people)
        assert [each.sight["result"] for each in people] == [alice.sight["result"]] * 3
        # Nothing was missed: each entry came to each of them, in order, through the one socket.
        for each in people:
            seen = [event["number"] for told in each.told for event in told.get("events", ())]
            assert seen == sorted(set(seen))
            assert seen[-1] == each.number
    for server in pair:
        assert server.process.poll() is None
    assert audit(alice.server, table_id) == "1 tables checked, 0 with faults.\n"


@pytest.mark.parametrize(
    ("goes", "returns"), [(Redis.kill, Redis.start), (Redis.suspend, Redis.go_on)], ids=["killed", "halted"]
)
def test_servers_hear_of_each_other_again_when_redis_is_back(
    pair: list[ServerProcess],
    broker: Redis,
    goes: Callable[[Redis], None],
    returns: Callable[[Redis], None],
) -> None:
    """Who is there at the other server is told by Redis alone: no look at the database would find it."""
    table_id, (alice, bob, carol) = at_two_servers(*pair)
    with alice.at_table(table_id), bob.at_table(table_id):
        with carol.at_table(table_id):
            for each in (alice, bob, carol):
                each.hear()
                each.until(3)
            move([alice, bob, carol])
            goes(broker)
            move([alice, bob, carol])
            move([alice, bob, carol])
        bob.hear_presence(CAROL, connected=False)
        returns(broker)
        with carol.at_table(table_id):
            bob.hear_presence(CAROL, connected=True)


def test_servers_start_and_open_tables_while_redis_is_away_and_say_so(
    start_server: Starter, broker: Redis
) -> None:
    server = start_server("postgres", REDIS_URL=broker.url)
    broker.kill()
    alice = Visitor(server)
    given = {"options": OPTIONS, "seats": 3, "bots": 2}
    assert alice.call("POST", "tables", json=given).status_code == 201
    ready = plain_http.get(f"{server.url}/readyz")
    assert (ready.status_code, ready.json()["missing"]) == (503, ["broker"])
    broker.start()
    wait_until(
        lambda: plain_http.get(f"{server.url}/readyz").status_code == 200,
        lambda: "Redis is back, and the server does not see it",
    )
    assert server.terminate() == 0


def test_who_is_there_keeps_the_seat_although_no_scheduler_hears_of_it(
    start_server: Starter, broker: Redis
) -> None:
    """Without Redis the schedulers take everybody at other processes for gone; these know better, at once."""
    server = start_server("postgres", "--no-tables", REDIS_URL=broker.url, PYTHONPATH=HOOK, LIMITS=SOON_GONE)
    people = [Visitor(server), Visitor(server)]
    given = {"options": OPTIONS, "seats": 3, "bots": 1}
    table_id = people[0].call("POST", "tables", json=given).json()["id"]
    people[1].call("POST", f"tables/{table_id}/join", json={})
    with scheduler_processes(server, 1), people[0].at_table(table_id), people[1].at_table(table_id):
        for each in people:
            each.hear()
        broker.kill()
        for each in people:
            for away in (True, False):
                while each.sight["players"][each.sight["viewer"]]["away"] is not away:
                    each.hear()
    assert audit(server) == "1 tables checked, 0 with faults.\n"
