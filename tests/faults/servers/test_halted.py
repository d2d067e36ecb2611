"""A halted table stays where it is through a server's death; resumed, it is played on."""

import pytest

from tests.support.browser.organisers import ask
from tests.support.games.connections.visitors import Visitor
from tests.support.servers import POSTGRES_IS_LONG
from tests.support.starting import Starter

SHORT = {"preset": "custom", "rounds": [{"cards": 2}, {"cards": 1}], "pause": 0}


def opened(visitor: Visitor) -> str:
    """A table at which bots have moved until the visitor is to act."""
    answer = visitor.call("POST", "tables", json={"options": SHORT, "seats": 4, "bots": 3})
    table_id: str = answer.json()["id"]
    with visitor.at_table(table_id):
        visitor.number = -1
        visitor.hear()
        while 0 not in visitor.sight["turn"]:
            visitor.hear()
    return table_id


@pytest.mark.parametrize("backend", POSTGRES_IS_LONG)
def test_a_halted_table_waits_through_a_crash_and_is_played_on_when_it_is_resumed(
    start_server: Starter, backend: str
) -> None:
    server = start_server(backend)
    alice = Visitor(server)
    halted = opened(alice)
    ask(server, "halt_table", table_id=halted)
    ask(server, "replace_player", table_id=halted, seat=0, sitter="Circe the second")
    stood_at = alice.call("GET", f"tables/{halted}").json()["number"]
    server.kill()
    server.start()
    # The scheduler has opened, looked for what is due, and moved the bots of another table.
    opened(alice)
    sight = alice.call("GET", f"tables/{halted}").json()["sight"]
    assert (sight["number"], sight["halted"], sight["turn"]) == (stood_at, True, [])
    with alice.at_table(halted):
        alice.number = -1
        ask(server, "resume_table", table_id=halted)
        while alice.sight.get("result") is None:
            alice.hear()
    assert alice.call("GET", f"tables/{halted}/record").json()["substitutions"][0]["seat"] == 0
