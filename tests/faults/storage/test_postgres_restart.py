"""PostgreSQL goes away under play and comes back: refused meanwhile, by name; then all goes on by itself."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.faults.checks import audit, log_of
from tests.support.faults.instances import Postgres, own_postgres
from tests.support.faults.players import Player
from tests.support.games.connections.visitors import Said
from tests.support.network import plain_http
from tests.support.starting import Starter
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A cluster of this module's own; each test leaves it running."""
    with own_postgres() as running:
        yield running


def check_refusals(alice: Player, action: Said) -> None:
    """Whatever is asked of the server is refused. All at once: each waits for a connection for seconds."""
    table = f"tables/{alice.table}"
    url = alice.server.url
    by_http = {"id": "by-http", **action}
    with ThreadPoolExecutor() as threads:
        reads = [threads.submit(alice.call, "GET", path) for path in (table, "tables")]
        write = threads.submit(alice.call, "POST", f"{table}/actions", json=by_http)
        page = threads.submit(plain_http.get, f"{url}/tournaments/")
        refusal = alice.send("the-same", action)
    assert (refusal["type"], refusal["code"]) == ("refused", "unavailable")
    for call in (*reads, write):
        assert (call.result().status_code, call.result().json()["code"]) == (503, "unavailable")
    assert (page.result().status_code, page.result().headers["Retry-After"]) == (503, "3")
    assert "All your moves are saved" in page.result().text


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_actions_are_refused_while_it_is_away_and_the_same_action_is_done_once_it_is_back(
    start_server: Starter, postgres: Postgres, mode: str
) -> None:
    server = start_server("postgres", DATABASE_URL=postgres.new_database())
    alice = Player(server)
    with alice.at_table(alice.table):
        action = alice.on_turn()
        postgres.stop(mode)
        check_refusals(alice, action)
        postgres.start()
        answers: list[Said] = []

        def is_acked() -> bool:
            answers.append(alice.send("the-same", action))
            return bool(answers[-1]["type"] == "ack")

        wait_until(is_acked, server.log)
        answer = answers.pop()
        assert {refused["code"] for refused in answers} <= {"unavailable"}
        assert alice.send("the-same", action)["number"] == answer["number"]
        alice.until(answer["number"])
        # On the same socket, with the same scheduler, to the end: nothing was begun anew.
        alice.play_out()
    done = [action_id for _, action_id in log_of(server, alice.table) if action_id]
    assert done.count("the-same") == 1
    assert "by-http" not in done
    assert server.process.poll() is None
    assert audit(server) == "1 tables checked, 0 with faults.\n"
    assert server.terminate() == 0


def test_bots_that_were_to_move_when_it_went_away_move_when_it_is_back(
    start_server: Starter, postgres: Postgres
) -> None:
    server = start_server("postgres", DATABASE_URL=postgres.new_database(), BOT_PAUSE="0.5")
    alice = Player(server, cards=[2])
    with alice.at_table(alice.table):
        answer = alice.send("first", alice.on_turn())
        alice.until(answer["number"])
        postgres.stop()
        postgres.start()
        alice.play_out()
    assert audit(server) == "1 tables checked, 0 with faults.\n"
