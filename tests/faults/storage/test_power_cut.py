"""The server dies in the middle of games: what was acked is there once, what was not, once at most."""

import pytest

from tests.support.faults.checks import audit, log_of
from tests.support.faults.players import ResendingPlayer
from tests.support.games.playing import short
from tests.support.servers import POSTGRES_IS_LONG, ServerProcess
from tests.support.starting import Starter


@pytest.mark.parametrize("backend", POSTGRES_IS_LONG)
def test_every_acked_action_survives_and_the_game_goes_on_to_its_end(
    start_server: Starter, backend: str
) -> None:
    server = start_server(backend, SQLITE_SYNCHRONOUS="FULL")
    alice = ResendingPlayer(server, short(3, 5, 4, pause=60))
    for actions in (1, 2, 4):
        assert not alice.play(actions)
        alice.begin_and_lose(server)
        kept = log_of(server, alice.table)
        assert [number for number, _ in kept] == list(range(1, len(kept) + 1))
        assert set(alice.acked.items()) <= {(action_id, number) for number, action_id in kept}
        server.start()
    assert alice.play(1000)
    kept = log_of(server, alice.table)
    stored = {action_id: number for number, action_id in kept if action_id}
    assert stored == alice.acked
    assert len([action_id for _, action_id in kept if action_id]) == len(stored)
    assert alice.call("GET", f"tables/{alice.table}/record").status_code == 200
    assert server.terminate() == 0
    assert audit(server) == "1 tables checked, 0 with faults.\n"
    assert "Traceback" not in server.log()


def test_tables_without_people_watching_go_on_after_a_restart(server: ServerProcess) -> None:
    """Bots were to move when the server died, and nobody is connected to wake them."""
    alice = ResendingPlayer(server, short(2, pause=0))
    server.kill()
    server.start()
    with alice.at_table(alice.table):
        alice.hear()
        while 0 not in alice.sight["turn"]:
            alice.hear()
