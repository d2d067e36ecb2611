"""Redis is killed under play: the players of two servers miss nothing, and it may come back."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.faults.instances import Redis, own_redis
from tests.faults.loops import loops
from tests.faults.test_clock_jumps import HOOK
from tests.faults.test_power_cut import checklogs
from tests.games.visitors import Visitor
from tests.servers import ServerProcess

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
CAROL = 2
OPTIONS = {"preset": "custom", "rounds": [{"cards": 2}, {"cards": 1}], "pause": 0}

SOON_GONE = (
    "games.services.leavers:GRACES=2 games.services.leavers:AT_LEAST_SILENT=1 games.presence:FORGOTTEN=3"
)
"""Whoever is not heard of for a few seconds is played for."""


@pytest.fixture
def broker() -> Iterator[Redis]:
    with own_redis() as running:
        yield running


def first_legal(sight: dict[str, Any]) -> dict[str, Any]:
    """The first thing that the viewer may do."""
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": legal["suits"][0]}
    if legal["bids"]:
        return {"type": "bid", "bid": legal["bids"][0]}
    return {"type": "play", "card": legal["cards"][0]}


def move(people: list[Visitor]) -> None:
    """Whoever is on turn acts at the own server; the others see it at theirs."""
    turn = people[0].sight["turn"][0]
    actor = people[turn]
    action_id = f"{turn}-{actor.number}"
    actor.act(action_id, first_legal(actor.sight))
    answer = actor.answer_to(action_id)
    assert answer["type"] == "ack", answer
    for each in people:
        each.until(answer["number"])


def at_two_servers(here: ServerProcess, there: ServerProcess) -> list[Visitor]:
    """Three people, the second of them at a server of her own, at one running table."""
    people = [Visitor(here), Visitor(there), Visitor(here)]
    given = {"options": OPTIONS, "seats": 3}
    table_id: str = people[0].call("POST", "tables", json=given).json()["id"]
    for each in people[1:]:
        assert each.call("POST", f"tables/{table_id}/join", json={}).status_code == 200
    for each in people:
        each.table_id = table_id  # type: ignore[attr-defined]
    return people


def test_a_game_at_two_servers_goes_on_without_redis_and_with_it_again(
    start_server: Callable[..., ServerProcess], broker: Redis
) -> None:
    here = start_server("postgres", REDIS_URL=broker.url)
    people = at_two_servers(here, start_server(beside=here))
    table_id: str = people[0].table_id  # type: ignore[attr-defined]
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
    for server in {alice.server, bob.server}:
        assert server.process.poll() is None
    assert checklogs(alice.server) == "1 tables checked, 0 with faults.\n"


@pytest.mark.parametrize(
    ("goes", "returns"), [(Redis.kill, Redis.start), (Redis.halt, Redis.go_on)], ids=["killed", "halted"]
)
def test_servers_hear_of_each_other_again_when_redis_is_back(
    start_server: Callable[..., ServerProcess],
    broker: Redis,
    goes: Callable[[Redis], None],
    returns: Callable[[Redis], None],
) -> None:
    """Who is there at the other server is told by Redis alone: no look at the database would find it."""
    here = start_server("postgres", REDIS_URL=broker.url)
    alice, bob, carol = at_two_servers(here, start_server(beside=here))
    table_id: str = alice.table_id  # type: ignore[attr-defined]
    with alice.at_table(table_id), bob.at_table(table_id):
        with carol.at_table(table_id):
            for each in (alice, bob, carol):
                each.hear()
                each.until(3)
            move([alice, bob, carol])
            goes(broker)
            move([alice, bob, carol])
            move([alice, bob, carol])
        told(bob, CAROL, False)
        returns(broker)
        with carol.at_table(table_id):
            told(bob, CAROL, True)


def told(visitor: Visitor, seat: int, connected: bool) -> None:
    """Wait for the word that somebody came or went."""
    while True:
        frame = visitor.hear()
        if (frame["type"], frame.get("seat"), frame.get("connected")) == ("presence", seat, connected):
            return


def test_servers_start_and_open_tables_while_redis_is_away_and_say_so(
    start_server: Callable[..., ServerProcess], broker: Redis
) -> None:
    server = start_server("postgres", REDIS_URL=broker.url)
    broker.kill()
    alice = Visitor(server)
    given = {"options": OPTIONS, "seats": 3, "bots": 2}
    assert alice.call("POST", "tables", json=given).status_code == 201
    ready = alice._http.get(f"{server.url}/readyz")
    assert (ready.status_code, ready.json()["missing"]) == (503, ["broker"])
    broker.start()
    ends = time.monotonic() + 10
    while alice._http.get(f"{server.url}/readyz").status_code != 200:
        assert time.monotonic() < ends, "Redis is back, and the server does not see it"
        time.sleep(0.1)
    assert server.terminate() == 0


def test_who_is_there_keeps_the_seat_although_no_loop_hears_of_it(
    start_server: Callable[..., ServerProcess], broker: Redis
) -> None:
    """Without Redis the loops take everybody at other processes for gone; these know better, at once."""
    server = start_server("postgres", "--no-tables", REDIS_URL=broker.url, PYTHONPATH=HOOK, LIMITS=SOON_GONE)
    people = [Visitor(server), Visitor(server)]
    given = {"options": OPTIONS, "seats": 3, "bots": 1}
    table_id = people[0].call("POST", "tables", json=given).json()["id"]
    people[1].call("POST", f"tables/{table_id}/join", json={})
    with loops(server, 1), people[0].at_table(table_id), people[1].at_table(table_id):
        for each in people:
            each.hear()
        broker.kill()
        for each in people:
            for away in (True, False):
                while each.sight["players"][each.sight["viewer"]]["away"] is not away:
                    each.hear()
    assert checklogs(server) == "1 tables checked, 0 with faults.\n"
