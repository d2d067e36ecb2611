"""People at one table of two servers: each acts at their own, and the others see it at theirs."""

from tests.support.games.choices import first_legal
from tests.support.games.connections.visitors import Visitor
from tests.support.servers import ServerProcess

OPTIONS = {"preset": "custom", "rounds": [{"cards": 2}, {"cards": 1}], "pause": 0}


def at_two_servers(here: ServerProcess, there: ServerProcess) -> tuple[str, list[Visitor]]:
    """A running table of three people, the second of them at a server of their own; its id, and they."""
    people = [Visitor(here), Visitor(there), Visitor(here)]
    given = {"options": OPTIONS, "seats": 3}
    table_id: str = people[0].call("POST", "tables", json=given).json()["id"]
    for each in people[1:]:
        assert each.call("POST", f"tables/{table_id}/join", json={}).status_code == 200
    return table_id, people


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
