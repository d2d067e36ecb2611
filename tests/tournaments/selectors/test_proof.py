"""recompute finds whatever is not what the logs and the desk's acts make of it."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.models import Seat, Table
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
)
from tournaments.models import AuditEntry, HandResult, Penalty, Placement, Tournament
from tournaments.selectors.final_ranking import ranked_entrants
from tournaments.selectors.proof import find_discrepancies
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.standings import standings_after
from tournaments.services.entry import entries
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.stage.penalties import penalise_entrant
from tournaments.services.table.result_entry import enter_result
from tournaments.services.table.seat_changes import give_seat_to_replacement

pytestmark = pytest.mark.usefixtures("on_file")


def finished() -> Tournament:
    """A preliminary, a cut, a final, the result."""
    tournament = with_bots(event({"qualify": "best", "qualify_count": 4}, {"kind": "final"}), 9)
    play_stage(tournament, 1)
    play_stage(tournament, 2)
    lifecycle.finish_tournament(**desk(tournament))
    return fresh(tournament)


def faults(tournament):
    return find_discrepancies(fresh(tournament))


def last(tournament):
    """Who came last of all."""
    return ranked_entrants(read_snapshot(tournament))[-1]


def test_what_is_sound_is_proved(capsys):
    tournament = finished()
    assert faults(tournament) == []
    call_command("recompute", tournament.slug)
    assert capsys.readouterr().out == f"{tournament.slug}: proved\n"


def test_an_unknown_tournament_is_said_to_be_so():
    with pytest.raises(CommandError, match="no tournament nowhere"):
        call_command("recompute", "nowhere")


def test_a_changed_score_is_found(capsys):
    tournament = finished()
    seat = Seat.objects.filter(table=table(tournament).game_id).first()
    assert seat is not None
    Seat.objects.filter(pk=seat.pk).update(score=seat.score + 100)
    assert any("table 1: the rows say" in fault for fault in faults(tournament))
    with pytest.raises(CommandError):
        call_command("recompute", tournament.slug)
    assert f"{tournament.slug}: differs" in capsys.readouterr().out


def test_a_result_that_nobody_entered_is_found():
    tournament = finished()
    rows = [{"seat": seat, "score": 10 * seat, "correct_bids": 0} for seat in range(table(tournament).size)]
    HandResult.objects.create(table=table(tournament), rows=rows, reason="none", at=AT)
    assert any("no act entered its result" in fault for fault in faults(tournament))


def test_a_penalty_that_nobody_gave_is_found_and_one_that_was_taken_away():
    tournament = finished()
    entry = last(tournament)
    penalise_entrant(entry_id=entry, points=10, actor=organiser(), now=AT, reason="late", stage=1)
    assert faults(tournament) == []
    Penalty.objects.filter(entry=entry).delete()
    assert any("a penalty of 10 is not as the desk gave it" in fault for fault in faults(tournament))
    Penalty.objects.create(entry_id=entry, points=5, reason="none", at=AT)
    assert any("a penalty of 5" in fault for fault in faults(tournament))


def test_who_sits_in_somebody_elses_place_is_found():
    tournament = finished()
    one, other = Placement.objects.filter(stage__tournament=tournament, stage__number=1)[:2]
    Placement.objects.filter(pk__in=(one.pk, other.pk)).update(entry=None)
    Placement.objects.filter(pk=one.pk).update(entry=other.entry_id)
    Placement.objects.filter(pk=other.pk).update(entry=one.entry_id)
    # Their results may be the same: what the desk released tells it all the same.
    assert any("others sit there than the desk released" in fault for fault in faults(tournament))


def test_a_seat_that_the_desk_gave_away_is_no_fault():
    tournament = with_bots(event(), 8)
    start(tournament, 1)
    placement = Placement.objects.filter(stage__tournament=tournament).first()
    assert placement is not None
    give_seat_to_replacement(
        placement_id=placement.pk, stand_by_entry_id=None, actor=organiser(), now=AT, reason="left"
    )
    play(tournament, 1)
    closing.close_stage(**desk(tournament), stage_number=1)
    assert faults(tournament) == []


def test_who_plays_after_they_were_out_is_found():
    tournament = finished()
    seat = Placement.objects.filter(stage__tournament=tournament, stage__number=2).first()
    assert seat is not None
    Placement.objects.filter(pk=seat.pk).update(entry=last(tournament))
    assert any("was out before" in fault for fault in faults(tournament))


def test_a_gap_in_the_audit_log_is_found():
    tournament = finished()
    AuditEntry._base_manager.filter(tournament=tournament, number=3)._raw_delete("default")
    assert "The audit log has gaps." in faults(tournament)


def test_what_is_corrected_after_the_finish_is_written_down_and_proved():
    tournament = finished()
    first = ranked_entrants(read_snapshot(tournament))[0]
    entries.disqualify_entry(entry_id=first, actor=organiser(), now=AT, reason="marked cards")
    assert ranked_entrants(read_snapshot(tournament))[0] != first
    assert faults(tournament) == []
    table_snapshot = read_snapshot(tournament).stages[1].tables[0]
    rows = [
        {"seat": s.seat, "score": -20 - 10 * (s.seat % 2), "correct_bids": 0} for s in table_snapshot.seats
    ]
    enter_result(stage_table_id=table_snapshot.row.pk, rows=rows, actor=organiser(), now=AT, reason="misread")
    assert faults(tournament) == []


def test_who_moved_up_for_somebody_who_left_is_not_called_out():
    tournament = with_bots(event({"qualify": "best", "qualify_count": 4}, {"kind": "final"}), 9)
    play_stage(tournament, 1)
    second = standings_after(read_snapshot(tournament), 1)[1].entry
    entries.withdraw_entry(entry_id=second, actor=organiser(), now=AT)
    play_stage(tournament, 2)
    lifecycle.finish_tournament(**desk(tournament))
    assert faults(tournament) == []


def test_cancelling_gives_up_the_games_that_run_and_shows_what_was_held_back():
    tournament = with_bots(event(same_deals=True), 8)
    start(tournament, 1)
    play(tournament, 1, most=1)
    lifecycle.cancel_tournament(**desk(tournament), reason="a fire alarm")
    games = Table.objects.filter(stage_table__stage__tournament=tournament)
    assert sorted(games.values_list("status", "sealed")) == [("abandoned", False), ("finished", False)]
