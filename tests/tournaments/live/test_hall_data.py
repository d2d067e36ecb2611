"""The data of hall screens: the same bytes for all, made once a change, and nothing of drafts."""

import gzip
import json
from datetime import timedelta
from email.utils import parsedate_to_datetime

import pytest
from asgiref.sync import sync_to_async as aside
from django.utils import timezone

from tests.support.games.people import person
from tests.support.tournaments.corrections import BAD, FAIR, GOOD, POOR, real_cards
from tests.support.tournaments.corrections import enter as enter_result
from tests.support.tournaments.events import AT, desk, event, fresh, play, play_stage, start, with_bots
from tests.support.tournaments.pages.desks import Organiser, organising
from tournaments.live import hall
from tournaments.selectors.public.hall import hall_clock, hall_view
from tournaments.selectors.public.tournament import public_tournament
from tournaments.services.draw import draws
from tournaments.services.entry import entries
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.table import clocks


class Django:
    """Stands for all that is behind: keeps what reached it."""

    def __init__(self):
        self.paths = []

    async def __call__(self, scope, receive, send):
        self.paths.append(scope["path"])


@pytest.fixture
def django():
    return Django()


@pytest.fixture
def screens(django):
    return hall.HallScreensMiddleware(django)


async def ask(screens, path, method="GET", query="", **headers):
    """Status, headers and body of the answer; None where it was left to Django."""
    sent = []

    async def send(message):
        sent.append(message)

    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    asked = {"type": "http", "method": method, "path": path, "query_string": query.encode()}
    await screens({**asked, "headers": given}, None, send)
    if not sent:
        return None
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], found, sent[1]["body"]


def running(**fields):
    tournament = with_bots(event({"minutes": 45}, {"qualify": "best", "qualify_count": 4}, **fields), 8)
    start(tournament, 1)
    return tournament


def path_of(tournament):
    return f"/tournaments/{tournament.slug}/hall.json"


async def test_who_has_it_is_not_sent_it_again(screens):
    tournament = await aside(running)()
    status, headers, body = await ask(screens, path_of(tournament))
    assert (status, headers["content-type"]) == (200, "application/json")
    assert headers["cache-control"] == "public, max-age=2"
    assert json.loads(body)["stage"]["tables"] == 2
    again = await ask(screens, path_of(tournament), if_none_match=headers["etag"])
    assert (again[0], again[2]) == (304, b"")
    assert "content-length" not in again[1]
    assert timezone.now() - parsedate_to_datetime(again[1]["date"]) < timedelta(minutes=1)


async def test_it_is_packed_for_who_can_unpack(screens):
    tournament = await aside(running)()
    plain = await ask(screens, path_of(tournament))
    packed = await ask(screens, path_of(tournament), accept_encoding="gzip, br")
    assert packed[1]["content-encoding"] == "gzip"
    assert gzip.decompress(packed[2]) == plain[2]
    assert packed[1]["etag"] == plain[1]["etag"]
    assert packed[1]["vary"] == "Accept-Encoding"
    head = await ask(screens, path_of(tournament), method="HEAD")
    assert (head[2], head[1]["content-length"]) == (b"", str(len(plain[2])))


async def test_the_database_is_asked_once_a_second_whoever_asks(screens, monkeypatch):
    tournament = await aside(running)()
    looks = []
    real, now = hall.public_hall_screen_json, [100.0]
    monkeypatch.setattr(hall, "public_hall_screen_json", lambda slug: looks.append(slug) or real(slug))
    monkeypatch.setattr(hall.time, "monotonic", lambda: now[0])
    for _ in range(20):
        await ask(screens, path_of(tournament))
    assert len(looks) == 1
    now[0] += 1
    for _ in range(20):
        await ask(screens, path_of(tournament))
    assert len(looks) == 2


def test_with_real_cards_the_result_that_was_entered_last_comes_first(on_file):
    tournament = real_cards()
    enter_result(tournament, 2, GOOD, FAIR, POOR, BAD, now=AT)
    enter_result(tournament, 1, GOOD, FAIR, POOR, BAD, now=AT + timedelta(minutes=1))
    public = public_tournament(fresh(tournament))
    assert [result["table"] for result in hall_view(public)["results"]] == [1, 2]
    assert [row["finished_at"] for row in public.tables[1]] == [AT + timedelta(minutes=1), AT]


async def test_a_change_is_there_at_the_next_look(screens, monkeypatch):
    monkeypatch.setattr(hall, "CACHE_LIFETIME_SECONDS", 0)
    tournament = await aside(running)()
    before = await ask(screens, path_of(tournament))
    await aside(play)(tournament, 1)
    after = await ask(screens, path_of(tournament), if_none_match=before[1]["etag"])
    assert after[0] == 200
    found = json.loads(after[2])
    assert found["stage"]["finished"] == 2
    assert len(found["results"]) == 2
    assert sum(row[3] for row in found["standings"]) == pytest.approx(210, abs=0.05)


