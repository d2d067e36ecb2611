"""The tables of a stage while they play."""

import pytest

from core.refusal import Refusal
from games.models import Table
from games.services import referee
from tests.support.games.people import api_of, person
from tests.support.games.playing import do, sight
from tests.support.tournaments.events import (
    AT,
    desk,
    event,
    later,
    organiser,
    play,
    quick_mix,
    start,
    table,
    with_bots,
    with_people,
)
from tests.support.tournaments.tables import PEOPLE, game, playing, rows, state
from tournaments.errors import CannotBeSeated, ReasonMissing, TablePlays, WrongMoment
from tournaments.models import AuditEntry, Entry, HandResult
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.services.draw import draws
from tournaments.services.entry import entries
from tournaments.services.lifecycle import lifecycle
from tournaments.services.table import clocks, opening
from tournaments.services.table.reconcile import reconcile_tables
from tournaments.services.table.result_entry import enter_result
from tournaments.services.table.rulings import replay_table, stop_table

pytestmark = pytest.mark.usefixtures("on_file")


def test_all_tables_open_at_once_with_their_players_in_their_seats():
    tournament = event({"minutes": 45})
    with_people(tournament, (*PEOPLE, "fay", "gus", "hal", "ida"))
    start(tournament, 1)
    for table_snapshot in read_snapshot(tournament).stages[0].tables:
        names = [tournament.entries.get(pk=entry).name for entry in table_snapshot.entrants]
        seen = sight(table_snapshot.row.game_id)
        assert [player["name"] for player in seen["players"]] == names
        assert seen["status"] in ("bidding", "naming_trump", "playing")
        assert seen["closes_at"] == "2026-05-01T12:45:00Z"
    caption = Table.objects.get(pk=game(tournament)).caption
    assert caption == f"{tournament.name}, Stage 1, table 1"


def test_a_tables_caption_is_in_the_language_of_each_reader():
    tournament = playing()
    path = f"/api/v1/tables/{game(tournament)}"
    for language, wanted in (("de", "Stufe 1, Tisch 1"), ("en", "Stage 1, table 1")):
        row = api_of(person(PEOPLE[0])).get(path, headers={"Accept-Language": language}).json()
        assert row["caption"] == f"{tournament.name}, {wanted}"


def test_whoever_has_to_act_has_the_time_that_the_mix_gives():
    """A player who is connected and idle holds up nobody for ever."""
    tournament = playing(mix=quick_mix(1, clock=30))
    options = Table.objects.get(pk=game(tournament)).options
    assert options["clock"] == 30
    assert sight(game(tournament))["deadline"] is not None
    without = playing(mix=quick_mix(1))
    assert Table.objects.get(pk=game(without)).options["clock"] is None


def test_tables_start_once():
    tournament = playing()
    with pytest.raises(WrongMoment, match="already started"):
        opening.start_tables(**desk(tournament), stage_number=1)


def test_played_here_all_need_accounts_and_then_no_table_opens():
    tournament = event()
    with_people(tournament, PEOPLE)
    Entry.objects.filter(tournament=tournament, name="bob").update(user=None)
    draws.draw_stage(**desk(tournament), stage_number=1)
    draws.release_draw(**desk(tournament), stage_number=1)
    with pytest.raises(CannotBeSeated, match="bob"):
        opening.start_tables(**desk(tournament), stage_number=1)
    assert table(tournament).game is None


def test_a_table_that_fails_holds_up_no_other_and_follows_at_the_next_look(monkeypatch, caplog):
    tournament = with_bots(event(), 12)
    start(tournament, 1)
    halt, broken = referee.halt_table, game(tournament, 1)

    def fails(*, table_id, now):
        if table_id == broken:
            raise RuntimeError("broken")
        halt(table_id=table_id, now=now)

    monkeypatch.setattr(referee, "halt_table", fails)
    clocks.hold_tables(**desk(tournament), stage_number=1)
    assert [state(tournament, table_number).halted for table_number in (1, 2, 3)] == [False, True, True]
    assert f"Table {broken} cannot be reconciled" in caplog.text
    monkeypatch.setattr(referee, "halt_table", halt)
    reconcile_tables(table(tournament).stage_id, now=AT)
    assert state(tournament, 1).halted


