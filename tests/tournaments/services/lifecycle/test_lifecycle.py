"""Stages one after the other, cuts, penalties, the final, the result."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from core.refusal import Refusal
from games.models import Table
from tests.support.games.people import person
from tests.support.tournaments.events import (
    AT,
    desk,
    event,
    fresh,
    organiser,
    play,
    play_stage,
    start,
    table,
    with_bots,
    with_people,
)
from tournaments.errors import NextStageDrawn, ReasonMissing, TablesUnfinished, TooFewEntrants, WrongMoment
from tournaments.models import AuditEntry
from tournaments.selectors.final_ranking import ranked_entrants
from tournaments.selectors.proof import find_discrepancies
from tournaments.selectors.qualified import qualifiers_for_stage
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.standings import standings_after
from tournaments.services.draw import draws
from tournaments.services.entry import entries, own_entry
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.stage.penalties import penalise_entrant
from tournaments.services.table import overrun
from tournaments.services.table.result_entry import enter_result

pytestmark = pytest.mark.usefixtures("on_file")

CUT = {"qualify": "best", "qualify_count": 4}


def notes(tournament, act):
    return list(AuditEntry.objects.filter(tournament=tournament, type=act))


def test_a_table_needs_three():
    tournament = event()
    own_entry.enter_tournament(tournament_id=tournament.pk, user=person("alice"), now=AT)
    with pytest.raises(TooFewEntrants):
        lifecycle.close_check_in(**desk(tournament))
    assert fresh(tournament).status == "entry"


def test_a_stage_is_closed_when_all_its_tables_have_a_result():
    tournament = with_bots(event(), 8)
    start(tournament, 1)
    play(tournament, 1, most=1)
    with pytest.raises(TablesUnfinished, match="no result yet: 2"):
        closing.close_stage(**desk(tournament), stage_number=1)
    play(tournament, 1)
    closing.close_stage(**desk(tournament), stage_number=1)
    assert notes(tournament, "stage_closed")[0].after["standings"]


def test_preliminaries_a_cut_and_a_final():
    tournament = with_bots(event({}, CUT, {"kind": "final"}), 9)
    for stage_number in (1, 2):
        play_stage(tournament, stage_number)
    best = [one.entry for one in standings_after(read_snapshot(tournament), 2)][:4]
    assert list(qualifiers_for_stage(read_snapshot(tournament), 3)) == best
    play_stage(tournament, 3)
    lifecycle.finish_tournament(**desk(tournament))
    ranking = ranked_entrants(read_snapshot(tournament))
    assert (len(ranking), set(ranking[:4])) == (9, set(best))
    assert find_discrepancies(fresh(tournament)) == []


def test_only_winners_go_on_from_knock_out_tables():
    knock_out = {"kind": "knock_out", "qualify": "per_table", "qualify_count": 1}
    tournament = with_bots(event({}, knock_out, {"kind": "final"}), 16)
    play_stage(tournament, 1)
    play_stage(tournament, 2)
    snapshot = read_snapshot(tournament)
    winners = set(qualifiers_for_stage(snapshot, 3))
    for table_snapshot in snapshot.stages[1].tables:
        assert table_snapshot.result is not None
        best = max(table_snapshot.result.values())
        (winner,) = winners & set(table_snapshot.entrants)
        # Of those who are equal the lot takes one.
        assert winner in {
            seat.entry for seat in table_snapshot.seats if table_snapshot.result[seat.seat] == best
        }
    play_stage(tournament, 3)
    lifecycle.finish_tournament(**desk(tournament))
    assert set(ranked_entrants(read_snapshot(tournament))[:4]) == winners
    assert find_discrepancies(fresh(tournament)) == []


def test_who_leaves_after_the_cut_lets_the_next_move_up():
    tournament = with_bots(event(CUT, {"kind": "final"}), 9)
    play_stage(tournament, 1)
    order = [one.entry for one in standings_after(read_snapshot(tournament), 1)]
    entries.withdraw_entry(entry_id=order[1], actor=organiser(), now=AT)
    assert list(qualifiers_for_stage(read_snapshot(tournament), 2)) == [
        order[0],
        order[2],
        order[3],
        order[4],
    ]


def test_the_disqualified_have_no_place_and_their_opponents_keep_theirs():
    tournament = with_bots(event(CUT, {"kind": "final"}), 9)
    play_stage(tournament, 1)
    before = standings_after(read_snapshot(tournament), 1)
    with pytest.raises(ReasonMissing):
        entries.disqualify_entry(entry_id=before[0].entry, actor=organiser(), now=AT, reason=" ")
    entries.disqualify_entry(entry_id=before[0].entry, actor=organiser(), now=AT, reason="marked cards")
    after = standings_after(read_snapshot(tournament), 1)
    # Not their order: of three who are level at two tables, the lot may then order the other two anew.
    assert {one.entry: one.points for one in after} == {one.entry: one.points for one in before[1:]}
    assert [one.points for one in after] == [one.points for one in before[1:]]
    assert find_discrepancies(fresh(tournament)) == []


def test_the_cut_can_be_set_until_the_next_stage_is_drawn():
    tournament = with_bots(event({}, {"kind": "final"}), 9)
    play_stage(tournament, 1)
    closing.set_qualification(**desk(tournament), stage_number=1, qualify="best", count=5)
    assert len(qualifiers_for_stage(read_snapshot(tournament), 2)) == 5
    for qualify, stored in (("all", None), ("best", 5)):
        closing.set_qualification(**desk(tournament), stage_number=1, qualify=qualify, count=5)
        assert notes(tournament, "cut_set")[-1].after == {"qualify": qualify, "count": stored}
    draws.draw_stage(**desk(tournament), stage_number=2)
    with pytest.raises(WrongMoment, match="already been drawn"):
        closing.set_qualification(**desk(tournament), stage_number=1, qualify="best", count=4)


def test_too_many_for_the_final_table_are_refused_in_words():
    tournament = with_bots(event({}, {"kind": "final"}), 9)
    play_stage(tournament, 1)
    with pytest.raises(Exception, match="too many for the final table"):
        draws.draw_stage(**desk(tournament), stage_number=2)


def test_a_penalty_moves_the_standings_and_has_a_reason():
    tournament = with_bots(event(), 4)
    play_stage(tournament, 1)
    first = standings_after(read_snapshot(tournament))[0]
    penalise_entrant(entry_id=first.entry, points=50, actor=organiser(), now=AT, reason="late", stage=1)
    last = standings_after(read_snapshot(tournament))[-1]
    assert (last.entry, last.points) == (first.entry, first.points - 50)
    penalise_entrant(entry_id=first.entry, points=-50, actor=organiser(), now=AT, reason="it was the train")
    assert standings_after(read_snapshot(tournament))[0].entry == first.entry
    assert find_discrepancies(fresh(tournament)) == []
    with pytest.raises(ReasonMissing):
        penalise_entrant(entry_id=first.entry, points=10, actor=organiser(), now=AT, reason="")


def test_a_corrected_result_moves_the_standings_until_the_next_draw():
    tournament = with_bots(event({}, {}), 4)
    play_stage(tournament, 1)
    last = standings_after(read_snapshot(tournament), 1)[-1].entry
    table_snapshot = read_snapshot(tournament).stages[0].tables[0]
    rows = [
        {"seat": seat.seat, "score": 30 if seat.entry == last else 0, "correct_bids": 1}
        for seat in table_snapshot.seats
    ]
    what = {
        "stage_table_id": table_snapshot.row.pk,
        "rows": rows,
        "actor": organiser(),
        "now": AT,
        "reason": "misread",
    }
    enter_result(**what)
    assert standings_after(read_snapshot(tournament), 1)[0].entry == last
    assert find_discrepancies(fresh(tournament)) == []
    draws.draw_stage(**desk(tournament), stage_number=2)
    what["rows"] = [{**row, "score": 10} for row in rows]
    with pytest.raises(NextStageDrawn):
        enter_result(**what)


def test_it_is_finished_when_all_stages_are_closed():
    tournament = with_bots(event({}, {}), 4)
    play_stage(tournament, 1)
    with pytest.raises(WrongMoment, match="Some stages"):
        lifecycle.finish_tournament(**desk(tournament))
    play_stage(tournament, 2)
    lifecycle.finish_tournament(**desk(tournament))
    assert fresh(tournament).status == "finished"
    with pytest.raises(WrongMoment):
        lifecycle.finish_tournament(**desk(tournament))


def test_it_is_cancelled_with_a_reason():
    tournament = with_bots(event(), 4)
    with pytest.raises(ReasonMissing):
        lifecycle.cancel_tournament(**desk(tournament), reason="")
    lifecycle.cancel_tournament(**desk(tournament), reason="snow")
    assert (fresh(tournament).status, notes(tournament, "cancelled")[0].reason) == ("cancelled", "snow")


def test_a_log_that_was_changed_is_found():
    from games.models import Seat

    tournament = with_bots(event(), 8)
    play_stage(tournament, 1)
    assert find_discrepancies(fresh(tournament)) == []
    seat = Seat.objects.filter(table=table(tournament).game_id).first()
    assert seat is not None
    Seat.objects.filter(pk=seat.pk).update(score=seat.score + 100)
    assert any("table 1" in fault for fault in find_discrepancies(fresh(tournament)))


def test_records_of_same_deals_are_held_back_until_the_last_table_is_done():
    from games.models import Table

    tournament = with_bots(event(same_deals=True), 8)
    start(tournament, 1)
    play(tournament, 1, most=1)
    sealed = Table.objects.filter(stage_table__stage__tournament=tournament)
    assert all(row.sealed for row in sealed)
    play(tournament, 1)
    closing.close_stage(**desk(tournament), stage_number=1)
    assert not any(row.sealed for row in sealed.all())


@pytest.mark.parametrize("ending", ["closed", "cancelled"])
@pytest.mark.parametrize(
    ("visibility", "expected"), [("draft", "private"), ("unlisted", "private"), ("public", "public")]
)
def test_same_deals_are_shown_to_no_more_people_than_the_tournament(visibility, expected, ending):
    tournament = with_bots(event(same_deals=True, visibility=visibility), 8)
    start(tournament, 1)
    play(tournament, 1)
    if ending == "closed":
        closing.close_stage(**desk(tournament), stage_number=1)
    else:
        lifecycle.cancel_tournament(**desk(tournament), reason="no room")
    tables = Table.objects.filter(stage_table__stage__tournament=tournament)
    assert {(row.sealed, row.visibility) for row in tables} == {(False, expected)}


@pytest.mark.parametrize(("visibility", "expected"), [("unlisted", "private"), ("public", "public")])
def test_the_migration_hides_tables_that_closing_a_stage_has_shown(visibility, expected):
    tournament = with_bots(event(visibility=visibility), 4)
    start(tournament, 1)
    Table.objects.filter(stage_table__stage__tournament=tournament).update(visibility="public")
    migration = import_module("tournaments.migrations.0024_private_tables")
    with connection.schema_editor() as schema_editor:
        migration.make_tables_private(apps, schema_editor)
    [table] = Table.objects.filter(stage_table__stage__tournament=tournament)
    assert table.visibility == expected


def test_people_play_a_stage():
    tournament = event()
    with_people(tournament, ("alice", "bob", "dora", "emil"))
    play_stage(tournament, 1)
    names = {
        fresh(tournament).entries.get(pk=one.entry).name for one in standings_after(read_snapshot(tournament))
    }
    assert names == {"alice", "bob", "dora", "emil"}


def test_stages_need_no_numbers_without_gaps():
    tournament = event({"kind": "drawn"}, {"kind": "swiss"}, {"kind": "final"})
    tournament.stages.get(number=2).delete()
    with_bots(tournament, 4)
    with pytest.raises(WrongMoment, match="the previous stage first"):
        draws.draw_stage(**desk(tournament), stage_number=3, seed=1)
    play_stage(tournament, 1)
    with pytest.raises(Refusal, match="no stage 2"):
        draws.draw_stage(**desk(tournament), stage_number=2, seed=1)
    play_stage(tournament, 3)
    lifecycle.finish_tournament(**desk(tournament))
    assert fresh(tournament).status == "finished"


def test_a_stage_that_has_not_started_is_neither_warned_nor_penalised():
    tournament = with_bots(event({}), 8)
    draws.draw_stage(**desk(tournament), stage_number=1)
    entry = tournament.entries.first()
    with pytest.raises(WrongMoment, match="has not started"):
        overrun.record_time_warning(**desk(tournament), stage_number=1)
    with pytest.raises(WrongMoment, match="has not started"):
        penalise_entrant(entry_id=entry.pk, points=5, actor=organiser(), now=AT, reason="late", stage=1)