async def test_drafts_other_paths_and_other_methods_are_left_to_django(screens, django):
    draft = await aside(event)(visibility="draft")
    unlisted = await aside(event)(visibility="unlisted")
    for path in (path_of(draft), "/tournaments/nothing/hall.json", f"/tournaments/{unlisted.slug}/hall", "/"):
        assert await ask(screens, path) is None
    assert await ask(screens, path_of(unlisted), method="POST") is None
    assert len(django.paths) == 5
    assert await ask(screens, path_of(unlisted)) is not None


async def test_what_becomes_a_draft_is_gone(screens, monkeypatch):
    monkeypatch.setattr(hall, "CACHE_LIFETIME_SECONDS", 0)
    tournament = await aside(event)()
    assert await ask(screens, path_of(tournament)) is not None
    await aside(type(tournament).objects.filter(pk=tournament.pk).update)(visibility="draft")
    assert await ask(screens, path_of(tournament)) is None


# --- What is told ------------------------------------------------------------------------------------------


def page(tournament):
    tournament.refresh_from_db()
    return public_tournament(tournament)


def test_the_clock_goes_by_the_table_that_has_the_most_time():
    tournament = running()
    assert hall_clock(page(tournament))["closes_at"] == AT + timedelta(minutes=45)
    assert hall_clock(page(tournament))["warn_seconds"] == 300
    clocks.add_time(**desk(tournament), stage_number=1, minutes=5, tables=[2])
    assert hall_clock(page(tournament))["closes_at"] == AT + timedelta(minutes=50)
    clocks.hold_tables(**desk(tournament, AT + timedelta(minutes=10)), stage_number=1, tables=[1])
    assert hall_clock(page(tournament))["halted"] is False
    clocks.hold_tables(**desk(tournament, AT + timedelta(minutes=10)), stage_number=1)
    assert hall_clock(page(tournament))["left"] == 40 * 60
    clocks.resume_tables(**desk(tournament, AT + timedelta(minutes=30)), stage_number=1)
    assert hall_clock(page(tournament))["closes_at"] == AT + timedelta(minutes=70)
    play(tournament, 1)
    assert hall_clock(page(tournament)) is None


def test_the_next_stage_is_told_when_it_is_known():
    tournament = running(automatic=True, protest_seconds=60, break_seconds=90)
    assert hall_view(page(tournament))["next_title"] is None
    play(tournament, 1)
    closing.close_stage(**desk(tournament), stage_number=1)
    found = hall_view(page(tournament))
    assert (found["next_title"], found["next_opens_at"]) == ("Stage 2", AT + timedelta(seconds=150))
    assert found["seats"] == []
    draws.draw_stage(**desk(tournament), stage_number=2)
    assert hall_view(page(tournament))["seats"] == []


def test_a_gap_in_the_stages_numbers_changes_no_times(on_file):
    tournament = event({}, {}, automatic=True, protest_seconds=60, break_seconds=60, starts_at=AT)
    tournament.stages.filter(number=2).update(number=4)
    play_stage(with_bots(tournament, 4), 1)
    public = public_tournament(fresh(tournament))
    assert public.next_stage_opens_at == AT + timedelta(minutes=2)
    olga = Organiser(organising("olga", tournament), tournament)
    assert "Through to Stage 4: 4" in olga.page("stage", 1)


def test_the_end_shows_the_final_list():
    tournament = with_bots(event({}, prizes="A cup"), 4)
    start(tournament, 1)
    play(tournament, 1)
    closing.close_stage(**desk(tournament), stage_number=1)
    lifecycle.finish_tournament(**desk(tournament))
    found = hall_view(page(tournament))
    assert [row["prize"] for row in found["ranking"]] == ["A cup", None, None, None]
    assert (found["next_title"], found["clock"]) == (None, None)


@pytest.mark.parametrize("online", [True, False])
def test_a_seat_tells_by_which_name_somebody_plays_here(online):
    tournament = event({}, online=online)
    entries.enter_player(**desk(tournament), name="Ada Example", username=person("ada_x1").username)
    for name in ("bob", "cid", "dora"):
        entries.enter_player(**desk(tournament), name=name, username=person(name).username)
    entries.check_in_all(**desk(tournament))
    lifecycle.close_check_in(**desk(tournament))
    draws.draw_stage(**desk(tournament), stage_number=1, seed=1)
    draws.release_draw(**desk(tournament), stage_number=1)
    names = {name for name, *_ in hall_view(page(tournament))["seats"]}
    assert names == {"Ada Example (ada_x1)" if online else "Ada Example", "bob", "cid", "dora"}
