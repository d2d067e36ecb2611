"""A disqualification or a check-in is taken back at the desk."""

import pytest

from tests.support.games.people import person
from tests.support.tournaments.events import (
    AT,
    desk,
    enter,
    event,
    fresh,
    later,
    organiser,
    play,
    play_stage,
    start,
    table,
    with_bots,
    with_people,
)
from tests.support.tournaments.taking_back import PEOPLE, note, real_cards, result
from tournaments.errors import ReasonMissing, WrongMoment
from tournaments.models import AuditEntry, Entry, HandResult, Tournament
from tournaments.selectors.final_ranking import ranked_entrants
from tournaments.selectors.proof import find_discrepancies
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.standings import standings_after
from tournaments.services.entry import entries, own_entry
from tournaments.services.lifecycle import lifecycle

pytestmark = pytest.mark.usefixtures("on_file")


def entry_of(tournament: Tournament, name: str) -> Entry:
    """An entrant as they are now."""
    return tournament.entries.get(name=name)


# --- A disqualification ------------------------------------------------------------------------------------


def test_who_was_disqualified_by_mistake_is_listed_again():
    tournament = with_bots(event(), 4)
    play_stage(tournament, 1)
    lifecycle.finish_tournament(**desk(tournament))
    winner = ranked_entrants(read_snapshot(tournament))[0]
    before = standings_after(read_snapshot(tournament))
    who = {"entry_id": winner, "actor": organiser(), "now": AT}
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
    assert find_discrepancies(fresh(tournament)) == []


def test_who_had_entered_is_in_again_or_stands_by_if_the_place_is_taken():
    tournament = event(capacity=3)
    enter(tournament, "alice", "bob", "dora", "emil")
    who = {"actor": organiser(), "now": AT}
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
        own_entry.check_in_to_tournament(tournament_id=tournament.pk, user=person(name), now=AT)
    fay = entry_of(tournament, "fay").pk
    entries.disqualify_entry(entry_id=fay, actor=organiser(), now=AT, reason="x")
    lifecycle.close_check_in(**desk(tournament))
    lifted = entries.lift_disqualification(entry_id=fay, actor=organiser(), now=AT, reason="x")
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
    what = {"actor": organiser(), "now": AT, "reason": "x"}
    # Nothing is written down of who plays: they are in because they have a seat.
    assert entries.lift_disqualification(entry_id=one.pk, **what).status == "checked_in"
    Entry.objects.filter(pk=other.pk).update(status="disqualified")
    assert entries.lift_disqualification(entry_id=other.pk, **what).status == "withdrawn"


# --- A check-in --------------------------------------------------------------------------------------------


def undo(tournament: Tournament, name: str) -> str:
    """Take somebody's check-in back; what they are then."""
    entry = entry_of(tournament, name)
    return entries.undo_check_in(entry_id=entry.pk, actor=organiser(), now=later(1)).status


def test_a_check_in_is_undone_until_the_entrant_has_played_a_card():
    tournament = event({}, {})
    with_people(tournament, (*PEOPLE, "fay"))
    assert undo(tournament, "fay") == "withdrawn"
    assert note(tournament, "check_in_undone").before["name"] == "fay"
    start(tournament, 1)
    assert undo(tournament, "bob") == "withdrawn"
    entries.check_in_entry(entry_id=entry_of(tournament, "bob").pk, actor=organiser(), now=AT)
    play(tournament, 1)
    with pytest.raises(WrongMoment, match="bob has already played"):
        undo(tournament, "bob")
    with pytest.raises(WrongMoment, match="bob has already played"):
        entries.move_to_waiting_list(entry_id=entry_of(tournament, "bob").pk, actor=organiser(), now=later(1))
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
    entries.check_in_entry(entry_id=entry_of(tournament, "fay").pk, actor=organiser(), now=AT)
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
    from games.selectors.tables import seats_with_played_cards

    tournament = event()
    with_people(tournament, PEOPLE)
    start(tournament, 1)
    game = table(tournament).game_id
    for number, (seat, by) in enumerate([(0, "human"), (1, "bot"), (2, "clock"), (3, "wing")], start=1000):
        data = f'{{"seat": {seat}, "card": "R1", "by": "{by}"}}'
        LogEntry.objects.create(table_id=game, number=number, type="card_played", data=data, at=AT)
    assert seats_with_played_cards(game) == {0, 3}


def test_what_is_undone_is_kept_with_the_entrant_and_not_read_from_the_log():
    tournament = event(capacity=4)
    for name in (*PEOPLE, "fay"):
        own_entry.enter_tournament(tournament_id=tournament.pk, user=person(name), now=AT)
    fay = entry_of(tournament, "fay").pk
    given = {"entry_id": fay, "actor": organiser(), "now": AT, "reason": "x"}
    entries.admit_entry(**given)
    assert entry_of(tournament, "fay").status_before_check_in == "stand_by"
    entries.disqualify_entry(**given)
    assert entry_of(tournament, "fay").status_before_disqualification == "checked_in"
    # A log that says something else changes nothing.
    said = {"before": {"status": "withdrawn"}, "after": {"entry": fay}}
    for number, act in enumerate(("disqualified", "let_in"), start=1000):
        AuditEntry.objects.create(
            tournament=tournament, number=number, type=act, by_name="olga", at=AT, **said
        )
    Entry.objects.filter(tournament=tournament, status="entered").first().delete()
    assert entries.lift_disqualification(**given).status == "checked_in"
    assert undo(tournament, "fay") == "stand_by"


def test_a_check_in_that_an_earlier_version_wrote_down_is_undone_too():
    tournament = event(capacity=4)
    for name in (*PEOPLE, "fay"):
        own_entry.enter_tournament(tournament_id=tournament.pk, user=person(name), now=AT)
    fay = entry_of(tournament, "fay")
    entries.admit_entry(entry_id=fay.pk, actor=organiser(), now=AT, reason="x")
    Entry.objects.filter(pk=fay.pk).update(status_before_check_in="")
    assert undo(tournament, "fay") == "stand_by"
