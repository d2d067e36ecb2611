"""Seats of a running stage that others take: stand-bys and bots, and whose they were."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.games.people import person
from tests.support.tournaments.events import (
    AT,
    acts,
    desk,
    fresh,
    organiser,
    play,
)
from tests.support.tournaments.tables import playing, state
from tournaments.errors import WrongMoment
from tournaments.models import AuditEntry, Placement
from tournaments.selectors.proof import find_discrepancies
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.services.entry import own_entry
from tournaments.services.stage import closing
from tournaments.services.table.reconcile import reconcile_tables
from tournaments.services.table.seat_changes import give_seat_to_replacement

pytestmark = pytest.mark.usefixtures("on_file")


def test_a_stand_by_takes_a_seat_and_plays_for_themselves():
    tournament = playing(capacity=4)
    late = own_entry.enter_tournament(tournament_id=tournament.pk, user=person("fay"), now=AT)
    assert late.status == "stand_by"
    placement = Placement.objects.get(stage__tournament=tournament, seat=2)
    gone = placement.entry
    give_seat_to_replacement(
        placement_id=placement.pk, stand_by_entry_id=late.pk, actor=organiser(), now=AT, reason="ill"
    )
    assert state(tournament).sitters[2].user == person("fay").pk
    placement.refresh_from_db()
    late.refresh_from_db()
    assert (placement.entry, late.status) == (late, "checked_in")
    assert gone is not None
    play(tournament, 1)
    assert gone.pk not in read_snapshot(tournament).stages[0].tables[0].entrants


def test_who_did_not_come_is_withdrawn_with_the_seat_and_not_drawn_again():
    tournament = playing({}, {}, capacity=4)
    late = own_entry.enter_tournament(tournament_id=tournament.pk, user=person("fay"), now=AT)
    placement = Placement.objects.get(stage__tournament=tournament, seat=2)
    gone = placement.entry
    given = {"actor": organiser(), "now": AT, "reason": "no-show"}
    give_seat_to_replacement(
        placement_id=placement.pk, stand_by_entry_id=late.pk, withdraw_former_player=True, **given
    )
    gone.refresh_from_db()
    assert gone.status == "withdrawn"
    assert "did_not_come" in acts(tournament)


def test_a_bot_plays_on_for_nobody_when_a_player_withdraws():
    tournament = playing()
    placement = Placement.objects.get(stage__tournament=tournament, seat=2)
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=placement.entry.user, now=AT)
    placement.refresh_from_db()
    assert (placement.entry, placement.bot) == (None, True)
    assert state(tournament).sitters[2].kind == "bot"
    assert acts(tournament)[-2:] == ["withdrawn", "seat_given"]


def test_where_bots_may_not_play_the_seat_of_a_leaver_waits_for_the_organisers():
    tournament = playing(fill_with_bots=False)
    placement = Placement.objects.get(stage__tournament=tournament, seat=2)
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=placement.entry.user, now=AT)
    assert acts(tournament)[-1:] == ["withdrawn"]
    assert state(tournament).sitters[2].user == placement.entry.user_id


@pytest.mark.parametrize("called", [True, False])
def test_a_seat_given_away_in_the_instant_its_game_ends_stays_whose_it_was(called, monkeypatch):
    tournament = playing(capacity=4)
    late = own_entry.enter_tournament(tournament_id=tournament.pk, user=person("fay"), now=AT)
    placement = Placement.objects.get(stage__tournament=tournament, seat=2)

    def the_game_is_quicker(stage_id, *, now):
        play(tournament, 1)
        reconcile_tables(stage_id, now=now)

    monkeypatch.setattr("tournaments.services.table.seat_changes.reconcile_tables", the_game_is_quicker)
    stand_by = late.pk if called else None
    give_seat_to_replacement(
        placement_id=placement.pk, stand_by_entry_id=stand_by, actor=organiser(), now=AT, reason="ill"
    )
    after = Placement.objects.get(pk=placement.pk)
    late.refresh_from_db()
    assert (after.entry, after.bot, late.status) == (placement.entry, False, "stand_by")
    assert state(tournament).sitters[2].user == placement.entry.user_id
    notes = AuditEntry.objects.filter(tournament=tournament, type="seat_given").order_by("number")
    assert [note.reason for note in notes] == ["ill", "the game had ended before"]
    reconcile_tables(placement.stage_id, now=AT)
    assert notes.count() == 2
    closing.close_stage(**desk(tournament), stage_number=1)
    assert find_discrepancies(fresh(tournament)) == []


def test_a_seat_that_nobody_gave_away_is_left_as_it_is(caplog):
    tournament = playing()
    play(tournament, 1)
    placement = Placement.objects.get(stage__tournament=tournament, seat=2)
    Placement.objects.filter(pk=placement.pk).update(entry=None, bot=True)
    reconcile_tables(placement.stage_id, now=AT)
    placement.refresh_from_db()
    assert (placement.entry, placement.bot) == (None, True)
    assert f"Seat {placement.pk} is not as its game ended" in caplog.text


def test_seats_given_away_before_an_upgrade_are_taken_from_the_audit_log():
    tournament = playing(capacity=4)
    placement = Placement.objects.get(stage__tournament=tournament, seat=2)
    give_seat_to_replacement(placement_id=placement.pk, stand_by_entry_id=None, actor=organiser(), now=AT)
    seats = Placement.objects.filter(stage__tournament=tournament)
    seats.update(previous_entry=None, previous_bot=None)
    fill = import_module("tournaments.migrations.0016_previous_occupants_from_log").fill_from_audit_log
    fill(apps, None)
    after = Placement.objects.get(pk=placement.pk)
    assert (after.entry, after.bot) == (None, True)
    assert (after.previous_entry, after.previous_bot) == (placement.entry, False)
    assert seats.filter(previous_bot__isnull=False).count() == 1


@pytest.mark.parametrize("counts", [True, False])
def test_a_bot_takes_a_seat_for_the_entrant_or_for_nobody(counts):
    tournament = playing()
    placement = Placement.objects.get(stage__tournament=tournament, seat=1)
    entrant = placement.entry
    give_seat_to_replacement(
        placement_id=placement.pk,
        stand_by_entry_id=None,
        actor=organiser(),
        now=AT,
        result_counts_for_former_player=counts,
    )
    sitter = state(tournament).sitters[1]
    assert (sitter.kind, sitter.user) == ("bot", None)
    placement.refresh_from_db()
    assert placement.entry == (entrant if counts else None)


def test_stand_ins_cost_no_query_each():
    tournament = playing()
    counts = []
    for placement in Placement.objects.filter(stage__tournament=tournament).order_by("seat")[:3]:
        give_seat_to_replacement(
            placement_id=placement.pk,
            stand_by_entry_id=None,
            actor=organiser(),
            now=AT,
            result_counts_for_former_player=True,
        )
        with CaptureQueriesContext(connection) as asked:
            reconcile_tables(placement.stage_id, now=AT)
        counts.append(len(asked))
    assert len(set(counts)) == 1


def test_only_a_stand_by_of_this_tournament_is_called():
    tournament = playing()
    placement = Placement.objects.get(stage__tournament=tournament, seat=1)
    for wrong in (placement.entry_id, -1):
        with pytest.raises(WrongMoment, match="waiting list"):
            give_seat_to_replacement(
                placement_id=placement.pk, stand_by_entry_id=wrong, actor=organiser(), now=AT
            )