def test_time_is_added_to_one_table_or_to_all():
    tournament = event({"minutes": 45})
    with_bots(tournament, 8)
    start(tournament, 1)
    clocks.add_time(**desk(tournament), stage_number=1, minutes=5, tables=[2], reason="a spilt drink")
    clocks.add_time(**desk(tournament), stage_number=1, minutes=1)
    assert (table(tournament, 1).closes_at, table(tournament, 2).closes_at) == (later(46), later(51))
    note = AuditEntry.objects.filter(tournament=tournament, type="time_added").first()
    assert note is not None
    assert (note.after, note.reason) == ({"tables": [2], "minutes": 5}, "a spilt drink")
    with pytest.raises(WrongMoment):
        clocks.add_time(**desk(tournament), stage_number=1, minutes=0)


def test_no_time_is_taken_off_that_a_table_has_not_and_a_pause_is_no_time():
    tournament = event({"minutes": 45})
    with_bots(tournament, 8)
    start(tournament, 1)
    clocks.hold_tables(**desk(tournament, later(10)), stage_number=1, tables=[1])
    clocks.add_time(**desk(tournament, later(40)), stage_number=1, minutes=-30, tables=[1])
    with pytest.raises(WrongMoment, match="Table 2 does not have that much time left"):
        clocks.add_time(**desk(tournament, later(40)), stage_number=1, minutes=-5, tables=[2])
    assert (table(tournament, 1).closes_at, table(tournament, 2).closes_at) == (later(15), later(45))


def test_a_game_is_stopped_with_a_reason_and_has_a_result():
    tournament = playing()
    with pytest.raises(ReasonMissing):
        stop_table(stage_table_id=table(tournament).pk, actor=organiser(), now=AT, reason="")
    stop_table(stage_table_id=table(tournament).pk, actor=organiser(), now=AT, reason="the hall closes")
    assert Table.objects.get(pk=game(tournament)).status == "finished"
    assert read_snapshot(tournament).stages[0].is_complete


def test_a_table_plays_once_more_and_the_first_game_counts_no_more():
    tournament = with_bots(event(), 4)
    start(tournament, 1)
    play(tournament, 1)
    first = game(tournament)
    replay_table(stage_table_id=table(tournament).pk, actor=organiser(), now=AT, reason="a wrong mix")
    assert game(tournament) != first
    assert not read_snapshot(tournament).stages[0].is_complete
    play(tournament, 1)
    assert read_snapshot(tournament).stages[0].is_complete


def test_a_running_game_that_is_annulled_is_over():
    tournament = playing()
    first = game(tournament)
    replay_table(stage_table_id=table(tournament).pk, actor=organiser(), now=AT, reason="a wrong mix")
    assert Table.objects.get(pk=first).status == "abandoned"
    assert sight(first)["turn"] == []
    with pytest.raises(Refusal):
        do(first, 0, {"type": "bid", "bid": 0})


def test_a_result_is_not_entered_while_the_table_plays():
    tournament = playing()
    with pytest.raises(TablePlays):
        enter_result(
            stage_table_id=table(tournament).pk,
            rows=rows(30, 20, 10, 0),
            actor=organiser(),
            now=AT,
            reason="x",
        )
    assert not HandResult.objects.filter(table__stage__tournament=tournament).exists()


