"""Accusing over HTTP: what is no accusation is refused by name and changes nothing; oddities are kept."""

from random import Random

import pytest

from core.limits import Limit
from games.models import Accusation
from games.services.audit import audit_table
from tests.support.games.cheating.accusations import (
    HONEST,
    NO_JSON,
    ODD,
    WRONG_FIELDS,
    a_cheat,
    claim,
    others,
)
from tests.support.games.playing import move, number, play_on, running, short, sight
from tests.support.games.responses import TABLES, acts, client_at, is_problem, is_refused


@pytest.fixture
def table_id(db: None) -> str:
    """A cheating table of four at which cards lie."""
    table_id = running(4, **short(5, 2, cheating=True, pause=60))
    play_on(table_id, Random(7), until=lambda seen: bool(seen["trick"] and seen["trick"]["plays"]))
    return table_id


@pytest.mark.parametrize(("field", "action"), WRONG_FIELDS, ids=str)
def test_a_wrong_field_is_named(table_id, field, action):
    client = client_at(table_id, 0)
    body = is_refused(lambda: acts(client, table_id, action), 400, "bad_request")
    assert list(body["errors"]) == [field]


@pytest.mark.parametrize("text", NO_JSON)
def test_a_lux_that_is_no_number_of_json_is_a_bad_request(table_id, text):
    client, path = client_at(table_id, 0), f"{TABLES}/{table_id}/actions"
    body = text.replace("{", '{"id": "call", ', 1)
    is_refused(
        lambda: client.generic("POST", path, body, content_type="application/json"), 400, "bad_request"
    )


@pytest.mark.parametrize("action", ODD, ids=str)
def test_what_a_phone_says_of_light_and_time_is_kept_and_never_trusted(table_id, action):
    answer = acts(client_at(table_id, 0), table_id, action)
    assert answer.status_code == 200
    play_on(table_id, Random(1))
    kept = Accusation.objects.get(round__table_id=table_id)
    assert (kept.lux, kept.sensed_at) == (action.get("lux"), action.get("sensed_at") or "")
    assert audit_table(table_id) == []


def test_the_order_is_the_servers_whatever_the_phones_say_of_time(db):
    table_id = running(4, **short(12, cheating=True))
    accused, _ = a_cheat(table_id, Random(5))
    first, second, _ = others(accused)
    late = claim(accused=accused, sensed_at="2999-01-01T00:00:00Z")
    early = claim(accused=accused, sensed_at="1999-01-01T00:00:00Z")
    verdicts = [
        acts(client_at(table_id, seat), table_id, action).json()["outcome"]["verdict"]
        for seat, action in ((first, late), (second, early))
    ]
    assert verdicts == ["caught", "late"]


def test_the_same_id_is_one_accusation_whatever_it_says_the_second_time(table_id):
    client = client_at(table_id, 0)
    first = acts(client, table_id, HONEST).json()
    score = sight(table_id)["players"][0]["score"]
    assert acts(client, table_id, HONEST).json() == first
    assert acts(client, table_id, claim(accused=2)).json() == first
    assert sight(table_id)["players"][0]["score"] == score
    assert number(table_id) == first["number"]


# --- When nobody may be accused -------------------------------------------------------------------


def test_nobody_accuses_oneself(table_id):
    client = client_at(table_id, 1)
    is_refused(lambda: acts(client, table_id, HONEST), 409, "cannot_accuse_yourself")


def test_onlookers_and_strangers_accuse_nobody(table_id, charlie, nobody):
    is_refused(lambda: acts(charlie, table_id, HONEST), 409, "not_seated")
    is_refused(lambda: acts(nobody, table_id, HONEST), 401, "not_authenticated")


def test_nobody_is_accused_at_a_strict_table(db):
    table_id = running(4, **short(5))
    play_on(table_id, Random(7), until=lambda seen: bool(seen["trick"] and seen["trick"]["plays"]))
    client = client_at(table_id, 0)
    is_refused(lambda: acts(client, table_id, HONEST), 409, "strict_table")


def test_nobody_is_accused_before_a_rounds_first_card(db):
    table_id = running(4, **short(5, 5, cheating=True))
    for dealt in (1, 2):
        play_on(table_id, Random(7), until=lambda seen, dealt=dealt: seen["round"]["number"] == dealt)
        while sight(table_id)["status"] != "playing":
            client = client_at(table_id, 0)
            is_refused(lambda c=client: acts(c, table_id, HONEST), 409, "nothing_to_accuse")
            move(table_id, Random(7))
        is_refused(lambda: acts(client_at(table_id, 0), table_id, HONEST), 409, "nothing_to_accuse")
        move(table_id, Random(7))
        assert acts(client_at(table_id, 0), table_id, HONEST, f"now-{dealt}").status_code == 200


def test_nobody_is_accused_at_a_table_that_has_not_started(alice):
    opened = alice.post(TABLES, {"options": {"cheating": True}, "seats": 4}).json()
    is_refused(lambda: acts(alice, opened["id"], claim(accused=0)), 409, "cannot_accuse_yourself")
    is_refused(lambda: acts(alice, opened["id"], HONEST), 400, "bad_request")


def test_nobody_is_accused_after_the_result(table_id):
    play_on(table_id, Random(1))
    client = client_at(table_id, 0)
    is_refused(lambda: acts(client, table_id, HONEST), 409, "nothing_to_accuse")


# --- Too many ----------------------------------------------------------------------------------------------


def test_one_call_too_many_is_429_with_the_seconds_to_wait_and_changes_nothing(
    table_id, charlie, monkeypatch
):
    monkeypatch.setattr("accounts.api.throttle.CALLS", Limit("calls", 3, seconds=10**10))
    client = client_at(table_id, 0)
    for n in range(3):
        assert acts(client, table_id, HONEST, f"call-{n}").status_code == 200
    is_refused(lambda: acts(client, table_id, HONEST, "call-3"), 429, "throttled")
    answer = acts(client, table_id, HONEST, "call-3")
    is_problem(answer, 429, "throttled")
    assert int(answer["Retry-After"]) > 0
    assert charlie.get(f"{TABLES}/{table_id}").status_code == 200
