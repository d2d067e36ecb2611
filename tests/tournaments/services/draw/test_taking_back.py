"""What was done at the desk is taken back: a draw, a close, a disqualification, a check-in."""

import pytest

from tests.support.games.people import person
from tests.support.tournaments.events import (
    AT,
    acts,
    desk,
    enter,
    event,
    fresh,
    later,
    organiser,
    play,
    play_stage,
    sketched,
    stage_of,
    start,
    table,
    with_bots,
    with_people,
)
from tournaments.errors import ReasonMissing, WrongMoment
from tournaments.models import AuditEntry, Entry, HandResult, Placement, StageTable, Tournament
from tournaments.selectors.proof import tournament_faults
from tournaments.selectors.snapshot import read_snapshot
from tournaments.selectors.standings import final_list, standings_after
from tournaments.services.draw import draws
from tournaments.services.entry import entries, own_entry
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.table.result_entry import enter_result
from tournaments.services.table.rulings import replay_table

pytestmark = pytest.mark.usefixtures("on_file")

PEOPLE = ("alice", "bob", "dora", "emil")
FINAL = {"kind": "final"}


def note(tournament: Tournament, act: str) -> AuditEntry:
    """The newest act of this type."""
    found = AuditEntry.objects.filter(tournament=tournament, type=act).order_by("-number").first()
    assert found is not None, act
    return found


def entry_of(tournament: Tournament, name: str) -> Entry:
    """An entrant as they are now."""
    return tournament.entries.get(name=name)


def real_cards(*stages: dict, names: tuple[str, ...] = PEOPLE) -> Tournament:
    """People at tables with real cards, whose first stage has begun."""
    tournament = event(*stages, online=False)
    with_people(tournament, names)
    start(tournament, 1)
    return tournament


def result(tournament: Tournament, table_number: int = 1, stage: int = 1) -> None:
    """A result for a table with real cards: everybody has missed the last bid."""
    row = table(tournament, table_number, stage)
    rows = [{"seat": seat, "score": -20, "correct_bids": 0} for seat in range(row.size)]
    enter_result(stage_table_id=row.pk, rows=rows, by=organiser(), now=AT, reason="score sheet")


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
    assert tournament_faults(fresh(tournament)) == []


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
    closing.set_cut(**desk(tournament), stage_number=1, qualify="best", count=4)
    play_stage(tournament, 1)
    draws.draw_stage(**desk(tournament), stage_number=2)
    with pytest.raises(WrongMoment, match="discard its draw"):
        closing.set_cut(**desk(tournament), stage_number=1, qualify="best", count=5)
    draws.discard_draw(**desk(tournament), stage_number=2)
    closing.set_cut(**desk(tournament), stage_number=1, qualify="best", count=5)
    assert stage_of(tournament).qualify_count == 5


def test_seats_are_taken_back_when_the_only_result_was_annulled():
    tournament = real_cards()
    result(tournament)
    with pytest.raises(WrongMoment, match="A result has been entered"):
        draws.take_back_draw(**desk(tournament), stage_number=1)
    replay_table(stage_table_id=table(tournament).pk, by=organiser(), now=AT, reason="wrong people")
    draws.take_back_draw(**desk(tournament), stage_number=1)
    assert stage_of(tournament).released_at is None


# --- A close -----------------------------------------------------------------------------------------------


def test_a_closed_stage_is_reopened_and_its_tables_can_be_replayed():
    tournament = with_bots(event({}, {}), 8)
    play_stage(tournament, 1)
    with pytest.raises(WrongMoment, match="running stage"):
        replay_table(stage_table_id=table(tournament).pk, by=organiser(), now=AT, reason="marked cards")
    with pytest.raises(ReasonMissing):
        closing.reopen_stage(**desk(tournament), stage_number=1, reason=" ")
    closing.reopen_stage(**desk(tournament), stage_number=1, reason="marked cards")
    assert stage_of(tournament).closed_at is None
    assert note(tournament, "stage_reopened").reason == "marked cards"
    replay_table(stage_table_id=table(tournament).pk, by=organiser(), now=AT, reason="marked cards")
    play(tournament, 1, seed=99)
    closing.close_stage(**desk(tournament), stage_number=1)
    assert tournament_faults(fresh(tournament)) == []


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
    assert tournament_faults(fresh(tournament)) == []


# --- A disqualification ------------------------------------------------------------------------------------


def test_who_was_disqualified_by_mistake_is_listed_again():
    tournament = with_bots(event(), 4)
    play_stage(tournament, 1)
    lifecycle.finish_tournament(**desk(tournament))
    winner = final_list(read_snapshot(tournament))[0]
    before = standings_after(read_snapshot(tournament))
    who = {"entry_id": winner, "by": organiser(), "now": AT}
    with pytest.raises(WrongMoment, match="is not disqualified"):
        entries.lift_disqualification(**who, reason="x")
    entries.disqualify_entry(**who, reason="looked into hands")
    with pytest.raises(ReasonMissing):
        entries.lift_disqualification(**who, reason="")
    entries.lift_disqualification(**who, reason="it was a mirror")
    assert standings_after(read_snapshot(tournament)) == before
    assert Entry.objects.get(pk=winner).status == "checked_in"
    kept = note(tournament, "disqualification_lifted")
    assert (kept.after["name"], kept.reason) == (Entry.objects.get(pk=winner).name, "it was a mirror")
    assert note(tournament, "ranking_corrected").after["ranking"][0][0] == winner
    assert tournament_faults(fresh(tournament)) == []


