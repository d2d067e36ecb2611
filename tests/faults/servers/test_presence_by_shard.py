"""Several servers and a scheduler: who is connected is right in each process, also where nobody follows."""

import json

import pytest
import redis

from tests.support.faults.checks import audit, rows
from tests.support.faults.hooks import HOOK
from tests.support.faults.scheduler_processes import scheduler_processes
from tests.support.faults.two_servers import at_two_servers
from tests.support.games.connections.visitors import Visitor
from tests.support.servers import ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
BOB = 1
SOON_GONE = (
    "games.services.attendance.grace:GRACE_SECONDS=1 "
    "games.services.attendance.absence:MIN_SILENT_SECONDS=1 "
    "games.services.attendance.absence:SEATS_INTERVAL_SECONDS=0.2"
)
"""Whoever the scheduler does not know to be connected is soon played for."""


@pytest.fixture
def servers(start_server: Starter) -> list[ServerProcess]:
    """Three servers without schedulers."""
    first = start_server("postgres", "--no-tables", PYTHONPATH=HOOK, LIMITS=SOON_GONE)
    return [first, *(start_server("--no-tables", beside=first) for _ in range(2))]


def connected(server: ServerProcess, visitor: Visitor, table_id: str) -> list[bool]:
    """Who is connected, as a server answers over HTTP whether it has sockets at the table or not."""
    asking = Visitor(server, guest=False)
    asking.token = visitor.token
    players = asking.call("GET", f"tables/{table_id}").json()["sight"]["players"]
    return [player["connected"] for player in players]


def seats_away(server: ServerProcess) -> list[int]:
    """The seats that a stand-in has taken over, in order."""
    events = rows(server, "SELECT data FROM games_logentry WHERE type = 'player_away' ORDER BY number")
    return [json.loads(data)["seat"] for [data] in events]


def test_every_process_knows_who_is_connected_and_none_is_told_that_does_not_follow(
    servers: list[ServerProcess],
) -> None:
    here, there, aside = servers
    table_id, (alice, bob, carol) = at_two_servers(here, there)
    with redis.Redis.from_url(here.environment["REDIS_URL"]) as broker, broker.pubsub() as spy:
        spy.ssubscribe(f"{here.environment['REDIS_PREFIX']}:news")
        with alice.at_table(table_id), carol.at_table(table_id):
            alice.hear()
            carol.hear()
            with bob.at_table(table_id):
                # His server follows the shard only now, and shows nobody as gone who is at the other one.
                bob.hear()
                assert [player["connected"] for player in bob.sight["players"]] == [True] * 3
                assert connected(aside, alice, table_id) == [True] * 3
                alice.hear_presence(BOB, connected=True)
            alice.hear_presence(BOB, connected=False)
            wait_until(lambda: connected(aside, alice, table_id) == [True, False, True], aside.log)
        to_all = [message["data"] for message in iter(lambda: spy.get_message(timeout=0.2), None)]
    assert not [data for data in to_all if isinstance(data, bytes) and b'"presence' in data]
    for server in servers:
        assert "Traceback" not in server.log()


def test_a_scheduler_of_its_own_hears_who_is_connected_at_servers(servers: list[ServerProcess]) -> None:
    here, there, _ = servers
    table_id, (alice, bob, carol) = at_two_servers(here, there)
    with alice.at_table(table_id), carol.at_table(table_id), bob.at_table(table_id):
        for each in (alice, bob, carol):
            each.hear()
        # It starts when they are there already, so it has to ask.
        with scheduler_processes(here, 1):
            bob.socket.close()
            wait_until(lambda: len(seats_away(here)) > 0, here.log)
            assert seats_away(here) == [BOB]
    assert audit(here) == "1 tables checked, 0 with faults.\n"


def test_players_of_a_killed_server_are_missed_and_others_are_not(servers: list[ServerProcess]) -> None:
    here, there, aside = servers
    table_id, (alice, bob, carol) = at_two_servers(here, there)
    with alice.at_table(table_id), carol.at_table(table_id), bob.at_table(table_id):
        for each in (alice, bob, carol):
            each.hear()
        there.kill()
        alice.hear_presence(BOB, connected=False)
        bob.server = aside
        with bob.at_table(table_id):
            bob.hear()
            assert [player["connected"] for player in bob.sight["players"]] == [True] * 3
            alice.hear_presence(BOB, connected=True)
