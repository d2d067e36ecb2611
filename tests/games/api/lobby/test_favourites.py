"""Favourites over HTTP: saved, listed, renamed and deleted by whoever they belong to, and nobody else."""

import pytest

from games.models import Favourite
from games.services.lobby.favourites import MAX_FAVOURITES
from tests.support.games.people import api_of, person
from tests.support.games.responses import TABLES, is_problem, is_refused

FAVOURITES = "/api/v1/me/favourites"


def saved(client, name="Friday", **given):
    answer = client.post(FAVOURITES, {"name": name, "seats": 4, **given})
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_a_saved_game_is_listed_and_opens_as_it_was_saved(alice):
    rounds = [{"cards": 1, "reveal": "hiddentip"}, {"cards": 2, "restriction": "notequal"}]
    game = saved(
        alice, options={"preset": "custom", "rounds": rounds}, seats=5, bots=2, bot_level="master",
        visibility="private", visiting_bots=False,
    )  # fmt: skip
    assert game["errors"] == {}
    assert alice.get(FAVOURITES).json() == [game]
    fields = ("seats", "options", "bots", "bot_level", "visibility", "visiting_bots")
    table = alice.post(TABLES, {field: game[field] for field in fields}).json()
    assert (table["seats"], len(table["players"]), table["visibility"]) == (5, 3, "private")
    assert [plan["reveal"] for plan in table["options"]["rounds"]] == ["hiddentip", "open"]


def test_guests_keep_favourites_and_nobody_sees_those_of_others(alice, bob):
    guest = api_of(person("a guest", "guest"))
    for client, name in ((guest, "Mine"), (alice, "Zwei"), (alice, "Eins")):
        saved(client, name)
    assert [game["name"] for game in guest.get(FAVOURITES).json()] == ["Mine"]
    assert [game["name"] for game in alice.get(FAVOURITES).json()] == ["Eins", "Zwei"]
    assert bob.get(FAVOURITES).json() == []


def test_a_favourite_is_renamed_and_deleted(alice):
    path = f"{FAVOURITES}/{saved(alice)['id']}"
    saved(alice, "Monday")
    assert alice.put(path, {"name": " Saturday "}).json()["name"] == "Saturday"
    assert alice.put(path, {"name": "Saturday"}).status_code == 200
    body = is_refused(lambda: alice.put(path, {"name": "Monday"}), 400, "bad_request")
    assert body["errors"] == {"name": ["You have a favourite with this name."]}
    assert alice.delete(path).status_code == 204
    is_problem(alice.delete(path), 404, "not_found")
    is_problem(alice.put(path, {"name": "Sunday"}), 404, "not_found")


def test_nobody_changes_the_favourite_of_somebody_else(alice, bob, nobody):
    path = f"{FAVOURITES}/{saved(alice)['id']}"
    is_refused(lambda: bob.put(path, {"name": "Bob's"}), 404, "not_found")
    is_refused(lambda: bob.delete(path), 404, "not_found")
    for call in (nobody.get, nobody.post):
        is_problem(call(FAVOURITES), 401, "not_authenticated")


def test_twenty_are_enough(alice):
    for number in range(MAX_FAVOURITES):
        saved(alice, f"Game {number}")
    body = is_refused(
        lambda: alice.post(FAVOURITES, {"name": "More", "seats": 4}), 409, "too_many_favourites"
    )
    assert "20" in body["detail"]


def test_an_option_that_no_longer_exists_is_named(alice):
    game = saved(alice, options={"edition": "magic"}, bot_level="master")
    Favourite.objects.update(options={**game["options"], "edition": "gold", "luck": 1}, bot_level="wizard")
    [found] = alice.get(FAVOURITES).json()
    assert found["errors"] == {
        "luck": ["There is no such option."],
        "edition": ["This must be one of base, magic."],
        "bot_level": ["This must be one of apprentice, journeyman, master."],
    }
    given = {"seats": 4, "options": found["options"]}
    body = is_refused(lambda: alice.post(TABLES, given), 400, "bad_request")
    assert set(body["errors"]) == {"luck", "edition"}


WRONG = [
    ({"name": ""}, "name"),
    ({"name": "x" * 41}, "name"),
    ({"name": None}, "name"),
    ({"name": "\x00"}, "name"),
    ({"seats": 2}, "seats"),
    ({"seats": 5, "options": {"preset": "dm2008"}}, "seats"),
    ({"bots": 4}, "bots"),
    ({"bot_level": "genius"}, "bot_level"),
    ({"visibility": "secret"}, "visibility"),
    ({"options": {"luck": 1}}, "luck"),
    ({"options": {"preset": "custom", "rounds": [{"cards": 1, "reveal": "never"}]}}, "rounds"),
    ({"preset": "standard"}, "preset"),
]


@pytest.mark.parametrize(("given", "field"), WRONG, ids=str)
def test_a_game_that_cannot_be_opened_is_not_saved(alice, given, field):
    send = lambda: alice.post(FAVOURITES, {"name": "Friday", "seats": 4, **given})  # noqa: E731
    assert field in is_refused(send, 400, "bad_request")["errors"]
