"""The forms that add entrants: what was typed comes back with the reason for a refusal."""

import pytest

from tests.support.games.people import person
from tests.support.tournaments.events import event
from tests.support.tournaments.pages.desks import Organiser, fields_on, organising

TYPED = {
    "name": 'Ada "<b>Countess</b>" L.',
    "username": "ada-l",
    "club": "Bonn & Sons",
    "birth_year": "1899",
    "nation": "DE",
    "title_holder": "on",
    "reason": "wild card",
}


@pytest.fixture
def olga(on_file: None) -> Organiser:
    """The owner of a tournament with real cards, in which each nation has a quota."""
    tournament = event(online=False, nation_quota=2)
    return Organiser(organising("olga", tournament), tournament)


def player_form(page: str) -> str:
    """The HTML of the form that adds a player."""
    return page.partition("/add/player/")[2].partition("</form>")[0]


def test_a_refused_player_keeps_all_that_was_typed(olga):
    person("ada-l")
    assert olga.press("add_player", **TYPED).startswith("A birth year is from 1900 to ")
    form = player_form(olga.shown)
    found = fields_on(form)
    for name in ("name", "username", "club", "birth_year", "reason"):
        assert found[name] == TYPED[name]
    assert '<option value="DE" selected>' in form
    assert 'name="title_holder" checked' in form
    assert "<b>Countess" not in olga.shown

    corrected = {**found, "title_holder": "on", "nation": "DE", "birth_year": "1915"}
    assert "has been entered" in olga.press("add_player", **corrected)
    ada = olga.tournament.entries.get()
    assert (ada.name, ada.birth_year, ada.title_holder) == (TYPED["name"], 1915, True)
    assert not any(fields_on(player_form(olga.shown))[name] for name in ("name", "club", "birth_year"))


def test_the_forms_of_a_refused_page_lead_back_to_it(olga):
    assert olga.press("add_player", name="") == "A name has 1 to 40 characters."
    assert fields_on(player_form(olga.shown))["next"] == olga.address("add")
    olga.press("import_csv", next=fields_on(olga.shown)["next"])
    assert "Choose a file" in olga.said[0]


def test_a_form_that_arrived_twice_comes_back_empty(olga):
    """Otherwise, one more click would enter the same player again."""
    form = fields_on(player_form(olga.page("add"))) | {"name": "Eva", "nation": "DE"}
    olga.press("add_player", **form)
    assert "the form arrived twice" in olga.press("add_player", **form)
    assert not fields_on(player_form(olga.shown))["name"]
    assert olga.tournament.entries.count() == 1


def test_a_refused_list_keeps_its_lines(olga):
    text = "name,Who\nAda & Co,x\n</textarea><b>"
    assert "Not recognised: “Who”." in olga.press("import_csv", text=text)
    answer = olga.client.post(olga.address("import_csv"), {"text": text}).content.decode()
    assert ">name,Who\nAda &amp; Co,x\n&lt;/textarea&gt;&lt;b&gt;</textarea>" in answer
    assert '<span role="alert" tabindex="-1" autofocus>' in answer
    assert not olga.tournament.entries.exists()
    # The other forms of the page are as they were.
    assert not fields_on(player_form(olga.shown))["name"]


def test_refused_bots_keep_their_number_and_level(on_file):
    tournament = event()
    olga = Organiser(organising("olga", tournament), tournament)
    assert "501" not in olga.page("add")
    assert olga.press("add_bots", count="501", level="master")
    assert fields_on(olga.shown.partition("/add/bots/")[2])["count"] == "501"
    assert '<option value="master" selected>' in olga.shown
    assert not tournament.entries.exists()
