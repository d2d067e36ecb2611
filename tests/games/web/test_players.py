"""The pages of players: what everybody sees of somebody, and what only they do."""

import re
from datetime import timedelta

import pytest

from games.models import Rating, Seat, Table
from games.selectors.people import players
from games.web import players as pages
from tests.support.games.people import browser_of, person
from tests.support.games.playing import AT, finished, people, running, short
from tests.support.markup import squeezed

pytestmark = pytest.mark.django_db


def test_everybody_sees_what_somebodys_games_add_up_to() -> None:
    finished(*people(4), options={"preset": "tournament"})
    seat, rating = Seat.objects.get(name="alice"), Rating.objects.get(user__username="alice")
    page = squeezed(browser_of(None).get("/players/ALICE/").text)
    figures = {
        "Games": "1",
        "Won": "1 of 1 (100%)" if seat.rank == 1 else "0 of 1 (0%)",
        "Bids met": f"{seat.correct_bids} of 10 ({10 * seat.correct_bids}%)",
        "Best game": str(seat.score).replace("-", "−"),
        "Rating": f"{rating.value} after 1 rated game",
    }
    for name, value in figures.items():
        assert f'<th scope="row">{name}</th><td>{value}</td>' in page


def test_ones_own_last_games_are_for_oneself_alone() -> None:
    alice, bob = person("alice"), person("bob")
    first = finished(alice, bob, bots=1, options=short(2))
    last = finished(alice, bots=2, options=short(1))
    Table.objects.filter(pk=last).update(finished_at=AT + timedelta(minutes=1))
    going = running(4, **short(5))
    own = browser_of(alice).get("/players/alice/").text
    assert own.index(f"/tables/{last}/") < own.index(f"/tables/{first}/")
    assert going not in own
    assert "<td>bob, 1 bot</td>" in own
    assert "<td>2 bots</td>" in own
    german = browser_of(alice).get("/players/alice/", headers={"Accept-Language": "de"}).text
    assert re.search(rf"/tables/{last}/\">\d+\. \w+ {AT.year}</a>", german)
    for other in (bob, None):
        page = browser_of(other).get("/players/alice/").text
        assert "Your last games" not in page
        assert first not in page


def test_who_has_played_nothing_is_told_so_and_a_stranger_is_not_found() -> None:
    zoe = person("zoe")
    assert "No finished games yet." in browser_of(zoe).get("/players/zoe/").text
    for name in ("nobody", "%00", "a" * 300, "%F0%9F%83%8F"):
        assert browser_of(None).get(f"/players/{name}/").status_code == 404


def test_a_bot_is_marked_as_one() -> None:
    person("robby", "bot")
    assert "<h1>robby (bot)</h1>" in browser_of(None).get("/players/robby/").text


def test_the_best_are_listed_by_rating_page_by_page(monkeypatch) -> None:
    nobody = browser_of(None)
    finished(*people(4), options={"preset": "tournament"})
    assert "Nobody has played 5 rated games yet." in nobody.get("/players/").text
    monkeypatch.setattr(players, "MIN_RATED_GAMES", 1)
    monkeypatch.setattr(pages, "A_PAGE", 3)
    ranked = list(
        Rating.objects.order_by("-value", "user__username").values_list("user__username", flat=True)
    )
    first = squeezed(nobody.get("/players/").text)
    second = squeezed(nobody.get("/players/?page=2").text)
    places = [
        first.index(f'<td>{place}</td><th scope="row"><a href="/players/{name}/">')
        for place, name in enumerate(ranked[:3], 1)
    ]
    assert places == sorted(places)
    assert f'<td>4</td><th scope="row"><a href="/players/{ranked[3]}/">' in second
    assert ranked[3] not in first
    for odd in ("0", "99", "x", ""):
        assert nobody.get("/players/", {"page": odd}).status_code == 200
