"""A draw or the close of a stage is taken back at the desk."""

import pytest

from tests.support.tournaments.events import (
    AT,
    acts,
    desk,
    event,
    fresh,
    organiser,
    play,
    play_stage,
    sketched,
    stage_of,
    start,
    table,
    with_bots,
)
from tests.support.tournaments.taking_back import note, real_cards, result
from tournaments.errors import ReasonMissing, WrongMoment
from tournaments.models import Placement, StageTable
from tournaments.selectors.proof import find_discrepancies
from tournaments.services.draw import draws
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.table.rulings import replay_table

pytestmark = pytest.mark.usefixtures("on_file")


FINAL = {"kind": "final"}


# --- A sketch ----------------------------------------------------------------------------------------------


def test_a_sketch_is_discarded_and_the_log_keeps_its_seed_and_seats():
    tournament = event()
    sketched(tournament, 8, seed=7)
    name = Placement.objects.filter(stage__tournament=tournament).first().entry.name
    draws.discard_draw(**desk(tournament), stage_number=1, reason="wrong mix")
    stage = stage_of(tournament)
    assert (stage.drawn_at, stage.draw_seed, stage.draw_report) == (None, None, {})
    assert not StageTable.objects.filter(stage=stage).exists()
    kept = note(tournament, "draw_discarded")
    assert (kept.before["seed"], kept.reason) == (7, "wrong mix")
    assert any(name in names for names in kept.before["tables"])
    draws.draw_stage(**desk(tournament), stage_number=1, seed=7)
    assert find_discrepancies(fresh(tournament)) == []


def test_only_a_sketch_is_discarded():
    tournament = with_bots(event(), 8)
    with pytest.raises(WrongMoment, match="not been drawn"):
        draws.discard_draw(**desk(tournament), stage_number=1)
    start(tournament, 1)
    with pytest.raises(WrongMoment, match="Take them back first"):
        draws.discard_draw(**desk(tournament), stage_number=1)
    draws.take_back_draw(**desk(tournament), stage_number=1)
    games = [game for row in StageTable.objects.all() for game in row.annulled]
    draws.discard_draw(**desk(tournament), stage_number=1)
    assert games
    assert stage_of(tournament).drawn_at is None


def test_to_discard_a_sketch_takes_the_tournament_from_its_timetable():
    tournament = event(automatic=True)
    sketched(tournament, 8)
    draws.discard_draw(**desk(tournament), stage_number=1)
    assert not fresh(tournament).automatic
    assert acts(tournament, "timetable_off") == ["timetable_off"]


def test_the_cut_can_be_set_again_when_the_sketch_is_discarded():
    tournament = with_bots(event({}, FINAL), 8)
    closing.set_qualification(**desk(tournament), stage_number=1, qualify="best", count=4)
    play_stage(tournament, 1)
    draws.draw_stage(**desk(tournament), stage_number=2)
    with pytest.raises(WrongMoment, match="discard its draw"):
        closing.set_qualification(**desk(tournament), stage_number=1, qualify="best", count=5)
    draws.discard_draw(**desk(tournament), stage_number=2)
    closing.set_qualification(**desk(tournament), stage_number=1, qualify="best", count=5)
    assert stage_of(tournament).qualify_count == 5


def test_seats_are_taken_back_when_the_only_result_was_annulled():
    tournament = real_cards()
    result(tournament)
    with pytest.raises(WrongMoment, match="A result has been entered"):
        draws.take_back_draw(**desk(tournament), stage_number=1)
    replay_table(stage_table_id=table(tournament).pk, actor=organiser(), now=AT, reason="wrong people")
    draws.take_back_draw(**desk(tournament), stage_number=1)
    assert stage_of(tournament).released_at is None


# --- A close -----------------------------------------------------------------------------------------------


def test_a_closed_stage_is_reopened_and_its_tables_can_be_replayed():
    tournament = with_bots(event({}, {}), 8)
    play_stage(tournament, 1)
    with pytest.raises(WrongMoment, match="running stage"):
        replay_table(stage_table_id=table(tournament).pk, actor=organiser(), now=AT, reason="marked cards")
    with pytest.raises(ReasonMissing):
        closing.reopen_stage(**desk(tournament), stage_number=1, reason=" ")
    closing.reopen_stage(**desk(tournament), stage_number=1, reason="marked cards")
    assert stage_of(tournament).closed_at is None
    assert note(tournament, "stage_reopened").reason == "marked cards"
    replay_table(stage_table_id=table(tournament).pk, actor=organiser(), now=AT, reason="marked cards")
    play(tournament, 1, seed=99)
    closing.close_stage(**desk(tournament), stage_number=1)
    assert find_discrepancies(fresh(tournament)) == []


def test_a_stage_is_not_reopened_while_the_next_one_is_drawn():
    tournament = with_bots(event({}, {}), 8)
    with pytest.raises(WrongMoment, match="not closed"):
        closing.reopen_stage(**desk(tournament), stage_number=1, reason="x")
    play_stage(tournament, 1)
    draws.draw_stage(**desk(tournament), stage_number=2)
    with pytest.raises(WrongMoment, match="Stage 2 has already been drawn"):
        closing.reopen_stage(**desk(tournament), stage_number=1, reason="x")
    draws.discard_draw(**desk(tournament), stage_number=2)
    closing.reopen_stage(**desk(tournament), stage_number=1, reason="x")


def test_a_finished_tournament_runs_again_when_its_last_stage_is_reopened():
    tournament = with_bots(event(automatic=True), 4)
    play_stage(tournament, 1)
    lifecycle.finish_tournament(**desk(tournament))
    closing.reopen_stage(**desk(tournament), stage_number=1, reason="protest")
    found = fresh(tournament)
    # By its timetable it would be closed and finished again at once.
    assert (found.status, found.finished_at, found.automatic) == ("running", None, False)
    closing.close_stage(**desk(tournament), stage_number=1)
    lifecycle.finish_tournament(**desk(tournament))
    assert find_discrepancies(fresh(tournament)) == []
