"""The pages for players: what is next, forms that work without scripts, standings, seats, results."""

import gzip
from html import unescape

import pytest

from tests.support.games.people import person
from tests.support.tournaments.events import (
    AT,
    desk,
    event,
    later,
    play,
    quick_mix,
    start,
    table,
    with_bots,
    with_people,
)
from tests.support.tournaments.pages.desks import organising, staff
from tests.support.tournaments.pages.visitors import browse, send
from tournaments.models import Tournament
from tournaments.selectors.desk.standings import prize_list
from tournaments.selectors.public.standings import final_rows
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.services.draw import draws
from tournaments.services.entry import own_entry
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing, penalties

pytestmark = pytest.mark.usefixtures("on_file")
PEOPLE = ("alice", "bob", "dora", "emil")


def page(name, tournament, path=""):
    """The text of a page."""
    answer = browse(name).get(f"/tournaments/{tournament.slug}{path}")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def step(name, tournament):
    """The block that is shown to somebody."""
    text = page(name, tournament)
    return text.split('id="own" data-step="')[1].split('"')[0]


def test_the_list_shows_what_one_may_find():
    shown, hidden = event(name="A shown one"), event(name="A hidden one", visibility="unlisted")
    text = browse(None).get("/tournaments").content.decode()
    assert shown.slug in text
    assert hidden.slug not in text
    assert browse(None).get("/tournaments/").status_code == 200
    Tournament.objects.update(visibility="draft")
    assert "No tournaments right now" in browse("alice").get("/tournaments").content.decode()


def test_the_way_of_a_player_by_the_forms():
    tournament = event(starts_at=later(600))
    assert "Log in to enter" in page(None, tournament)
    assert step("alice", tournament) == "enter"
    answer = send("alice", tournament, "enter", nation="ger")
    assert "You have entered." in answer.content.decode()
    assert step("alice", tournament) == "wait"
    assert "UTC</time>.\n" in page("alice", tournament)
    assert "You have already entered." in send("alice", tournament, "enter").content.decode()
    lifecycle.open_check_in(**desk(tournament))
    assert "You are checked in." in send("alice", tournament, "check-in").content.decode()
    assert step("alice", tournament) == "there"
    assert "You have withdrawn." in send("alice", tournament, "withdraw").content.decode()
    assert step("alice", tournament) == "enter_late"


def test_forms_take_a_token_and_an_account():
    tournament = event()
    assert browse("alice").post(f"/tournaments/{tournament.slug}/enter").status_code == 403
    browser = browse(None)
    browser.get("/accounts/login/")
    headers = {"X-CSRFToken": browser.cookies["csrftoken"].value}
    answer = browser.post(f"/tournaments/{tournament.slug}/enter", headers=headers)
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/")
    person("Guest-7", "guest")
    assert "Guests cannot enter" in page("Guest-7", tournament)
    assert "Guests cannot enter" in send("Guest-7", tournament, "enter").content.decode()


def test_cheating_is_said_before_entry():
    assert 'data-testid="cheating"' in page("alice", event(mix=quick_mix(1, cheating=True)))
    assert 'data-testid="cheating"' not in page("alice", event())


def test_how_a_stage_is_drawn_is_said_also_where_its_game_is_the_same():
    text = " ".join(page("alice", event({"kind": "drawn"}, {"kind": "swiss"}, {"kind": "final"})).split())
    assert '<p class="muted">Drawn by lot</p>' in text
    assert '<p class="muted">Swiss</p> <p class="muted">Otherwise the same as the stage before.</p>' in text


def test_what_a_stage_is_is_said_once_and_times_are_in_words():
    text = page("alice", event({}, {}, {"minutes": 20}, grace_seconds=180))
    assert text.count("points by rank") == 2
    assert text.count("Otherwise the same as the stage before.") == 1
    assert "Tables wait 3 minutes for missing players" in " ".join(text.split())
    assert "Tables wait 90 seconds" in " ".join(page("alice", event(grace_seconds=90)).split())


def test_only_where_it_is_played_here_do_tables_open_and_bots_play_on():
    said = ("A bot will finish your current game", "your table opens automatically")
    for online in (True, False):
        text = " ".join(page("alice", event(online=online)).split())
        assert [sentence in text for sentence in said] == [online, online]
    text = " ".join(page("alice", event(fill_with_bots=False)).split())
    assert said[0] not in text
    assert "it waits until the organisers have found somebody for your seat" in text


@pytest.mark.parametrize("path", ["", "/live", "/hall", "/hall.json", "/export/seats.csv"])
def test_a_draft_is_there_for_its_organisers_alone(path):
    tournament = event(visibility="draft")
    address = f"/tournaments/{tournament.slug}{path}"
    assert [browse(name).get(address).status_code for name in (None, "alice", "olga")] == [404, 404, 200]
    assert browse("olga").get("/tournaments/nothing-here").status_code == 404


