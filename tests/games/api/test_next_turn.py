"""For people who play at several tables: where it is their turn."""

import pytest

from tests.support.games.people import api_of
from tests.support.games.playing import bidding, on_turn, opened, people, sight
from tests.support.games.responses import is_problem

pytestmark = pytest.mark.django_db
NEXT = "/api/v1/me/next-turn"


def seated(table_id: str, seat: int):
    """The client of the person on a seat."""
    name = sight(table_id)["players"][seat]["name"]
    return api_of(next(user for user in people(4) if user.username == name))


def test_the_table_with_the_earliest_deadline_comes_first():
    relaxed, hurried = bidding(3), bidding(3, clock=15)
    assert on_turn(relaxed) == on_turn(hurried)
    client = seated(relaxed, on_turn(relaxed))
    assert client.get(NEXT).json() == {"id": hurried, "waiting": 2}
    assert client.get(NEXT, {"current": ""}).json() == {"id": hurried, "waiting": 2}
    assert client.get(NEXT, {"current": hurried}).json() == {"id": relaxed, "waiting": 1}


def test_nobody_is_sent_to_a_table_that_does_not_wait_for_them():
    table_id = bidding(3)
    client = seated(table_id, on_turn(table_id))
    assert client.get(NEXT, {"current": table_id}).json() == {"id": None, "waiting": 0}
    other = seated(table_id, (on_turn(table_id) + 1) % 4)
    assert other.get(NEXT).json() == {"id": None, "waiting": 0}
    opened(people(1)[0])
    assert other.get(NEXT).json()["id"] is None


def test_it_takes_an_account_and_an_id(client):
    is_problem(client.get(NEXT), 401, "not_authenticated")
    is_problem(api_of(people(1)[0]).get(NEXT, {"current": "x" * 17}), 400, "bad_request")
