"""Cheats and accusations in the admin: to search and to read when the game is over; by nobody to change."""

from random import Random
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from games.models import Accusation, Cheat, Round
from games.rules.topics.cheating import Accuse
from tests.support.games.cheating.accusations import a_cheat, others
from tests.support.games.playing import do, opened, people, play_on, short

pytestmark = pytest.mark.django_db

MODELS = [Cheat, Accusation]


def cheated(*rounds: int) -> str:
    """A table in its first round, in which somebody cheated and was called."""
    table_id = opened(*people(4), size=4, options=short(*rounds, cheating=True))
    accused, _ = a_cheat(table_id, Random(5))
    do(table_id, next(others(accused)), Accuse(accused, "light_sensor", 0.25, "2026-01-01T11:59:58Z"))
    return table_id


@pytest.fixture
def over() -> str:
    """A table whose game is over."""
    table_id = cheated(12, 1)
    play_on(table_id, Random(9))
    return table_id


@pytest.fixture
def running() -> str:
    """A table in its second round."""
    table_id = cheated(12, 5)
    play_on(table_id, Random(9), until=lambda seen: seen["round"]["number"] == 2)
    return table_id


def page(staff: Client, model: type, name: str, *args: Any, **query: str) -> Any:
    return staff.get(reverse(f"admin:games_{model._meta.model_name}_{name}", args=args), query)


def shown(staff: Client, model: type, **query: str) -> list[int]:
    """The ids of the rows in a list."""
    answer = page(staff, model, "changelist", **query)
    assert answer.status_code == 200
    return [row.pk for row in answer.context["cl"].result_list]


def ids(model: type, table_id: str) -> list[int]:
    return list(model.objects.filter(round__table_id=table_id).values_list("pk", flat=True))


@pytest.mark.parametrize("model", MODELS)
def test_they_are_found_by_table_and_by_player(staff, over, model):
    all_of_them = sorted(ids(model, over))
    assert all_of_them
    assert sorted(shown(staff, model)) == all_of_them
    assert sorted(shown(staff, model, q=over)) == all_of_them
    assert sorted(shown(staff, model, q="alice")) == all_of_them
    assert shown(staff, model, q="nobody") == []


def test_verdicts_and_who_got_away_can_be_filtered(staff, over):
    caught = Accusation.objects.get(round__table_id=over)
    assert shown(staff, Accusation, verdict="caught") == [caught.pk]
    assert shown(staff, Accusation, verdict="wrong") == []
    called = Cheat.objects.get(round__table_id=over, called_by=caught.accuser)
    assert shown(staff, Cheat, called_by=str(caught.accuser)) == [called.pk]


def test_a_page_tells_all_of_an_accusation(staff, over):
    row = Accusation.objects.get(round__table_id=over)
    told = page(staff, Accusation, "change", row.pk).content.decode()
    for value in ("light_sensor", "0.25", "2026-01-01T11:59:58Z", "caught", f"{row.after}", "-10"):
        assert value in told


def test_a_page_tells_all_of_a_cheat(staff, over):
    row = Cheat.objects.filter(round__table_id=over, called_by__isnull=False).get()
    told = page(staff, Cheat, "change", row.pk).content.decode()
    for value in (row.card, row.owed, f"{row.called_by}", f"{row.trick}"):
        assert f'<div class="readonly">{value}</div>' in told


@pytest.mark.parametrize("model", MODELS)
def test_nobody_changes_them(staff, over, model):
    pk = ids(model, over)[0]
    before = list(model.objects.values())
    form = dict.fromkeys(("seat", "card", "verdict", "accuser", "trick", "owed", "_save"), "1")
    name = f"admin:games_{model._meta.model_name}"
    for address, given in (
        (reverse(f"{name}_add"), form),
        (reverse(f"{name}_change", args=[pk]), form),
        (reverse(f"{name}_delete", args=[pk]), {"post": "yes"}),
    ):
        assert staff.post(address, given).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}
    staff.post(reverse(f"{name}_changelist"), chosen)
    assert list(model.objects.values()) == before
    assert admin.site._registry[model].get_actions(staff.get("/").wsgi_request) == {}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("query", [{}, {"q": "alice"}, {"o": "1"}, {"o": "-2.3"}, {"all": ""}])
def test_no_list_counts_or_orders_what_happened_in_a_running_game(staff, running, over, model, query):
    assert sorted(shown(staff, model, **query)) == sorted(ids(model, over))
    assert shown(staff, model, q=running) == []


def test_there_is_nothing_of_a_cheat_in_a_running_game_and_an_accusation_has_no_page(staff, running):
    assert ids(Cheat, running) == []
    (pk,) = ids(Accusation, running)
    for name in ("change", "history", "delete"):
        answer = page(staff, Accusation, name, pk)
        assert answer.status_code in (302, 403, 404), name
        assert "light_sensor" not in answer.content.decode()


def test_the_page_of_a_round_says_nothing_of_cheats(staff, running):
    """Of a game that runs it has bids, tricks and points; of verdicts the points alone, which all saw."""
    row = Round.objects.get(table_id=running, number=1)
    told = page(staff, Round, "change", row.pk).content.decode().lower().partition('id="content-main"')[2]
    assert "tricks" in told
    assert "cheat" not in told
    assert "owed" not in told
