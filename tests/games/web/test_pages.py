"""The pages of the game: who is let in, what a page hands to its script, and a game in one click."""

import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Table
from games.models.table import RUNNING
from games.rules.cards.deal import server_salt
from tests.support.games.people import browser_of, person
from tests.support.games.playing import opened, running, snapshot
from tests.support.games.snapshots import everything

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def counts_from_zero() -> None:
    """No guests are counted from the test before."""
    cache.clear()


@pytest.fixture
def alice() -> Client:
    return browser_of(person("alice"))


@pytest.fixture
def nobody() -> Client:
    return browser_of(None)


def handed_over(response: Any) -> dict[str, Any]:
    """What the page hands to its script."""
    found = re.search(
        r'<script id="page"[^>]*type="application/json"[^>]*>(.*?)</script>', response.text, re.S
    )
    if found is None:
        found = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', response.text, re.S)
    assert found is not None
    page: dict[str, Any] = json.loads(found[1])
    return page


def posts(browser: Client, path: str, **fields: str) -> Any:
    """Press a button on the front page."""
    browser.get("/tables/")
    return browser.post(path, {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value, **fields})


@pytest.mark.parametrize("path", ["/", "/rules/", "/odds", "/tables/"])
def test_everyone_may_read_the_pages(nobody, alice, path):
    for browser in (nobody, alice):
        assert browser.get(path).status_code == 200


def test_one_click_makes_a_guest_a_table_and_a_game(nobody):
    response = posts(nobody, "/play/")
    row = Table.objects.get()
    guest = User.objects.get(kind="guest")
    assert (response.status_code, response["Location"]) == (302, f"/tables/{row.pk}/")
    assert [seat.kind for seat in row.seats.all()] == ["guest", "bot", "bot", "bot"]
    assert (row.opened_by, row.visibility, row.options["undo"]) == (guest, "private", True)
    assert row.status in ("naming_trump", "bidding")
    page = handed_over(nobody.get(response["Location"]))
    assert page["user"] == {"name": guest.username, "kind": "guest"}
    assert (page["table_id"], page["socket"]) == (row.pk, f"/ws/tables/{row.pk}")


@pytest.mark.parametrize("salt", ["", "5a17" * 8])
def test_the_salt_that_one_click_brings_is_part_of_the_deal(alice, salt):
    posts(alice, "/play/", salt=salt)
    state = snapshot(Table.objects.get().pk).state
    assert state.seats[0].salt == (salt or server_salt(bytes.fromhex(state.server_seed)).hex())


def test_a_salt_that_is_none_starts_no_game(nobody):
    assert posts(nobody, "/play/", salt="salt").status_code == 400
    assert (Table.objects.count(), User.objects.count()) == (0, 0)


def test_one_click_starts_a_short_game_as_well(nobody):
    posts(nobody, "/play/", length="short")
    options = Table.objects.get().options
    assert ([each["cards"] for each in options["rounds"]], options["undo"]) == ([1, 2, 3, 4, 5], True)


def test_a_length_that_no_game_has_starts_none(nobody):
    assert posts(nobody, "/play/", length="endless").status_code == 400
    assert (Table.objects.count(), User.objects.count()) == (0, 0)


def test_one_click_of_somebody_makes_no_guest(alice):
    posts(alice, "/play/")
    posts(alice, "/play/")
    assert User.objects.count() == 1
    assert Table.objects.filter(opened_by__username="alice").count() == 2


def test_a_game_is_begun_by_a_button_of_this_site_alone(nobody):
    before = everything()
    assert nobody.get("/play/").status_code == 405
    assert nobody.post("/play/").status_code == 403
    assert everything() == before
    assert User.objects.count() == 0


def test_the_address_of_a_button_says_that_it_needs_one(nobody, alice):
    for browser, path in ((nobody, "/play/"), (nobody, "/accounts/guest/"), (alice, "/play/")):
        answer = browser.get(path)
        assert (answer.status_code, answer["Allow"]) == (405, "POST")
        assert "<h1>Use the button</h1>" in answer.text


@pytest.mark.parametrize("path", ["/rules", "/players", "/players/alice", "/accounts/login", "/tables"])
def test_a_page_is_found_without_its_last_slash(nobody, alice, path):
    answer = nobody.get(f"{path}?page=2")
    assert (answer.status_code, answer["Location"]) == (301, f"{path}/?page=2")


def test_a_link_to_a_table_that_lost_its_last_slash_keeps_the_invite(nobody):
    table_id = opened(person("alice"), visibility="private")
    code = Table.objects.get().invite
    answer = nobody.get(f"/tables/{table_id}?invite={code}", follow=True)
    assert answer.status_code == 200
    assert handed_over(answer)["invite"] == code


def test_what_is_nowhere_is_not_found_with_and_without_a_slash(nobody):
    for path in ("/nowhere", "/nowhere/", "/tables/a/b"):
        assert nobody.get(path).status_code == 404


def test_a_crowd_of_new_guests_is_asked_to_wait(nobody, monkeypatch):
    from core.refusal import Throttled

    def refuse(**_: Any) -> None:
        raise Throttled(wait=7)

    monkeypatch.setattr("games.web.views.get_or_create_player", refuse)
    response = posts(nobody, "/play/")
    assert (response.status_code, response["Retry-After"]) == (429, "7")
    assert not Table.objects.exists()


