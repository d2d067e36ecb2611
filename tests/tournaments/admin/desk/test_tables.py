"""Live tables by the desk's buttons."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Table
from tests.support.games.people import person
from tests.support.games.playing import snapshot
from tests.support.markup import squeezed
from tests.support.tournaments.drawing import placements
from tests.support.tournaments.events import AT, event, play, stage_of, table
from tests.support.tournaments.pages.desks import Organiser, buttons, fields_on, organising
from tournaments.admin.desk.stage.live import PLACEHOLDER_TOKEN
from tournaments.models import (
    AuditEntry,
    Entry,
    HandResult,
    Penalty,
    Placement,
    Stage,
    StageTable,
    Tournament,
)
from tournaments.services.draw import draws
from tournaments.services.table import opening

MADE = ((40, 2), (10, 1), (0, 1), (-20, 0))
"""Scores and correct bids that two rounds, of one and two cards, can end with."""
ROWS = {f"{seat}-score": score for seat, (score, _) in enumerate(MADE)} | {
    f"{seat}-correct_bids": bids for seat, (_, bids) in enumerate(MADE)
}


@pytest.fixture
def playing(drawn) -> Organiser:
    """The same, playing."""
    now = {"tournament_id": drawn.tournament.pk, "actor": drawn.user, "now": timezone.now()}
    draws.release_draw(**now, stage_number=1)
    opening.start_tables(**now, stage_number=1)
    return drawn


def test_released_seats_are_swapped_and_locked_no_more(playing):
    one, other = placements(playing)[:2]
    assert "Take them back" in playing.press("swap", one=one.pk, other=other.pk)
    assert "Take them back" in playing.press("lock", lock=one.pk)


def test_all_tables_are_paused_and_go_on(playing):
    assert playing.press("pause_all", 1) == "2 tables paused."
    assert Table.objects.filter(halted=True, stage_table__stage__tournament=playing.tournament).count() == 2
    assert playing.page("live", 1).count('class="card paused"') == 2
    assert playing.press("resume_all", 1) == "2 tables resumed."
    assert not Table.objects.filter(halted=True, stage_table__stage__tournament=playing.tournament).exists()


def test_one_table_is_paused_and_goes_on(playing):
    assert playing.press("pause", 1, 2) == "Table 2 is paused."
    assert table(playing.tournament, 2).game.halted
    assert not table(playing.tournament, 1).game.halted
    assert "already paused" in playing.press("pause", 1, 2)
    assert playing.press("resume", 1, 2) == "Table 2 has resumed."
    assert "is not paused" in playing.press("resume", 1, 2)
    assert "no table 9" in playing.press("pause", 1, 9)


def test_time_is_added_to_all_or_to_one(playing):
    before = table(playing.tournament).closes_at
    assert "+5 minutes for 2 tables" in playing.press("add_time_to_all", 1, minutes=5)
    assert "-2 minutes for table 1" in playing.press("add_time", 1, 1, minutes=-2, reason="late start")
    assert table(playing.tournament).closes_at == before + timedelta(minutes=3)
    assert table(playing.tournament).game.closes_at == before + timedelta(minutes=3)
    assert table(playing.tournament, 2).closes_at == before + timedelta(minutes=5)
    assert "You can add or take off" in playing.press("add_time_to_all", 1, minutes=0)
    assert "Minutes" in playing.press("add_time", 1, 1, minutes="soon")


def test_time_that_arrives_twice_is_added_once(playing):
    before = table(playing.tournament).closes_at
    limits = fields_on(playing.page("stage", 1))["if_limits"]
    assert "+5 minutes for 2 tables" in playing.press("add_time_to_all", 1, minutes=5, if_limits=limits)
    assert "arrived twice" in playing.press("add_time_to_all", 1, minutes=5, if_limits=limits)
    limits = fields_on(playing.page("table", 1, 1))["if_limits"]
    assert "+1 minutes for table 1" in playing.press("add_time", 1, 1, minutes=1, if_limits=limits)
    assert "arrived twice" in playing.press("add_time", 1, 1, minutes=1, if_limits=limits)
    limits = fields_on(playing.page("stage", 1))["if_limits"]
    assert "for 2 tables" in playing.press("add_time_to_all", 1, minutes=-1, if_limits=limits)
    assert table(playing.tournament).closes_at == before + timedelta(minutes=5)
    assert "Reload the page" in playing.press("add_time", 1, 1, minutes=1, if_limits="soon")


def test_a_table_is_stopped_with_a_reason(playing):
    row = table(playing.tournament)
    assert "Tick the box" in playing.press("stop", row.pk, reason="fire alarm")
    assert "reason" in playing.sure("stop", row.pk)
    assert "stopped" in playing.sure("stop", row.pk, reason="fire alarm")
    assert table(playing.tournament).game.status == "finished"
    assert "is not playing" in playing.sure("stop", row.pk, reason="again")
    assert AuditEntry.objects.get(tournament=playing.tournament, type="table_stopped").reason == "fire alarm"


def test_a_table_is_annulled_and_replayed(playing):
    play(playing.tournament, 1, most=1)
    row = table(playing.tournament)
    assert "reason" in playing.sure("replay", row.pk)
    assert "starts again" in playing.sure("replay", row.pk, reason="a card was marked")
    assert table(playing.tournament).game_id != row.game_id
    assert table(playing.tournament).annulled == [row.game_id]
    assert row.game_id in playing.page("table", 1, 1)


@pytest.mark.parametrize("same", [False, True])
def test_before_a_replay_the_desk_says_which_cards_it_plays(playing, same):
    Tournament.objects.filter(pk=playing.tournament.pk).update(same_deals=same)
    page = playing.page("table", 1, 1)
    assert "start again with new cards" in page
    assert ("no longer be compared" in page) == same


def test_a_result_is_not_entered_while_the_table_plays(playing):
    row = table(playing.tournament)
    assert "is still playing" in playing.page("table", 1, 1)
    assert "is still playing" in playing.press("result", row.pk, **ROWS, reason="hurry")
    assert not HandResult.objects.filter(table=row).exists()


def test_a_result_is_corrected_with_a_reason(playing):
    play(playing.tournament, 1)
    row = table(playing.tournament)
    assert "reason" in playing.press("result", row.pk, **ROWS)
    assert "corrected" in playing.press("result", row.pk, **ROWS, reason="misread")
    assert "Result entered by hand" in playing.page("live", 1)
    entry = AuditEntry.objects.get(tournament=playing.tournament, type="result_entered")
    assert entry.before["result"]
    assert [row["score"] for row in entry.after["rows"]] == [40, 10, 0, -20]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"0-score": "101"}, "multiples of ten"),
        ({"0-score": "many"}, "Seat 1"),
        ({"3-score": ""}, "Seat 4"),
        ({"2-correct_bids": "-1"}, "Seat 3"),
        ({"1-correct_bids": "999"}, "bids met"),
    ],
)
def test_a_result_that_cannot_be_is_refused(playing, change, said):
    play(playing.tournament, 1)
    row = table(playing.tournament)
    assert said in playing.press("result", row.pk, **{**ROWS, **change}, reason="typed")
    assert not HandResult.objects.filter(table=row).exists()


def test_a_stand_by_or_a_bot_takes_a_seat(playing):
    person("ada")
    playing.press("add_player", username="ada")
    ada = Entry.objects.get(tournament=playing.tournament, name="ada")
    seat, other = placements(playing)[:2]
    assert "ada" in playing.page("table", 1, 1)
    assert "player from the waiting list has taken the seat" in playing.press(
        "give_seat", placement=seat.pk, who=ada.pk
    )
    assert Placement.objects.get(pk=seat.pk).entry == ada
    assert table(playing.tournament).game.seats.get(seat=0).name == "ada"
    assert "not here" in playing.page("live", 1)
    assert "Only somebody on the waiting list" in playing.press("give_seat", placement=other.pk, who=ada.pk)
    said = playing.press("give_seat", placement=seat.pk, who="bot_counts", reason="left")
    assert "bot has taken the seat" in said
    given = Placement.objects.get(pk=seat.pk)
    assert (given.entry, given.bot) == (ada, True)
    playing.press("give_seat", placement=seat.pk, who="bot")
    assert Placement.objects.get(pk=seat.pk).entry is None


TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]*)"')


def test_live_tables_are_sent_once_until_they_change(playing):
    address = playing.address("live", 1)
    first = playing.client.get(address)
    etag = first.headers["ETag"]
    assert playing.client.get(address, headers={"if-none-match": etag}).status_code == 304
    play(playing.tournament, 1, most=1)
    again = playing.client.get(address, headers={"if-none-match": etag})
    assert again.status_code == 200
    assert "1 playing · 1 finished" in squeezed(again.content.decode())
    assert set(TOKEN.findall(again.content.decode())) == {PLACEHOLDER_TOKEN}


CARD = re.compile(r"\b(?:[RYGB](?:1[0-3]|[1-9])|[JW][1-4])\b")


def test_no_page_shows_a_card_of_the_running_round(playing):
    hands = snapshot(table(playing.tournament).game_id).state.round.hands
    assert all(CARD.fullmatch(str(card)) for hand in hands for card in hand)
    assert any(hands)
    for page in (playing.page("live", 1), playing.page("table", 1, 1), playing.page("log")):
        text = re.sub(r"<[^>]*>", " ", page)
        assert not CARD.search(text), CARD.findall(text)
    assert "Round 1 of" in playing.page("live", 1)


def test_players_are_warned_once(playing):
    assert "have been warned" in playing.press("warn", 1)
    assert "already been warned" in playing.press("warn", 1)
    assert stage_of(playing.tournament).warned_at


def test_tables_beyond_their_time_are_penalised_once(playing):
    Stage.objects.filter(tournament=playing.tournament).update(overrun_penalty=10)
    assert "already been penalised" in playing.sure("penalise_overrun", 1)
    StageTable.objects.filter(stage__tournament=playing.tournament, number=2).update(closes_at=AT)
    assert playing.address("penalise_overrun", 1) in buttons(playing.page("stage", 1))
    assert "Tick the box" in playing.press("penalise_overrun", 1)
    assert playing.sure("penalise_overrun", 1) == "Penalised for overrunning: table 2."
    assert "already been penalised" in playing.sure("penalise_overrun", 1)
    late = set(table(playing.tournament, 2).placements.values_list("entry", flat=True))
    taken = Penalty.objects.filter(stage__tournament=playing.tournament)
    assert {(one.entry_id, one.points) for one in taken} == {(entry, 10) for entry in late}
    assert "overtime" in playing.page("live", 1)


def test_a_whole_event_with_real_cards(on_file):
    tournament = event(online=False)
    olga = Organiser(organising("olga", tournament), tournament)
    text = "name\n" + "\n".join(f"Player {n}" for n in range(8))
    assert "8 entered" in olga.import_list(text)
    assert "real cards" in olga.press("add_bots", count=1, level="apprentice")
    olga.sure("check_in_all")
    olga.sure("close_check_in")
    for name in ("draw", "release", "start"):
        olga.press(name, 1)
    assert "Real cards" in olga.page("live", 1)
    assert "no result yet" in olga.press("close_stage", 1)
    for table_number in (1, 2):
        assert olga.address("result", table(tournament, table_number).pk) in buttons(
            olga.page("table", 1, table_number)
        )
        olga.press("result", table(tournament, table_number).pk, **ROWS, reason="score sheet")
    assert "closed" in olga.sure("close_stage", 1)
    olga.sure("finish")
    assert "Player" in olga.page("prizes")


def test_with_real_cards_each_table_leads_to_its_result_and_offers_nobody_who_is_not_there(playing):
    Tournament.objects.filter(pk=playing.tournament.pk).update(online=False)
    way = f"{playing.address('table', 1, 1)}#result"
    assert way in playing.page("stage", 1)
    assert way in playing.page("live", 1)
    assert "Nobody is on the waiting list" in playing.page("table", 1, 1)
    viewer = Organiser(organising("vera", playing.tournament, "viewer"), playing.tournament)
    assert way not in viewer.page("stage", 1)
