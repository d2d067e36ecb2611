"""A player's way by the API: enter, check in, the own table, the result."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.games.people import person
from tests.support.tournaments.events import (
    AT,
    desk,
    event,
    fresh,
    play,
    quick_mix,
    start,
    table,
    with_bots,
    with_people,
)
from tests.support.tournaments.pages.desks import Organiser, organising
from tests.support.tournaments.pages.visitors import call, get
from tournaments.models import Tournament
from tournaments.services.draw import draws
from tournaments.services.entry import entries, own_entry
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.table import opening
from tournaments.services.table.result_entry import enter_result
from tournaments.services.table.seat_changes import give_seat_to_replacement

pytestmark = pytest.mark.usefixtures("backend")
PEOPLE = ("alice", "bob", "dora", "emil")


def at(tournament, name="alice"):
    """Step, own entry and own table of somebody."""
    found = get(name, tournament.slug)
    return found["step"], found["own"], (found["own"] or {}).get("table")


def test_from_entry_to_the_result():
    tournament = event({"minutes": 45}, prizes="A cup\nA medal")
    assert at(tournament)[:2] == ("enter", None)
    entered = call("alice", "POST", f"{tournament.slug}/enter", nation="ger").json()
    assert (entered["step"], entered["own"]["nation"], entered["own"]["status"]) == ("wait", "DE", "entered")
    for name in PEOPLE[1:]:
        own_entry.enter_tournament(tournament_id=tournament.pk, user=person(name), now=AT)
    lifecycle.open_check_in(**desk(tournament))
    assert at(tournament)[0] == "check_in"
    assert call("alice", "POST", f"{tournament.slug}/check-in").json()["step"] == "there"
    entries.check_in_all(**desk(tournament))
    lifecycle.close_check_in(**desk(tournament))
    assert at(tournament)[0] == "there"

    draws.draw_stage(**desk(tournament), stage_number=1)
    assert at(tournament)[::2] == ("there", None)
    draws.release_draw(**desk(tournament), stage_number=1)
    step, _, seat = at(tournament)
    assert (step, seat["status"], seat["id"]) == ("seat", "waiting", None)
    assert (seat["stage"], seat["number"]) == (1, 1)
    assert {player["name"] for player in seat["players"]} == set(PEOPLE)
    assert seat["players"][seat["seat"]]["name"] == "alice"

    opening.start_tables(**desk(tournament), stage_number=1)
    step, _, seat = at(tournament)
    assert (step, seat["id"], seat["status"]) == ("play", table(tournament).game_id, "playing")
    assert seat["closes_at"] == "2026-05-01T12:45:00Z"

    play(tournament, 1)
    step, mine, seat = at(tournament)
    assert (step, seat) == ("done", None)
    standings = get("alice", f"{tournament.slug}/standings")
    assert standings["own"] == mine["entry"]
    assert sum(row["points"] for row in standings["standings"]) == pytest.approx(
        45 + 30 + 20 + 10, abs=0.02
    )  # shared ranks are told in cents
    assert standings["standings"][mine["place"] - 1]["name"] == "alice"
    assert standings["ranking"] is None

    closing.close_stage(**desk(tournament), stage_number=1)
    lifecycle.finish_tournament(**desk(tournament))
    assert at(tournament)[0] == "over"
    ranking = get(None, f"{tournament.slug}/standings")["ranking"]
    assert [(row["place"], row["prize"]) for row in ranking] == [
        (1, "A cup"),
        (2, "A medal"),
        (3, None),
        (4, None),
    ]


def test_everything_is_said_before_entry():
    tournament = event(
        {"minutes": 45, "overrun_penalty": 10}, mix=quick_mix(1, 2, cheating=True), same_deals=True
    )
    found = get(None, tournament.slug)
    (stage,) = found["stages"]
    assert (found["cheating"], found["same_deals"], stage["cheating"]) == (True, True, True)
    assert stage["options"][0].startswith("Cheating is allowed")
    assert "2 rounds of 1, 2 cards." in stage["options"]
    assert stage["points"].startswith("45, 30, 20, 10, 5 points by rank")
    assert stage["time"] == "45 minutes per game; each player at a table that runs over loses 10 points."


def test_the_clock_is_said_where_the_game_is_played_here():
    stages = [
        get(None, event(mix=quick_mix(1, clock=30), online=online).slug)["stages"] for online in (True, False)
    ]
    ((here,), (cards,)) = stages
    words = "30 seconds per decision, plus a reserve of 2 minutes for the whole game."
    assert (here["clock"], here["options"][-1]) == (
        30,
        f"{words} When both are used up, a move is made for you.",
    )
    assert cards["clock"] is None
    assert not any("per decision" in line for line in cards["options"])
    ((without,),) = [get(None, event().slug)["stages"]]
    assert without["clock"] is None


def test_refusals_of_entry():
    tournament = event(entry_opens_at=timezone.now() + timedelta(days=1))
    path = f"{tournament.slug}/enter"
    assert get("alice", tournament.slug)["step"] == "not_yet"
    assert call("alice", "POST", path).json()["code"] == "entry_closed"
    assert call(None, "POST", path).status_code == 401
    Tournament.objects.filter(pk=tournament.pk).update(entry_opens_at=None)
    assert call("alice", "POST", path, nation="G1").json()["errors"].keys() == {"nation"}
    assert call("alice", "POST", path).status_code == 200
    assert call("alice", "POST", path).json()["code"] == "already_entered"
    person("Guest-1", "guest")
    assert call("Guest-1", "POST", path).status_code == 403


def test_who_is_late_or_one_too_many_stands_by():
    tournament = event(capacity=1)
    own_entry.enter_tournament(tournament_id=tournament.pk, user=person("bob"), now=AT)
    assert at(tournament)[0] == "enter_late"
    assert call("alice", "POST", f"{tournament.slug}/enter").json()["step"] == "stand_by"
    late = event()
    lifecycle.open_check_in(**desk(late))
    assert at(late)[0] == "enter_late"


def test_leaving_and_coming_back():
    tournament = event()
    path = tournament.slug
    assert call("alice", "POST", f"{path}/withdraw").json()["code"] == "not_entered"
    call("alice", "POST", f"{path}/enter")
    left = call("alice", "POST", f"{path}/withdraw").json()
    assert (left["step"], left["own"]["status"]) == ("enter", "withdrawn")
    assert call("alice", "POST", f"{path}/check-in").json()["code"] == "not_entered"
    assert call("alice", "POST", f"{path}/enter").json()["step"] == "wait"
    assert call("alice", "POST", f"{path}/check-in").json()["code"] == "check_in_closed"


def test_whose_seat_is_given_to_a_bot_is_told_so():
    tournament = event()
    with_people(tournament, PEOPLE)
    start(tournament, 1)
    placement = table(tournament).placements.get(entry__name="alice")
    give_seat_to_replacement(
        placement_id=placement.pk,
        stand_by_entry_id=None,
        actor=person("olga"),
        now=AT,
        result_counts_for_former_player=True,
    )
    assert at(tournament)[::2] == ("replaced", None)


def test_who_did_not_go_on_is_told_so_and_the_others_wait():
    tournament = event({"qualify": "best", "qualify_count": 3}, {"kind": "final"})
    with_people(tournament, PEOPLE)
    start(tournament, 1)
    play(tournament, 1)
    closing.close_stage(**desk(tournament), stage_number=1)
    steps = {name: at(tournament, name)[:2] for name in PEOPLE}
    assert sorted(step for step, _ in steps.values()) == ["next", "next", "next", "out"]
    assert {mine["place"] for step, mine in steps.values() if step == "out"} == {4}


def test_nobody_moves_up_once_the_seats_of_the_final_are_released():
    tournament = event({"qualify": "best", "qualify_count": 3}, {"kind": "final"})
    with_people(tournament, PEOPLE)
    start(tournament, 1)
    play(tournament, 1)
    closing.close_stage(**desk(tournament), stage_number=1)
    (out,) = [name for name in PEOPLE if at(tournament, name)[0] == "out"]
    start(tournament, 2)
    olga = Organiser(organising("olga", tournament), tournament)
    first = table(tournament, 1, stage=2).placements.first().entry
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=first.user, now=AT)
    assert at(tournament, out)[0] == "out"
    page = olga.page("stage", 1)
    assert "Through to Final: 3" in page
    through = page.partition("Through to")[2].partition("</ol>")[0]
    assert f"<li> {first.name}" in through
    assert f"<li> {out}" not in through


def test_a_stage_shows_its_tables_when_it_is_released_and_not_before():
    tournament = with_bots(event({}, {}), 8)
    path = f"{tournament.slug}/stages"
    assert call(None, "GET", f"{path}/3").status_code == 404
    draws.draw_stage(**desk(tournament), stage_number=1)
    assert call(None, "GET", f"{path}/1").json()["code"] == "not_released"
    draws.release_draw(**desk(tournament), stage_number=1)
    stage = get(None, f"{path}/1")
    assert [(row["number"], row["status"], len(row["seats"])) for row in stage["tables"]] == [
        (1, "waiting", 4),
        (2, "waiting", 4),
    ]
    opening.start_tables(**desk(tournament), stage_number=1)
    play(tournament, 1, most=1)
    first, second = get(None, f"{path}/1")["tables"]
    assert (first["status"], second["status"]) == ("finished", "playing")
    assert sum(seat["points"] for seat in first["seats"]) == pytest.approx(
        45 + 30 + 20 + 10, abs=0.02
    )  # shared ranks are told in cents
    assert first["record"] == f"/api/v1/tables/{first['id']}/record"
    assert second["record"] is None
    assert (first["watch"], second["watch"]) == (None, f"/tables/{second['id']}/")
    draws_taken = call("olga", "GET", f"{path}/2").json()["code"]
    assert draws_taken == "not_released"


def test_shared_ranks_have_points_of_two_decimals():
    tournament = event({"points_table": [10, 5, 5, 0]}, online=False)
    with_people(tournament, PEOPLE)
    start(tournament, 1)
    rows = [{"seat": seat, "score": 20, "correct_bids": 1} for seat in range(3)]
    rows.append({"seat": 3, "score": 0, "correct_bids": 1})
    enter_result(stage_table_id=table(tournament).pk, rows=rows, actor=person("olga"), now=AT, reason="paper")
    found = get(None, f"{tournament.slug}/stages/1")["tables"][0]
    assert [seat["points"] for seat in found["seats"]] == [6.67, 6.67, 6.67, 0]
    assert (found["by_hand"], found["record"]) == (True, None)
    standings = get(None, f"{tournament.slug}/standings")["standings"]
    assert [row["decided_by"] for row in standings] == [None, "lot", "lot", None]


def test_a_withdrawn_player_has_no_table_any_more():
    tournament = event()
    with_people(tournament, PEOPLE)
    start(tournament, 1)
    call("alice", "POST", f"{tournament.slug}/withdraw")
    assert at(fresh(tournament))[2] is None
