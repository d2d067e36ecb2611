"""Servers without loops and loops without servers, beside each other: all is done, and nothing twice."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.loops import loops
from tests.faults.test_power_cut import checklogs
from tests.faults.test_tournament_goes_on import EXPECTED, PREPARE, manage, wait_for
from tests.games.visitors import Visitor
from tests.servers import BACKENDS, ServerProcess

PATIENCE = 90
"""Seconds after which tables that are not finished are stuck."""
TABLES = 50
SEAT = """
from django.utils import timezone
from games.services.seating import seat_table
from games.selectors.states import Sitter
options = {"preset": "custom", "rounds": [{"cards": 2}, {"cards": 1}], "pause": 0, "cheating": True}
for number in range(%d):
    bots = [Sitter(f"Bot {seat}", "bot", None, "journeyman") for seat in range(4)]
    seat_table(sitters=bots, options=options, now=timezone.now())
"""


def ask(server: ServerProcess, question: str) -> list[tuple[Any, ...]]:
    """Rows from the server's database itself."""
    url = server.environment["DATABASE_URL"]
    database: Any = sqlite3 if url.startswith("sqlite") else psycopg
    with database.connect(url.removeprefix("sqlite:///")) as connection:
        return list(connection.execute(question).fetchall())


def finished(server: ServerProcess) -> int:
    """How many tables are over."""
    return int(ask(server, "SELECT COUNT(*) FROM games_table WHERE status = 'finished'")[0][0])


def wait_until_finished(server: ServerProcess, count: int) -> None:
    """Until so many tables are over."""
    ends = time.monotonic() + PATIENCE
    while (now := finished(server)) < count:
        assert time.monotonic() < ends, f"stuck at {now} of {count}: {server.log()[-2000:]}"
        time.sleep(0.05)


def moves(server: ServerProcess) -> int:
    """How many cards, bids and named trumps the logs have."""
    kinds = "('card_played', 'bid_made')"
    return int(ask(server, f"SELECT COUNT(*) FROM games_logentry WHERE type IN {kinds}")[0][0])


@pytest.mark.parametrize("backend", BACKENDS)
def test_two_loops_play_fifty_tables_to_their_ends_and_double_nothing(
    start_server: Callable[..., ServerProcess], backend: str
) -> None:
    server = start_server(backend, "--no-tables")
    manage(server, "shell", "-c", SEAT % TABLES)
    assert finished(server) == 0
    with loops(server, 2) as running:
        assert [each.first for each in running] == ["Wizard tends its tables\n"] * 2
        wait_until_finished(server, TABLES)
        ended = [each.stop() for each in running]
    # Four seats, a bid and three cards in all for each: neither one more nor one less.
    assert moves(server) == TABLES * 4 * (2 + 3)
    assert checklogs(server) == f"{TABLES} tables checked, 0 with faults.\n"
    for code, said in ended:
        assert code == 0, said
        assert "Traceback" not in said
        assert "was refused" not in said


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_loop_that_is_killed_leaves_its_tables_to_the_other(
    start_server: Callable[..., ServerProcess], backend: str
) -> None:
    server = start_server(backend, "--no-tables")
    manage(server, "shell", "-c", SEAT % 10)
    with loops(server, 2) as (first, second):
        wait_until_finished(server, 1)
        first.process.kill()
        wait_until_finished(server, 10)
        assert second.stop()[0] == 0
    assert moves(server) == 10 * 4 * (2 + 3)


@pytest.mark.parametrize("backend", BACKENDS)
def test_people_at_a_server_without_loops_play_with_bots_of_a_loop(
    start_server: Callable[..., ServerProcess], backend: str
) -> None:
    server = start_server(backend, "--no-tables")
    alice = Visitor(server)
    given = {"options": {"preset": "custom", "rounds": [{"cards": 1}], "pause": 0}, "seats": 3, "bots": 2}
    table_id = alice.call("POST", "tables", json=given).json()["id"]
    with loops(server, 2), alice.at_table(table_id):
        alice.hear()
        while alice.sight["result"] is None:
            if 0 in alice.sight["turn"]:
                legal = alice.sight["legal"]
                bids, cards, suits = legal["bids"], legal["cards"], legal["suits"]
                action: dict[str, Any] = (
                    {"type": "name_trump", "suit": suits[0]}
                    if suits
                    else {"type": "bid", "bid": bids[0]}
                    if bids
                    else {"type": "play", "card": cards[0]}
                )
                alice.act(f"a{alice.number}", action)
                alice.until(alice.answer_to(f"a{alice.number}")["number"])
            else:
                alice.hear()


@pytest.mark.parametrize("backend", BACKENDS)
def test_two_loops_run_a_tournament_once(start_server: Callable[..., ServerProcess], backend: str) -> None:
    server = start_server(backend, "--no-tables")
    manage(server, "shell", "-c", PREPARE)
    with loops(server, 2):
        assert wait_for(server, len(EXPECTED)) == EXPECTED
    assert manage(server, "recompute", "cup").splitlines()[-1] == "cup: proved"


def renewed(server: ServerProcess) -> int:
    """How often a clock has begun anew."""
    return int(ask(server, "SELECT COUNT(*) FROM games_logentry WHERE type = 'clock_renewed'")[0][0])


@pytest.mark.parametrize("backend", BACKENDS)
def test_time_is_given_back_after_a_death_and_not_when_another_loop_begins(
    start_server: Callable[..., ServerProcess], backend: str
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
    with loops(server, 1):
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
    assert (server.process.pid,) not in ask(server, "SELECT pid FROM games_loop"), server.log()


def wait_for_beats(server: ServerProcess, count: int) -> None:
    """Until so many loops that live have told so: each does when it has given back what it had to."""
    ends = time.monotonic() + PATIENCE
    while not all_alive(server, count):
        assert time.monotonic() < ends, server.log()[-2000:]
        time.sleep(0.05)


def all_alive(server: ServerProcess, count: int) -> bool:
    """Whether so many processes of those that told of themselves are there."""
    pids = [pid for (pid,) in ask(server, "SELECT pid FROM games_loop")]
    return sum(Path(f"/proc/{pid}").exists() for pid in pids) == count
