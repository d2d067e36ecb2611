"""Undo over HTTP: a card comes back when everybody agrees; what makes no sense is refused by its code."""

from typing import Any

import pytest

from tests.support.games.people import api_of, person
from tests.support.games.playing import in_play, number, on_turn, sight
from tests.support.games.responses import TABLES, is_refused

pytestmark = pytest.mark.django_db


def act(table_id: str, name: str, action: str, **fields: Any):
    body = {"id": f"{name} {action} {number(table_id)}", "type": action, **fields}
    return api_of(person(name)).post(f"{TABLES}/{table_id}/actions", body, format="json")


@pytest.fixture
def played() -> tuple[str, str, list[str]]:
    """A table at which somebody has played a card; their name, and those of the others."""
    table_id = in_play(3, undo=True)
    seat = on_turn(table_id)
    names = [player["name"] for player in sight(table_id)["players"]]
    card = sight(table_id, seat)["legal"]["cards"][0]
    assert act(table_id, names[seat], "play", card=card).status_code == 200
    return table_id, names.pop(seat), names


def cards_of(table_id: str, name: str) -> int:
    return next(each["cards"] for each in sight(table_id)["players"] if each["name"] == name)


def test_a_card_comes_back_when_everybody_agrees(played):
    table_id, player, others = played
    assert act(table_id, player, "ask_undo").status_code == 200
    for other in others:
        assert cards_of(table_id, player) == 2
        assert act(table_id, other, "answer_undo", allow=True).status_code == 200
    assert cards_of(table_id, player) == 3


def test_who_may_not_ask_or_answer_changes_nothing(played):
    table_id, player, (other, *_) = played
    before = number(table_id)
    is_refused(lambda: act(table_id, "charlie the stranger", "ask_undo"), 409, "not_seated")
    is_refused(lambda: act(table_id, other, "ask_undo"), 409, "undo_too_late")
    is_refused(lambda: act(table_id, other, "answer_undo", allow=True), 409, "no_undo_asked")
    is_refused(lambda: act(table_id, player, "withdraw_undo"), 409, "no_undo_asked")
    assert number(table_id) == before
    act(table_id, player, "ask_undo")
    asked = number(table_id)
    is_refused(lambda: act(table_id, "charlie the stranger", "answer_undo", allow=True), 409, "not_seated")
    is_refused(lambda: act(table_id, other, "withdraw_undo"), 409, "no_undo_asked")
    is_refused(lambda: act(table_id, other, "answer_undo"), 400, "bad_request")
    assert (number(table_id), cards_of(table_id, player)) == (asked, 2)


def test_where_nobody_has_agreed_on_it_nothing_is_taken_back():
    table_id = in_play(3)
    names = [player["name"] for player in sight(table_id)["players"]]
    is_refused(lambda: act(table_id, names[on_turn(table_id)], "ask_undo"), 409, "undo_unavailable")
