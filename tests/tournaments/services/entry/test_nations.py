"""Nations where a quota counts them: needed, one code each, and not changed by leaving and coming back."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from core.refusal import BadRequest
from tests.support.games.people import person
from tests.support.tournaments.events import AT, desk, enter, event, organiser
from tournaments.errors import NationFixed, ReasonMissing
from tournaments.models import AuditEntry, Entry, Tournament
from tournaments.models.choices import EntryStatus
from tournaments.services.entry import entries, own_entry
from tournaments.services.entry.corrections import correct_entry
from tournaments.services.entry.entries import enter_player

pytestmark = pytest.mark.django_db


def leave(tournament, name):
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person(name), now=AT)


def correct(entry, **changes):
    said = {"name": entry.name, "nation": entry.nation, "title_holder": entry.title_holder, **changes}
    return correct_entry(entry_id=entry.pk, actor=organiser(), now=AT, **said)


def test_one_nation_is_one_nation_however_it_is_written():
    tournament = event(nation_quota=2)
    written = {"alice": "DE", "bob": "GER", "dora": "Deutschland", "emil": "deu"}
    statuses = [enter(tournament, name, nation=nation)[0].status for name, nation in written.items()]
    assert statuses == ["entered", "entered", "stand_by", "stand_by"]
    assert set(tournament.entries.values_list("nation", flat=True)) == {"DE"}


def test_a_quota_needs_a_nation_and_elsewhere_nobody_has_to_have_one():
    assert enter(event(), "alice")[0].nation == ""
    tournament = event(nation_quota=2)
    with pytest.raises(BadRequest) as refused:
        enter(tournament, "alice")
    assert set(refused.value.errors) == {"nation"}
    assert not tournament.entries.exists()


def test_nobody_evades_the_quota_by_leaving_and_coming_back_for_another_nation():
    tournament = event(nation_quota=1)
    enter(tournament, "alice", "bob", nation="DE")
    leave(tournament, "bob")
    with pytest.raises(NationFixed, match="DE"):
        enter(tournament, "bob", nation="AT")
    for nation in ("", "GER"):
        [bob] = enter(tournament, "bob", nation=nation)
        assert (bob.nation, bob.status) == ("DE", EntryStatus.STAND_BY)
        leave(tournament, "bob")


def test_without_a_quota_a_nation_can_be_put_right_by_entering_again():
    tournament = event()
    enter(tournament, "alice", nation="AU")
    leave(tournament, "alice")
    assert enter(tournament, "alice", nation="AT")[0].nation == "AT"


def test_who_stands_by_without_a_nation_gets_no_place_before_they_have_one():
    tournament = event(capacity=1)
    enter(tournament, "alice", "bob")
    Tournament.objects.filter(pk=tournament.pk).update(nation_quota=1)
    leave(tournament, "alice")
    bob = tournament.entries.get(name="bob")
    assert bob.status == EntryStatus.STAND_BY
    assert correct(bob, nation="Austria").nation == "AT"


def test_the_desk_goes_beyond_a_quota_with_a_reason_that_is_written_down():
    tournament = event(online=False, nation_quota=1)
    enter_player(**desk(tournament), name="Ada", nation="DE")
    assert enter_player(**desk(tournament), name="Bob", nation="DE").status == EntryStatus.STAND_BY
    cora = enter_player(**desk(tournament), name="Cora", nation="DE", reason="champion of 2019")
    stateless = enter_player(**desk(tournament), name="Dan", reason="stateless")
    assert {cora.status, stateless.status} == {EntryStatus.ENTERED}
    log = AuditEntry.objects.filter(tournament=tournament).order_by("number")
    assert list(log.values_list("reason", flat=True)) == ["", "", "champion of 2019", "stateless"]


def test_the_desk_changes_a_nation_that_counts_only_with_a_reason():
    tournament = event(online=False, nation_quota=1)
    ada = enter_player(**desk(tournament), name="Ada", nation="DE")
    with pytest.raises(ReasonMissing):
        correct(ada, nation="AT")
    with pytest.raises(BadRequest):
        correct(ada, nation="")
    assert correct(ada, name="Ada L.").name == "Ada L."
    assert correct(ada, nation="AT", reason="has two passports").nation == "AT"
    note = AuditEntry.objects.get(tournament=tournament, type="entry_corrected", reason="has two passports")
    assert (note.before["nation"], note.after["nation"]) == ("DE", "AT")


def test_who_loses_a_title_counts_in_the_quota_again():
    tournament = event(online=False, nation_quota=1)
    ada = enter_player(**desk(tournament), name="Ada", nation="DE", title_holder=True)
    enter_player(**desk(tournament), name="Bob", nation="DE")
    with pytest.raises(ReasonMissing, match="DE"):
        correct(ada, title_holder=False)
    with pytest.raises(ReasonMissing, match="DE"):
        correct_entry(entry_id=ada.pk, title_holder=False, actor=organiser(), now=AT)
    with pytest.raises(ReasonMissing):
        correct(ada, title_holder=False, nation="AT")
    assert correct(ada, name="Ada L.").title_holder
    assert not correct(ada, title_holder=False, reason="the title was Eva's").title_holder


def test_a_title_is_taken_without_a_reason_while_the_nation_has_places():
    tournament = event(online=False, nation_quota=1)
    ada = enter_player(**desk(tournament), name="Ada", nation="DE", title_holder=True)
    assert not correct(ada, title_holder=False).title_holder
    bob = enter_player(**desk(tournament), name="Bob", nation="DE", title_holder=True)
    entries.move_to_waiting_list(entry_id=bob.pk, actor=organiser(), now=AT)
    assert not correct(bob, title_holder=False).title_holder


def test_a_nation_that_was_missing_is_added_while_it_has_places():
    tournament = event(online=False, nation_quota=1)
    enter_player(**desk(tournament), name="Ada", nation="DE")
    bob = enter_player(**desk(tournament), name="Bob", reason="nation to come")
    with pytest.raises(ReasonMissing, match="DE"):
        correct(bob, nation="DE")
    assert correct(bob, nation="AT").nation == "AT"


def test_a_stored_nation_that_is_none_by_iso_stays_until_somebody_changes_it():
    tournament = event(online=False)
    ada = enter_player(**desk(tournament), name="Ada")
    Entry.objects.filter(pk=ada.pk).update(nation="XX")
    ada.refresh_from_db()
    assert (correct(ada, name="Ada L.").nation, correct(ada, nation="DE").nation) == ("XX", "DE")


def test_entrants_of_earlier_versions_get_the_codes_of_iso():
    tournament = event(online=False)
    for number, nation in enumerate(("DE", "GER", "DEU", "SUI", "XX", "")):
        entry = enter_player(**desk(tournament), name=f"Player {number}")
        Entry.objects.filter(pk=entry.pk).update(nation=nation)
    migration = import_module("tournaments.migrations.0002_nations")
    migration.use_codes_of_two_letters(apps, connection.schema_editor())
    found = tournament.entries.order_by("start_number").values_list("nation", flat=True)
    assert list(found) == ["DE", "DE", "DE", "CH", "XX", ""]
