"""The page of an analysis: who gets in, whose it is, and the ways to the others."""

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from games.models import Analysis, Table
from tests.support.games.people import browser_of, person
from tests.support.games.playing import finished, people, running, short

pytestmark = pytest.mark.django_db


def page_of(text: str) -> dict[str, Any]:
    """What the page tells its script."""
    found = re.search(r'<script id="page" type="application/json">(.*?)</script>', text)
    assert found
    page: dict[str, Any] = json.loads(found[1])
    return page


def test_ones_own_analysis_is_asked_for_by_seat() -> None:
    table_id = finished(*people(3), options=short(1))
    answer = browser_of(person("bob")).get(f"/tables/{table_id}/analysis/")
    page = page_of(answer.text)
    assert (page["url"], page["own"]) == (f"/api/v1/tables/{table_id}/analysis?seat=1", True)
    assert page["names"] == ["alice", "bob", "dora"]
    assert "How you played" in answer.text
    assert answer["Cache-Control"].count("no-store") == 1


def test_others_are_offered_what_is_made() -> None:
    table_id = finished(*people(3), options=short(1))
    path = f"/tables/{table_id}/analysis/"
    Analysis.objects.create(table_id=table_id, seat=0, made_at=timezone.now())
    Analysis.objects.create(table_id=table_id, seat=2)
    for reader in (person("bob"), person("charlie"), None):
        text = browser_of(reader).get(path).text
        assert f'href="{path}?seat=0"' in text
        assert f'href="{path}?seat=2"' not in text
    text = browser_of(None).get(path, {"seat": 0}).text
    assert "How alice played" in text
    assert page_of(text)["url"].endswith("?seat=0")
    assert "Your own" in browser_of(person("bob")).get(path, {"seat": 0}).text


def test_the_invite_of_a_private_table_stays_in_all_ways() -> None:
    table_id = finished(*people(3), options=short(1))
    Table.objects.filter(pk=table_id).update(visibility="private")
    path, invite = f"/tables/{table_id}/analysis/", Table.objects.get(pk=table_id).invite
    assert browser_of(None).get(path).status_code == 403
    text = browser_of(None).get(path, {"invite": invite, "seat": 1}).text
    assert f"seat=1&invite={invite}" in page_of(text)["url"].replace("\\u0026", "&")
    assert f'href="/tables/{table_id}/?invite={invite}"' in text


@pytest.mark.parametrize("seat", ["3", "-1", "x", "²", "9" * 5000, ""])
def test_a_seat_where_nobody_sat_is_not_found(seat: str) -> None:
    assert (
        browser_of(None)
        .get(f"/tables/{finished(*people(3), options=short(1))}/analysis/", {"seat": seat})
        .status_code
        == 404
    )


def test_a_table_that_is_not_there_has_no_analysis_and_one_that_is_quarantined_says_so() -> None:
    assert browser_of(None).get("/tables/nowhere/analysis/").status_code == 404
    table_id = running(3, **short(1))
    Table.objects.filter(pk=table_id).update(quarantined="damaged")
    assert "unavailable" in browser_of(None).get(f"/tables/{table_id}/analysis/").text


def test_ones_last_games_lead_to_their_analyses_unless_they_are_sealed() -> None:
    open_to_all, sealed = finished(*people(3), options=short(1)), finished(*people(3), options=short(1))
    Table.objects.filter(pk=sealed).update(sealed=True)
    text = browser_of(person("alice")).get("/players/alice/").text
    assert f'href="/tables/{open_to_all}/analysis/"' in text
    assert f'href="/tables/{sealed}/analysis/"' not in text


def test_a_stranger_is_told_of_no_own_game_and_may_log_in() -> None:
    path = f"/tables/{finished(*people(3), options=short(1))}/analysis/"
    for reader, login in ((None, f"/accounts/login/?{urlencode({'next': path})}"), (person("charlie"), None)):
        text = browser_of(reader).get(path).text
        assert "How you played" not in text
        assert (page_of(text)["own"], page_of(text)["login_url"]) == (False, login)


def test_the_page_knows_the_edition_whose_cards_it_shows() -> None:
    for options, edition in ((short(1), "base"), ({**short(1), "edition": "magic"}, "magic")):
        table_id = finished(*people(3), options=options)
        answer = browser_of(person("bob")).get(f"/tables/{table_id}/analysis/")
        assert page_of(answer.text)["edition"] == edition
