"""Schedulers that share the tables: a dead one's shards are taken over, and given back when it returns."""

import pytest

from games.shards import parse_shards, shard_of
from tests.support.faults.checks import rows
from tests.support.faults.hooks import HOOK
from tests.support.faults.scheduler_processes import sharded_schedulers, wait_until_served
from tests.support.games.choices import first_legal
from tests.support.games.connections.visitors import Visitor
from tests.support.servers import POSTGRES_IS_LONG, ServerProcess
from tests.support.starting import Starter

OPTIONS = {"preset": "custom", "rounds": [{"cards": 3}], "pause": 0, "clock": 60}
PATIENT = "core.scheduling.heartbeat:HEARTBEAT_TIMEOUT=1 games.services.uncharged_time:STALL_SECONDS=300"
"""A day, and seconds: a busy machine is no outage. Death on the same machine is noticed at once."""
LOW, HIGH = "0-511", "512-1023"


def open_in(person: Visitor, shards: str) -> str:
    """A game with two bots at a table of these shards."""
    while True:
        given = {"options": OPTIONS, "seats": 3, "bots": 2}
        table_id: str = person.call("POST", "tables", json=given).json()["id"]
        if shard_of(table_id) in parse_shards(shards):
            return table_id


def wait_for_turn(person: Visitor) -> None:
    """Wait until the bots have moved and the person is on turn."""
    person.hear()
    while 0 not in person.sight["turn"]:
        person.hear()


def play_to_the_end(person: Visitor) -> None:
    """Play until the game is over, whoever is faster: the person or their clock."""
    while person.sight["result"] is None:
        if 0 in person.sight["turn"]:
            action_id = f"move {person.number}"
            person.act(action_id, first_legal(person.sight))
            if person.answer_to(action_id)["type"] == "ack":
                while person.sight["result"] is None and f"move {person.number}" == action_id:
                    person.hear()
                continue
        person.hear()


def times_renewed(server: ServerProcess, table_id: str) -> int:
    """How often a clock has begun anew at a table."""
    question = "SELECT COUNT(*) FROM games_logentry WHERE type = 'clock_renewed' AND table_id = '{}'"
    return int(rows(server, question.format(table_id))[0][0])


@pytest.mark.parametrize("backend", POSTGRES_IS_LONG)
def test_shards_of_a_dead_scheduler_are_taken_over_and_given_back(
    start_server: Starter, backend: str
) -> None:
    server = start_server(backend, "--no-tables", PYTHONPATH=HOOK, LIMITS=PATIENT)
    alice, bob = Visitor(server), Visitor(server)
    with sharded_schedulers(server, LOW, HIGH) as (_, second):
        wait_until_served(server, (LOW, LOW), (HIGH, HIGH))
        low, high = open_in(alice, LOW), open_in(bob, HIGH)
        with alice.at_table(low), bob.at_table(high):
            wait_for_turn(alice)
            wait_for_turn(bob)
            second.kill()
            wait_until_served(server, (LOW, "0-1023"))
            # Nobody served these tables for a while: Bob has all his time again, and Alice goes on thinking.
            assert (times_renewed(server, low), times_renewed(server, high)) == (0, 1)
            play_to_the_end(bob)
        with sharded_schedulers(server, HIGH):
            wait_until_served(server, (LOW, LOW), (HIGH, HIGH))
            # There was always somebody, so nobody's time begins anew.
            assert (times_renewed(server, low), times_renewed(server, high)) == (0, 1)
            carol = Visitor(server)
            with carol.at_table(open_in(carol, HIGH)):
                wait_for_turn(carol)
                play_to_the_end(carol)