def test_the_lobby_knows_who_looks(nobody, alice):
    assert 'data-user=""' in nobody.get("/tables/").text
    assert 'data-user="alice"' in alice.get("/tables/").text


def test_the_lobby_comes_with_its_tables(nobody, alice):
    mine = opened(person("alice"), visibility="private")
    waiting, playing = opened(person("bob")), running(3)
    tables = handed_over(alice.get("/tables/"))
    listed = {name: [table["id"] for table in rows] for name, rows in tables.items()}
    assert (listed["open"], listed["running"]) == ([waiting], [playing])
    assert set(listed["mine"]) == {mine, playing}
    assert handed_over(nobody.get("/tables/"))["mine"] == []


def test_a_public_table_is_open_to_all(nobody, alice):
    table_id = opened(person("alice"))
    for browser in (nobody, alice):
        page = handed_over(browser.get(f"/tables/{table_id}/"))
        assert (page["table_id"], page["invite"]) == (table_id, None)


@pytest.mark.parametrize(
    ("language", "undo"),
    [
        ("en", "Ask to take back your last card or bid, where the table has undo"),
        ("de", "Darum bitten, deine letzte Karte oder Ansage zurückzunehmen, wo der Tisch das erlaubt"),
    ],
)
def test_the_help_and_the_page_about_accessibility_list_the_same_keys(nobody, language, undo):
    headers = {"accept-language": language}
    table_id = opened(person("alice"))
    keys = handed_over(nobody.get(f"/tables/{table_id}/", headers=headers))["keys"]
    page = nobody.get("/accessibility/", headers=headers).text
    assert ["U", undo] in keys["shortcuts"]
    listed = [list(row) for row in re.findall(r"<kbd>(.+?)</kbd></th><td>(.+?)</td>", page)]
    assert listed == keys["reading"] + keys["shortcuts"]


def test_a_private_table_takes_its_invite(nobody, alice):
    table_id = opened(person("alice"), visibility="private")
    invite = Table.objects.get(pk=table_id).invite
    bob = browser_of(person("bob"))
    assert alice.get(f"/tables/{table_id}/").status_code == 200
    for browser in (nobody, bob):
        for query in ("", "?invite=", "?invite=wrong"):
            response = browser.get(f"/tables/{table_id}/{query}")
            assert response.status_code == 403
            assert invite not in response.text
        page = handed_over(browser.get(f"/tables/{table_id}/?invite={invite}"))
        assert page["invite"] == invite


@pytest.mark.parametrize("page", ["", "analysis/"])
def test_a_wrong_invite_code_is_called_wrong_and_stays_in_the_field(nobody, page):
    path = f"/tables/{opened(person('alice'), visibility='private')}/{page}"
    error = "This code does not open this table."
    first = nobody.get(path).text
    assert 'value=""' in first
    assert error not in first
    again = nobody.get(f"{path}?invite=%22wrong%22")
    assert again.status_code == 403
    assert 'value="&quot;wrong&quot;"' in again.text
    assert f'<span class="errors" id="invite_error">{error}</span>' in again.text
    assert 'aria-invalid="true" aria-describedby="invite_error"' in again.text


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"sealed": True}, "Others are playing the same cards"),
        ({"status": RUNNING[0], "options": {"spectators": False}}, "This table is closed to spectators"),
    ],
)
def test_a_closed_table_says_why_even_to_visitors_with_its_invite(nobody, fields, reason):
    table_id = opened(person("alice"), visibility="private")
    Table.objects.update(**fields)
    page = nobody.get(f"/tables/{table_id}/?invite={Table.objects.get(pk=table_id).invite}")
    assert page.status_code == 403
    assert reason in page.text
    assert "Invite code" not in page.text


def test_a_table_that_does_not_exist_is_not_found(alice):
    assert alice.get("/tables/nowhere/").status_code == 404


def test_what_a_visitor_brings_does_not_become_a_script(alice):
    table_id = opened(person("alice"))
    evil = "</script><script>alert(1)</script>"
    response = alice.get(f"/tables/{table_id}/", {"invite": evil})
    assert evil not in response.text
    assert handed_over(response)["invite"] == evil


def test_the_front_page_leads_back_to_a_game_that_is_played(nobody, alice):
    assert "Back to your table" not in alice.get("/").text
    table_id = opened(person("alice"), size=3, bots=2)
    text = alice.get("/").text
    assert f'href="/tables/{table_id}/" data-testid="back-to-table"' in text
    # One button alone is golden.
    assert text.count("button primary big") == 1
    assert "Back to your table" not in nobody.get("/").text
    Table.objects.filter(pk=table_id).update(quarantined="damaged")
    assert "Back to your table" not in alice.get("/").text


def test_a_quarantined_table_says_so_in_the_visitors_language(nobody):
    table_id = running()
    Table.objects.filter(pk=table_id).update(quarantined="damaged")
    page = nobody.get(f"/tables/{table_id}/", headers={"Accept-Language": "de"})
    assert page.status_code == 503
    assert "Die gespeicherten Daten dieses Tisches" in page.text


@pytest.mark.parametrize(("kind", "count"), [("human", 1), ("guest", 0)])
def test_a_header_asks_once_what_waits_and_not_for_those_who_have_no_friends(kind, count):
    client = browser_of(person("alice", kind=kind))
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/rules/").status_code == 200
    asked = [each["sql"] for each in queries if re.search("challenge|friendrequest", each["sql"])]
    assert len(asked) == count