def test_who_had_entered_is_in_again_or_stands_by_if_the_place_is_taken():
    tournament = event(capacity=3)
    enter(tournament, "alice", "bob", "dora", "emil")
    who = {"by": organiser(), "now": AT}
    alice, dora = entry_of(tournament, "alice").pk, entry_of(tournament, "dora").pk
    entries.disqualify_entry(entry_id=alice, reason="x", **who)
    assert entry_of(tournament, "emil").status == "entered"
    assert entries.lift_disqualification(entry_id=alice, reason="x", **who).status == "stand_by"
    lifecycle.open_check_in(**desk(tournament))
    entries.disqualify_entry(entry_id=dora, reason="x", **who)
    assert entries.lift_disqualification(entry_id=dora, reason="x", **who).status == "entered"


def test_who_had_not_checked_in_is_out_once_the_tournament_runs():
    tournament = event()
    enter(tournament, *PEOPLE, "fay")
    lifecycle.open_check_in(**desk(tournament))
    for name in PEOPLE:
        own_entry.check_in(tournament_id=tournament.pk, user=person(name), now=AT)
    fay = entry_of(tournament, "fay").pk
    entries.disqualify_entry(entry_id=fay, by=organiser(), now=AT, reason="x")
    lifecycle.close_check_in(**desk(tournament))
    lifted = entries.lift_disqualification(entry_id=fay, by=organiser(), now=AT, reason="x")
    assert (lifted.status, lifted.checked_in_at) == ("withdrawn", None)


def test_a_disqualification_that_an_earlier_version_wrote_down_is_lifted_too():
    tournament = with_bots(event(), 4)
    start(tournament, 1)
    one, other = tournament.entries.all()[:2]
    Entry.objects.filter(pk=one.pk).update(status="disqualified")
    said = {"before": {"name": other.name, "status": "entered"}, "after": {"name": other.name}}
    AuditEntry.objects.create(
        tournament=tournament, number=1000, type="disqualified", by_name="olga", at=AT, **said
    )
    what = {"by": organiser(), "now": AT, "reason": "x"}
    # Nothing is written down of who plays: they are in because they have a seat.
    assert entries.lift_disqualification(entry_id=one.pk, **what).status == "checked_in"
    Entry.objects.filter(pk=other.pk).update(status="disqualified")
    assert entries.lift_disqualification(entry_id=other.pk, **what).status == "withdrawn"


# --- A check-in --------------------------------------------------------------------------------------------


def undo(tournament: Tournament, name: str) -> str:
    """Take somebody's check-in back; what they are then."""
    entry = entry_of(tournament, name)
    return entries.undo_check_in(entry_id=entry.pk, by=organiser(), now=later(1)).status


def test_a_check_in_is_undone_until_the_entrant_has_played_a_card():
    tournament = event({}, {})
    with_people(tournament, (*PEOPLE, "fay"))
    assert undo(tournament, "fay") == "withdrawn"
    assert note(tournament, "check_in_undone").before["name"] == "fay"
    start(tournament, 1)
    assert undo(tournament, "bob") == "withdrawn"
    entries.check_in_entry(entry_id=entry_of(tournament, "bob").pk, by=organiser(), now=AT)
    play(tournament, 1)
    with pytest.raises(WrongMoment, match="bob has already played"):
        undo(tournament, "bob")
    assert entry_of(tournament, "bob").status == "checked_in"


def test_with_real_cards_a_check_in_is_undone_until_the_table_has_a_result():
    tournament = real_cards()
    result(tournament)
    with pytest.raises(WrongMoment, match="alice has already played"):
        undo(tournament, "alice")
    HandResult.objects.all().delete()
    assert undo(tournament, "alice") == "withdrawn"


def test_a_stand_by_who_was_called_by_mistake_stands_by_again():
    tournament = event(capacity=4)
    enter(tournament, *PEOPLE, "fay")
    lifecycle.open_check_in(**desk(tournament))
    entries.check_in_entry(entry_id=entry_of(tournament, "fay").pk, by=organiser(), now=AT)
    assert undo(tournament, "fay") == "stand_by"


def test_before_check_in_has_closed_who_was_checked_in_is_entered_again():
    tournament = event()
    enter(tournament, *PEOPLE)
    lifecycle.open_check_in(**desk(tournament))
    entries.check_in_all(**desk(tournament))
    assert undo(tournament, "bob") == "entered"
    with pytest.raises(WrongMoment, match="bob is not checked in"):
        undo(tournament, "bob")
    lifecycle.cancel_tournament(**desk(tournament), reason="snow")
    with pytest.raises(WrongMoment, match="cancelled"):
        undo(tournament, "alice")


def test_a_card_of_a_stand_in_is_nobodys_own():
    from games.models import LogEntry
    from games.selectors.tables import seats_that_played

    tournament = event()
    with_people(tournament, PEOPLE)
    start(tournament, 1)
    game = table(tournament).game_id
    for number, (seat, by) in enumerate([(0, "human"), (1, "bot"), (2, "clock"), (3, "wing")], start=1000):
        data = f'{{"seat": {seat}, "card": "R1", "by": "{by}"}}'
        LogEntry.objects.create(table_id=game, number=number, type="card_played", data=data, at=AT)
    assert seats_that_played(game) == {0, 3}
