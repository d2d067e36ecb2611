"""Servers without schedulers and schedulers without servers: all is done, and nothing twice."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from django.utils import timezone

from games.selectors.states import Sitter
from games.services.lobby.seating import open_tournament_table
from tests.support.beside import beside
from tests.support.faults.checks import audit, rows
from tests.support.faults.cups import ACTS, LOOKS, announce_cup, proof, wait_for_acts
from tests.support.faults.hooks import HOOK
from tests.support.faults.scheduler_processes import scheduler_processes
from tests.support.games.choices import first_legal
from tests.support.games.connections.visitors import Visitor
from tests.support.servers import POSTGRES_IS_LONG, ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import wait_until

OPTIONS = {"preset": "custom", "rounds": [{"cards": 2}, {"cards": 1}], "pause": 5, "cheating": True}
MOVES = 4 * (2 + 3)
"""Of a table: four seats, each with a bid in both rounds and three cards in all."""


@pytest.fixture(scope="module")
def still_server(request: pytest.FixtureRequest, start_shared_server: Starter) -> ServerProcess:
    """A server that leaves its tables to schedulers elsewhere."""
    return start_shared_server(request.param, "--no-tables")


without_schedulers = pytest.mark.parametrize("still_server", POSTGRES_IS_LONG, indirect=True)


def tables_of_bots(server: ServerProcess, count: int) -> list[str]:
    """The ids of so many new tables at which bots sit."""

    def seat() -> list[str]:
        bots = [Sitter(f"Bot {seat}", "bot", None, "journeyman") for seat in range(4)]
        return [
            open_tournament_table(sitters=bots, options=OPTIONS, now=timezone.now()) for _ in range(count)
        ]

    return beside(server, seat)


def of_tables(server: ServerProcess, question: str, table_ids: Sequence[str]) -> int:
    """The number that a query gives for these tables alone."""
    wanted = ", ".join(f"'{table_id}'" for table_id in table_ids)
    return int(rows(server, f"{question} IN ({wanted})")[0][0])


def finished(server: ServerProcess, table_ids: Sequence[str]) -> int:
    """How many of these tables are over."""
    return of_tables(server, "SELECT COUNT(*) FROM games_table WHERE status = 'finished' AND id", table_ids)


def moves(server: ServerProcess, table_ids: Sequence[str]) -> int:
    """How many cards and bids the logs of these tables have."""
    moved = "SELECT COUNT(*) FROM games_logentry WHERE type IN ('card_played', 'bid_made') AND table_id"
    return of_tables(server, moved, table_ids)


def wait_until_finished(server: ServerProcess, table_ids: Sequence[str], count: int) -> None:
    """Until so many of these tables are over."""
    wait_until(lambda: finished(server, table_ids) >= count, server.log)


@pytest.mark.parametrize("count", [12, pytest.param(50, marks=pytest.mark.long)])
@without_schedulers
def test_two_schedulers_play_many_tables_to_their_ends_and_double_nothing(
    still_server: ServerProcess, count: int
) -> None:
    table_ids = tables_of_bots(still_server, count)
    assert finished(still_server, table_ids) == 0
    with scheduler_processes(still_server, 2) as running:
        assert [each.first for each in running] == ["Wizard tends its tables\n"] * 2
        wait_until_finished(still_server, table_ids, count)
        ended = [each.stop() for each in running]
    assert moves(still_server, table_ids) == count * MOVES
    assert audit(still_server, *table_ids) == f"{count} tables checked, 0 with faults.\n"
    for code, said in ended:
        assert code == 0, said
        assert "Traceback" not in said
        assert "was refused" not in said


@without_schedulers
def test_a_scheduler_that_is_killed_leaves_its_tables_to_the_other(still_server: ServerProcess) -> None:
    table_ids = tables_of_bots(still_server, 10)
    with scheduler_processes(still_server, 2) as (first, second):
        wait_until_finished(still_server, table_ids, 1)
        first.process.kill()
        wait_until_finished(still_server, table_ids, 10)
        assert second.stop()[0] == 0
    assert moves(still_server, table_ids) == 10 * MOVES


@without_schedulers
def test_people_at_a_server_without_schedulers_play_with_bots_of_a_loop(still_server: ServerProcess) -> None:
    alice = Visitor(still_server)
    given = {"options": {"preset": "custom", "rounds": [{"cards": 1}], "pause": 0}, "seats": 3, "bots": 2}
    table_id = alice.call("POST", "tables", json=given).json()["id"]
    with scheduler_processes(still_server, 2), alice.at_table(table_id):
        alice.hear()
        while alice.sight["result"] is None:
            if 0 in alice.sight["turn"]:
                alice.act(f"a{alice.number}", first_legal(alice.sight))
                alice.until(alice.answer_to(f"a{alice.number}")["number"])
            else:
                alice.hear()


@pytest.mark.parametrize("backend", POSTGRES_IS_LONG)
def test_two_schedulers_run_a_tournament_once(start_server: Starter, backend: str) -> None:
    server = start_server(backend, "--no-tables", PYTHONPATH=HOOK, LIMITS=LOOKS)
    announce_cup(server)
    with scheduler_processes(server, 2):
        assert wait_for_acts(server, len(ACTS)) == ACTS
    assert proof(server) == "cup: proved"


def renewed(server: ServerProcess) -> int:
    """How often a clock has begun anew."""
    return int(rows(server, "SELECT COUNT(*) FROM games_logentry WHERE type = 'clock_renewed'")[0][0])


@pytest.mark.parametrize("backend", POSTGRES_IS_LONG)
def test_time_is_given_back_after_a_death_and_not_when_another_scheduler_begins(
    start_server: Starter, backend: str
) -> None:
    server = start_server(backend)
    alice, bob = Visitor(server), Visitor(server)
    options = {"preset": "custom", "rounds": [{"cards": 2}], "pause": 0, "clock": 60}
    for seats, person in ((3, alice), (4, bob)):
        given = {"options": options, "seats": seats, "bots": seats - 1}
        table_id = person.call("POST", "tables", json=given).json()["id"]
        with person.at_table(table_id):
            person.hear()
            while 0 not in person.sight["turn"]:
                person.hear()
    wait_for_beats(server, 1)
    second = start_server(beside=server)
    with scheduler_processes(server, 1):
        wait_for_beats(server, 3)
        assert renewed(server) == 0
        second.kill()
        server.kill()
    # Nobody tended the tables: both people who were thinking have their time again.
    server.start()
    wait_for_beats(server, 1)
    assert renewed(server) == 2
    assert server.terminate() == 0
    # Who ends in order says so.
    assert (server.process.pid,) not in rows(server, "SELECT pid FROM games_loop"), server.log()


def wait_for_beats(server: ServerProcess, count: int) -> None:
    """Wait until so many schedulers have a heartbeat, which each writes after it has renewed clocks."""
    wait_until(lambda: living(server) == count, server.log)


def living(server: ServerProcess) -> int:
    """How many schedulers with a heartbeat are alive."""
    pids = [pid for (pid,) in rows(server, "SELECT pid FROM games_loop")]
    return sum(Path(f"/proc/{pid}").exists() for pid in pids)
