"""The coach's call: who may ask, what is answered, and how often."""

import pytest

from core.limits import Limit
from games.services.analysis import coach
from tests.support.games.people import person
from tests.support.games.playing import in_play, number, on_turn, running, short, sight
from tests.support.games.responses import TABLES, client_at, is_problem, is_refused, opened

pytestmark = pytest.mark.django_db
FOR_EVER = 10**9
"""Seconds: no window ends during the test."""


def test_the_player_on_turn_is_told_what_each_card_promises() -> None:
    table_id = in_play(coach=True)
    seat = on_turn(table_id)
    answer = client_at(table_id, seat).post(f"{TABLES}/{table_id}/advice")
    assert answer.status_code == 200
    told = answer.json()
    assert set(told) == {"number", "suits", "bids", "cards", "why"}
    assert told["number"] == number(table_id)
    assert [choice["card"] for choice in told["cards"]] == sight(table_id, seat)["legal"]["cards"]
    assert all(set(choice) == {"card", "met", "points", "best"} for choice in told["cards"])


def test_nobody_else_is_told_anything(charlie, nobody) -> None:
    table_id = in_play(coach=True)
    path = f"{TABLES}/{table_id}/advice"
    is_refused(lambda: client_at(table_id, (on_turn(table_id) + 1) % 4).post(path), 409, "not_your_turn")
    is_refused(lambda: charlie.post(path), 409, "not_seated")
    is_refused(lambda: nobody.post(path), 401, "not_authenticated")
    is_refused(lambda: charlie.post(f"{TABLES}/nowhere/advice"), 404, "not_found")


def test_there_is_no_coach_where_nobody_asked_for_one() -> None:
    table_id = in_play()
    path = f"{TABLES}/{table_id}/advice"
    is_refused(lambda: client_at(table_id, on_turn(table_id)).post(path), 409, "coach_off")


def test_a_coach_with_too_many_questions_is_busy(monkeypatch) -> None:
    monkeypatch.setattr(coach, "_asking", {person("alice").pk, person("bob").pk})
    table_id = running(4, **short(5, coach=True, reveal="hiddentip"))
    is_problem(client_at(table_id, 0).post(f"{TABLES}/{table_id}/advice"), 409, "busy")


def test_who_asks_all_the_time_is_told_to_wait(monkeypatch) -> None:
    monkeypatch.setattr(coach, "MAX_QUESTIONS", Limit("advice", 1, FOR_EVER))
    table_id = in_play(coach=True)
    client = client_at(table_id, on_turn(table_id))
    assert client.post(f"{TABLES}/{table_id}/advice").status_code == 200
    answer = client.post(f"{TABLES}/{table_id}/advice")
    is_problem(answer, 429, "throttled")
    assert 0 < int(answer["Retry-After"]) <= FOR_EVER


def test_the_coach_is_told_of_before_one_sits_down(alice, nobody) -> None:
    table = opened(alice, options={"coach": True})
    assert table["options"]["coach"] is True
    assert nobody.get(f"{TABLES}/{table['id']}").json()["options"]["coach"] is True
    listed = nobody.get(TABLES, {"status": "open"}).json()["results"]
    assert [row["options"]["coach"] for row in listed] == [True]
    assert "coach" not in opened(alice)["options"]


def test_the_coach_speaks_the_askers_language() -> None:
    table_id = running(4, **short(1, coach=True))
    client = client_at(table_id, on_turn(table_id))
    answer = client.post(f"{TABLES}/{table_id}/advice", headers={"Accept-Language": "de"})
    assert " gewinnt den Stich bei " in answer.json()["why"]
    assert " takes the trick in " in client.post(f"{TABLES}/{table_id}/advice").json()["why"]
