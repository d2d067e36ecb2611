"""The calls about vacations, and what slow tables say over the API."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.games.people import api_of, person
from tests.support.games.responses import is_problem

pytestmark = pytest.mark.django_db
VACATIONS = "/api/v1/me/vacations"


def days(first: int, last: int) -> dict[str, str]:
    """These days after today."""
    today = timezone.now().date()
    return {
        "first_day": (today + timedelta(days=first)).isoformat(),
        "last_day": (today + timedelta(days=last)).isoformat(),
    }


def test_a_vacation_is_taken_listed_and_cancelled():
    alice = api_of(person("alice"))
    answer = alice.post(VACATIONS, {**days(3, 4), "time_zone": "Europe/Berlin"}, format="json")
    assert answer.status_code == 201
    [taken] = answer.json()["vacations"]
    assert alice.get(VACATIONS).json() == answer.json()
    assert (taken["time_zone"], taken["first_day"]) == ("Europe/Berlin", days(3, 4)["first_day"])
    bob = api_of(person("bob"))
    is_problem(bob.delete(f"{VACATIONS}/{taken['id']}"), 404, "not_found")
    assert alice.delete(f"{VACATIONS}/{taken['id']}").status_code == 204
    assert alice.get(VACATIONS).json()["vacations"] == []


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        (days(-3, 4), "first_day"),
        (days(4, 3), "last_day"),
        (days(1, 40), "last_day"),
        ({"first_day": "soon", "last_day": "2030-01-01"}, "first_day"),
        ({**days(1, 2), "time_zone": "Here"}, "time_zone"),
        ({**days(1, 2), "time_zone": "../../etc/passwd"}, "time_zone"),
        ({**days(1, 2), "time_zone": "localtime"}, "time_zone"),
        ({"first_day": "9999-12-31", "last_day": "9999-12-31"}, "last_day"),
        ({}, "last_day"),
    ],
)
def test_days_that_make_no_vacation_are_refused_with_the_field(fields, wrong):
    answer = api_of(person("alice")).post(VACATIONS, fields, format="json")
    assert wrong in is_problem(answer, 400, "bad_request")["errors"]


def test_it_takes_an_account(client):
    is_problem(client.get(VACATIONS), 401, "not_authenticated")


def test_a_slow_table_is_opened_and_described():
    alice = api_of(person("alice"))
    asked = {"seats": 4, "options": {"pace": "slow", "days": 7, "on_timeout": "end"}}
    table = alice.post("/api/v1/tables", asked, format="json").json()
    assert (table["options"]["days"], table["options"]["on_timeout"]) == (7, "end")
    wrong = alice.post("/api/v1/tables", {"seats": 4, "options": {"pace": "slow", "days": 99}}, format="json")
    assert "days" in str(is_problem(wrong, 400, "bad_request")["errors"])


def test_private_tables_wait_longer_for_somebody_who_is_away():
    alice = api_of(person("alice"))
    private = alice.post("/api/v1/tables", {"seats": 4, "visibility": "private"}, format="json").json()
    assert private["options"]["stand_in_minutes"] == 3
    public = alice.post("/api/v1/tables", {"seats": 4}, format="json").json()
    assert "stand_in_minutes" not in public["options"]
    changed = alice.patch(f"/api/v1/tables/{private['id']}", {"options": {"clock": 30}}, format="json").json()
    assert (changed["options"]["clock"], changed["options"].get("stand_in_minutes")) == (30, None)
    changed = alice.patch(
        f"/api/v1/tables/{private['id']}", {"options": {"clock": None}}, format="json"
    ).json()
    assert changed["options"]["stand_in_minutes"] == 3


def test_the_leaderboard_of_slow_games_is_another(client):
    assert client.get("/api/v1/leaderboard", {"pace": "slow"}).json()["results"] == []
    is_problem(client.get("/api/v1/leaderboard", {"pace": "quick"}), 400, "bad_request")
