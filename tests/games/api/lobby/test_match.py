"""Quick matches over HTTP."""

import pytest

from games.models import MatchRequest
from tests.support.games.people import api_of, person
from tests.support.games.responses import is_problem, is_refused

MATCH = "/api/v1/match"


def test_a_search_is_shown_and_cancelled(alice):
    assert alice.get(MATCH).json()["match"] is None
    found = alice.post(MATCH, {"size": 5, "pace": "relaxed", "bot_level": "master"}).json()["match"]
    assert {key: found[key] for key in ("size", "pace", "fill_with_bots", "bot_level", "table")} == {
        "size": 5,
        "pace": "relaxed",
        "fill_with_bots": True,
        "bot_level": "master",
        "table": None,
    }
    assert found["requested_at"] < found["fill_at"]
    assert alice.get(MATCH).json()["match"] == found
    assert alice.delete(MATCH).json()["match"] is None
    assert alice.get(MATCH).json()["match"] is None


def test_everything_may_be_left_out(alice):
    found = alice.post(MATCH).json()["match"]
    assert (found["size"], found["pace"], found["bot_level"]) == (None, "normal", "journeyman")


def test_three_people_get_the_same_table(alice, bob, charlie):
    for client in (alice, bob):
        client.post(MATCH, {"size": 3})
    table_id = charlie.post(MATCH, {"size": 3}).json()["match"]["table"]
    assert alice.get(MATCH).json()["match"]["table"] == table_id
    sight = alice.get(f"/api/v1/tables/{table_id}").json()["sight"]
    assert sight["viewer"] == 0
    # Now alice has been there.
    assert alice.get(MATCH).json()["match"] is None


def test_who_cancels_too_late_is_told_the_table(alice, bob, charlie):
    for client in (alice, bob, charlie):
        client.post(MATCH, {"size": 3})
    assert alice.delete(MATCH).json()["match"]["table"] is not None


@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_it_takes_an_account(nobody, method):
    is_problem(getattr(nobody, method)(MATCH), 401, "not_authenticated")


WRONG = [
    ({"size": 2}, "size"),
    ({"size": 7}, "size"),
    ({"size": "any"}, "size"),
    ({"size": 3.0}, "size"),
    ({"pace": "blitz"}, "pace"),
    ({"pace": None}, "pace"),
    ({"fill_with_bots": "yes"}, "fill_with_bots"),
    ({"bot_level": "genius"}, "bot_level"),
    ({"salt": "xyz"}, "salt"),
]


@pytest.mark.parametrize(("given", "field"), WRONG, ids=str)
def test_wishes_that_cannot_be_are_refused_by_name(alice, given, field):
    body = is_refused(lambda: alice.post(MATCH, given), 400, "bad_request")
    assert set(body["errors"]) == {field}
    assert not MatchRequest.objects.exists()


def test_bots_look_for_no_match(db):
    robby = api_of(person("robby", "bot"))
    is_refused(lambda: robby.post(MATCH), 409, "bots_not_admitted")