def test_seats_results_and_standings_appear_as_they_come():
    tournament = with_bots(event({}), 8)
    assert "Table 1" not in page(None, tournament)
    start(tournament, 1)
    text = page(None, tournament)
    assert "Table 2" in text
    assert 'data-testid="standings"' not in text
    play(tournament, 1, most=1)
    text = page(None, tournament)
    assert 'data-testid="standings"' in text
    game = table(tournament).game_id
    assert f'href="/tables/{game}/"' in text
    assert f'href="/api/v1/tables/{game}/record"' in text
    watched = table(tournament, 2).game_id
    assert f'href="/tables/{watched}/"' in text
    assert f"/api/v1/tables/{watched}/record" not in text
    assert browse(None).get(f"/tables/{watched}/").status_code == 200


def test_the_live_part_is_the_same_for_all_and_not_sent_twice():
    tournament = with_bots(event({}), 8)
    address = f"/tournaments/{tournament.slug}/live"
    first = browse("alice").get(address)
    assert browse(None).get(address).content == first.content
    again = browse("bob").get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    packed = browse("bob").get(address, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.content) == first.content
    start(tournament, 1)
    assert browse("bob").get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_the_final_list_shows_the_prizes():
    tournament = with_bots(event({}, prizes="A cup"), 4)
    start(tournament, 1)
    play(tournament, 1)
    closing.close_stage(**desk(tournament), stage_number=1)
    lifecycle.finish_tournament(**desk(tournament))
    text = page(None, tournament)
    assert '<span class="prize">A cup</span>' in text


def test_empty_lines_move_no_prize_on_any_page():
    tournament = with_bots(event({}, prizes="A cup\n\nA medal"), 4)
    start(tournament, 1)
    play(tournament, 1)
    snapshot = read_snapshot(tournament)
    assert [line.prize for line in prize_list(snapshot)] == ["A cup", "A medal", "", ""]
    assert [row["prize"] for row in final_rows(snapshot)] == ["A cup", "A medal", None, None]


def test_names_cannot_bring_markup():
    tournament = event(online=False, name="<b>Bold</b>")
    own_entry.enter_tournament(tournament_id=tournament.pk, user=person("alice"), now=AT)
    tournament.entries.update(name="<script>x</script>")
    assert "<script>x" not in browse(None).get(f"/tournaments/{tournament.slug}").content.decode()
    assert "<b>Bold" not in browse(None).get("/tournaments").content.decode()


def test_a_penalty_is_seen_in_the_standings():
    tournament = event()
    found = with_people(tournament, PEOPLE)
    start(tournament, 1)
    play(tournament, 1)
    penalties.penalise_entrant(entry_id=found[0].pk, points=7, actor=person("olga"), now=AT, reason="late")
    assert "penalty 7" in page(None, tournament)


def test_games_of_the_same_deals_are_shown_when_the_last_table_is_done():
    tournament = with_bots(event({}, same_deals=True), 8)
    start(tournament, 1)
    play(tournament, 1, most=1)
    game = table(tournament).game_id
    record, replay = f"/api/v1/tables/{game}/record", f"/tables/{game}/"
    assert game not in page(None, tournament)
    for name in (None, "alice", "olga"):
        assert browse(name).get(record).status_code in (403, 409)
        assert browse(name).get(replay).status_code == 403
    play(tournament, 1)
    closing.close_stage(**desk(tournament), stage_number=1)
    assert record in page(None, tournament)
    first, second = (
        browse(None).get(f"/api/v1/tables/{table(tournament, n).game_id}/record") for n in (1, 2)
    )
    seeds = {answer.json()["fairness"]["server_seed"] for answer in (first, second)}
    hands = [[round_["hands"] for round_ in answer.json()["rounds"]] for answer in (first, second)]
    assert len(seeds) == 1
    assert hands[0] == hands[1]


def test_games_of_an_unlisted_tournament_open_for_who_sees_it():
    tournament = with_bots(event({}, visibility="unlisted"), 4)
    start(tournament, 1)
    row = table(tournament)
    watch = f"/tables/{row.game_id}/?invite={row.game.invite}"
    assert watch in page(None, tournament)
    assert browse(None).get(watch).status_code == 200
    play(tournament, 1)
    text = page(None, tournament)
    assert f"/api/v1/tables/{row.game_id}/record?invite={row.game.invite}" in text
    assert browse(None).get(f"/api/v1/tables/{row.game_id}/record").status_code == 403
    answer = browse(None).get(f"/api/v1/tables/{row.game_id}/record?invite={row.game.invite}")
    assert answer.status_code == 200


def test_a_draw_that_is_taken_back_is_seen_no_more():
    tournament = with_bots(event({}), 8)
    draws.draw_stage(**desk(tournament), stage_number=1)
    draws.release_draw(**desk(tournament), stage_number=1)
    assert "Table 1" in page(None, tournament)
    draws.take_back_draw(**desk(tournament), stage_number=1)
    assert "Table 1" not in page(None, tournament)


def test_organisers_find_their_desk_from_the_page_of_players():
    tournament = event()
    organising("hans", tournament, "helper")
    staff("sven")
    desk_address = f"/admin/tournaments/tournament/{tournament.pk}/desk/"
    assert f'href="{desk_address}"' in page("hans", tournament)
    for name in ("sven", "alice", None):
        assert desk_address not in page(name, tournament)
