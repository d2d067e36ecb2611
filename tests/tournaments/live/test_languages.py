"""Readers of different languages at the same tournament: none ever gets another's text."""

import json

import pytest
from asgiref.sync import sync_to_async as aside
from django.test import Client
from django.utils import translation

from accounts.models import User
from tests.support.games.connections.socket_client import Socket
from tests.support.games.people import token_of
from tests.support.tournaments.events import desk, event, play_stage, start, with_bots, with_people
from tests.tournaments.live.test_hall_data import Django, ask, path_of
from tournaments.live import hall
from tournaments.selectors.public.tournament import public_tournament
from tournaments.services.draw import draws

TITLES = {"en": "Stage 1", "de": "Stufe 1"}
GOES_ON = {"en": "The best 4 in the standings go on.", "de": "Die besten 4 der Tabelle kommen weiter."}
HEADINGS = {language: f'id="stage-1-title">{title}<' for language, title in TITLES.items()}
ORDERS = (("en", "de"), ("de", "en"))
"""Whoever comes first fills the caches."""


def running():
    tournament = with_bots(event({"qualify": "best", "qualify_count": 4}, {}), 8)
    start(tournament, 1)
    return tournament


def get(path, language, **headers):
    return Client().get(path, HTTP_ACCEPT_LANGUAGE=language, **headers)


@pytest.mark.parametrize("order", ORDERS)
def test_pages_and_api_are_in_the_language_of_each_reader(order):
    tournament = running()
    page, api = f"/tournaments/{tournament.slug}", f"/api/v1/tournaments/{tournament.slug}"
    for language in (*order, *order):
        shown = get(page, language).content.decode()
        stage = get(api, language).json()["stages"][0]
        tables = get(f"{api}/stages/1", language).json()
        assert (stage["title"], stage["goes_on"]) == (TITLES[language], GOES_ON[language])
        assert tables["title"] == TITLES[language]
        for other in TITLES:
            assert (GOES_ON[other] in shown) == (other == language)
            assert (HEADINGS[other] in shown) == (other == language)


@pytest.mark.parametrize("order", ORDERS)
def test_the_live_part_has_an_etag_for_each_language(order):
    path = f"/tournaments/{running().slug}/live"
    parts = {language: get(path, language) for language in order}
    for language, other in (order, order[::-1]):
        part = parts[language]
        assert f">{TITLES[language]}<" in part.content.decode()
        assert part.headers["Content-Language"] == language
        assert {"Accept-Language", "Cookie"} <= set(part.headers["Vary"].split(", "))
        etag = part.headers["ETag"]
        assert get(path, language, HTTP_IF_NONE_MATCH=etag).status_code == 304
        again = get(path, other, HTTP_IF_NONE_MATCH=etag)
        assert (again.status_code, again.headers["ETag"]) == (200, parts[other].headers["ETag"])


@pytest.mark.parametrize("order", ORDERS)
async def test_the_halls_address_says_its_language(order):
    screens, path = hall.HallScreensMiddleware(Django()), path_of(await aside(running)())
    answers = {language: await ask(screens, path, query=f"language={language}") for language in order}
    for language, other in (order, order[::-1]):
        status, headers, body = answers[language]
        assert (status, headers["content-language"]) == (200, language)
        assert json.loads(body)["stage"]["title"] == TITLES[language]
        etag = headers["etag"]
        assert (await ask(screens, path, query=f"language={language}", if_none_match=etag))[0] == 304
        again = await ask(screens, path, query=f"language={other}", if_none_match=etag)
        assert (again[0], again[2]) == (200, answers[other][2])


async def test_an_unknown_language_and_none_are_the_sites_own():
    screens, path = hall.HallScreensMiddleware(Django()), path_of(await aside(running)())
    plain = await ask(screens, path, accept_language="de")
    assert json.loads(plain[2])["stage"]["title"] == "Stage 1"
    assert (await ask(screens, path, query="language=klingon&language=de"))[1]["etag"] == plain[1]["etag"]


@pytest.mark.parametrize("visibility", ["public", "draft"])
def test_the_halls_page_asks_for_its_own_language(visibility):
    tournament = event(visibility=visibility)
    client = Client()
    client.force_login(User.objects.get(username="olga"))
    shown = client.get(f"/tournaments/{tournament.slug}/hall", HTTP_ACCEPT_LANGUAGE="de").content.decode()
    address = f"{path_of(tournament)}?language=de"
    assert f'data-url="{address}"' in shown
    data = client.get(address, HTTP_ACCEPT_LANGUAGE="en")
    assert data.headers["Content-Language"] == "de"
    assert data.json()["next_title"] == "Stufe 1"
    again = client.get(address, HTTP_IF_NONE_MATCH=data.headers["ETag"])
    assert again.status_code == 304


def test_files_are_the_same_for_all():
    tournament = event({}, {"kind": "final"})
    with_bots(tournament, 8)
    play_stage(tournament, 1)
    for what in ("seats.csv", "results.json", "standings.csv"):
        path = f"/tournaments/{tournament.slug}/export/{what}"
        german, english = (get(path, language) for language in ("de", "en"))
        assert german.content == english.content
        assert german.headers["Content-Language"] == "en"


def test_a_name_that_somebody_gave_is_not_translated():
    tournament = running()
    tournament.stages.filter(number=2).update(name="Final")
    tournament.refresh_from_db()
    with translation.override("de"):
        assert [stage["title"] for stage in public_tournament(tournament).stages] == ["Stufe 1", "Final"]


def player(name, language):
    user = User.objects.get(username=name)
    User.objects.filter(pk=user.pk).update(preferences={"language": language})
    user.refresh_from_db()
    return token_of(user)


async def test_each_socket_is_told_in_its_own_language(only_words):
    tournament = await aside(event)({"minutes": 45})
    await aside(with_people)(tournament, ("alice", "bob", "dora", "emil"))
    tokens = {
        name: await aside(player)(name, language) for name, language in (("alice", "de"), ("bob", "en"))
    }
    path = f"/ws/tournaments/{tournament.slug}"
    async with Socket(path, tokens["alice"]) as alice, Socket(path, tokens["bob"]) as bob:
        for line in (alice, bob):
            assert (await line.next("tournament"))["step"] == "there"
        await aside(lambda: draws.draw_stage(**desk(tournament), stage_number=1))()
        await aside(lambda: draws.release_draw(**desk(tournament), stage_number=1))()
        for line, language in ((alice, "de"), (bob, "en")):
            while (frame := await line.next("tournament"))["step"] != "seat":
                pass
            assert frame["own"]["table"]["title"] == TITLES[language]