def test_a_result_by_hand_comes_before_the_games_own_and_the_newest_counts():
    tournament = with_bots(event(), 4)
    start(tournament, 1)
    play(tournament, 1)
    for score in (20, 30):
        what = {"rows": rows(score, 20, 10, 0), "actor": organiser(), "now": AT, "reason": "misread"}
        enter_result(stage_table_id=table(tournament).pk, **what)
    table_snapshot = read_snapshot(tournament).stages[0].tables[0]
    assert table_snapshot.by_hand
    assert table_snapshot.result is not None
    assert table_snapshot.result[0] == (30, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        rows(30, 20, 10),
        rows(30, 20, 10, 0, 0),
        rows(25, 20, 10, 0),
        # In two rounds of one and two cards, one bid that is met brings 30 points at most.
        rows(40, 20, 10, 0),
        [{"seat": 0, "score": 20, "correct_bids": -1}, *rows(0, 20, 10, 0)[1:]],
        [{"seat": 0, "score": 20, "correct_bids": 3}, *rows(0, 20, 10, 0)[1:]],
        [*rows(30, 20, 10), {"seat": 2, "score": -20, "correct_bids": 0}],
    ],
)
def test_no_game_ends_like_this(wrong):
    tournament = event(online=False)
    for name in ("Ada", "Bob", "Cy", "Di"):
        entries.enter_player(**desk(tournament), name=name)
    lifecycle.close_check_in(**desk(tournament))
    start(tournament, 1)
    with pytest.raises(WrongMoment):
        enter_result(
            stage_table_id=table(tournament).pk, rows=wrong, actor=organiser(), now=AT, reason="sheet"
        )


def test_with_real_cards_no_game_opens_and_the_clock_runs():
    tournament = event({"minutes": 45}, online=False)
    for name in ("Ada", "Bob", "Cy", "Di"):
        entries.enter_player(**desk(tournament), name=name)
    lifecycle.close_check_in(**desk(tournament))
    start(tournament, 1)
    assert (table(tournament).game, table(tournament).closes_at) == (None, later(45))
    enter_result(
        stage_table_id=table(tournament).pk,
        rows=rows(30, 20, 10, 0),
        actor=organiser(),
        now=AT,
        reason="sheet",
    )
    assert read_snapshot(tournament).stages[0].is_complete


def test_a_pause_cannot_hit_a_table_that_is_not_there():
    tournament = playing()
    with pytest.raises(Refusal, match="no table 9"):
        clocks.hold_tables(**desk(tournament), stage_number=1, tables=[9])


def test_same_deals_are_the_same_cards_from_the_same_seats_and_nobody_else_looks_on():
    tournament = event(same_deals=True, mix=quick_mix(3))
    with_bots(tournament, 8)
    start(tournament, 1)
    one, other = game(tournament, 1), game(tournament, 2)
    assert [sight(one, seat)["hand"] for seat in range(4)] == [
        sight(other, seat)["hand"] for seat in range(4)
    ]
    assert sight(one)["commitment"] == sight(other)["commitment"]
    sealed = Table.objects.get(pk=one)
    assert (sealed.sealed, sealed.visibility) == (True, "private")


def test_a_table_that_is_played_again_has_new_cards_where_all_played_the_same():
    tournament = event(same_deals=True, mix=quick_mix(3))
    with_bots(tournament, 8)
    start(tournament, 1)
    first, other = game(tournament, 1), game(tournament, 2)
    replay_table(stage_table_id=table(tournament).pk, actor=organiser(), now=AT, reason="a wrong mix")
    again = game(tournament, 1)
    assert sight(first)["commitment"] == sight(other)["commitment"] != sight(again)["commitment"]
    assert Table.objects.get(pk=again).sealed
    assert Table.objects.get(pk=first).sealed
    note = AuditEntry.objects.get(tournament=tournament, type="table_replayed")
    assert note.after == {"cards": "new ones, not those of the other tables"}


def test_tables_of_a_tournament_have_cards_of_their_own_otherwise():
    tournament = with_bots(event(mix=quick_mix(3)), 8)
    start(tournament, 1)
    assert sight(game(tournament, 1))["commitment"] != sight(game(tournament, 2))["commitment"]
