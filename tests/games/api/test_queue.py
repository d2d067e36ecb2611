"""The queue of moves over the API: its player's alone."""

import pytest

from games.models import QueuedMove
from games.services.slow_tables.queue import make_queued_moves
from tests.support.games.playing import AT, bidding, on_turn, opened, people
from tests.support.games.responses import TABLES, client_at, is_problem

pytestmark = pytest.mark.django_db
SLOW = {"pace": "slow", "days": 3}


def test_a_queue_is_replaced_read_and_emptied():
    table_id = bidding(3, **SLOW)
    client, path = client_at(table_id, on_turn(table_id)), f"{TABLES}/{table_id}/queue"
    assert client.get(path).json() == {"moves": [], "report": None}
    queued = client.put(path, {"moves": ["2", "rot 7", "W"]}).json()
    assert queued == {"moves": ["2", "rot 7", "W"], "report": None}
    assert client.put(path, {"moves": ["1"]}).json()["moves"] == client.get(path).json()["moves"] == ["1"]
    other = client_at(table_id, (on_turn(table_id) + 1) % 4)
    assert other.get(path).json()["moves"] == []
    assert client.delete(path).status_code == 204
    assert not QueuedMove.objects.exists()


def test_whoever_has_no_mail_reads_why_moves_were_dropped_in_their_language():
    table_id = bidding(3, **SLOW)
    client, path = client_at(table_id, on_turn(table_id)), f"{TABLES}/{table_id}/queue"
    client.put(path, {"moves": ["red", "1"]})
    make_queued_moves(now=AT)
    found = client.get(path, headers={"Accept-Language": "de"}).json()
    assert found["moves"] == []
    assert found["report"].startswith("Dein vorgemerkter Zug „red“ wurde nicht gemacht: ")
    assert client.get(path).json()["report"].endswith("The moves after it were dropped, too.")
    other = client_at(table_id, (on_turn(table_id) + 1) % 4)
    assert other.get(path).json()["report"] is None
    assert make_queued_moves(now=AT) == 0
    assert client.put(path, {"moves": ["1"]}).json() == {"moves": ["1"], "report": None}


def test_what_is_refused(alice, bob, charlie):
    table_id = bidding(3, **SLOW)
    path = f"{TABLES}/{table_id}/queue"
    client = client_at(table_id, on_turn(table_id))
    for moves in (["purple"], [""], "2", None, [["2"]], ["2"] * 61, ["x" * 41]):
        problem = is_problem(client.put(path, {"moves": moves}), 400, "bad_request")
        assert set(problem["errors"]) == {"moves"}
    for method in (charlie.get, charlie.delete):
        is_problem(method(path), 409, "not_seated")
    is_problem(charlie.put(path, {"moves": ["2"]}), 409, "not_seated")
    is_problem(charlie.get(f"{TABLES}/nowhere/queue"), 404, "not_found")
    private = opened(*people(1), size=4, visibility="private")
    is_problem(charlie.get(f"{TABLES}/{private}/queue"), 403, "forbidden")
    is_problem(alice.put(f"{TABLES}/{private}/queue", {"moves": ["2"]}), 409, "wrong_phase")
