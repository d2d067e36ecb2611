"""Players enter, check in and leave by themselves."""

from datetime import timedelta

import pytest

from tests.support.games.people import person
from tests.support.tournaments.events import AT, desk, enter, event, fresh
from tournaments.errors import (
    AlreadyEntered,
    BotCannotEnter,
    CheckInClosed,
    EntryClosed,
    GuestCannotEnter,
    NotEntered,
)
from tournaments.models import AuditEntry
from tournaments.models.choices import EntryStatus
from tournaments.services.entry import own_entry
from tournaments.services.entry.entries import enter_player
from tournaments.services.lifecycle import lifecycle

pytestmark = pytest.mark.django_db


def enters(tournament, name, **more):
    """The entry of somebody who enters."""
    [entry] = enter(tournament, name, **more)
    return entry


def test_who_enters_in_time_is_entered_and_it_is_written_down():
    tournament = event()
    entry = enters(tournament, "alice", nation="de")
    assert (entry.status, entry.nation, entry.start_number) == (EntryStatus.ENTERED, "DE", 1)
    note = AuditEntry.objects.get(tournament=tournament)
    assert (note.number, note.type, note.by_name, note.at) == (1, "entered", "alice", AT)
    assert note.after == {"name": "alice", "nation": "DE", "status": "entered"}


def test_once_is_enough():
    tournament = event()
    enter(tournament, "alice")
    with pytest.raises(AlreadyEntered):
        enter(tournament, "alice")
    assert tournament.entries.count() == 1


def test_guests_are_told_to_get_an_account():
    guest = person("passing", kind="guest")
    with pytest.raises(GuestCannotEnter):
        own_entry.enter_tournament(tournament_id=event().pk, user=guest, now=AT)


def test_bots_of_others_stay_out_however_they_come():
    tournament = event()
    bot = person("robby", kind="bot")
    with pytest.raises(BotCannotEnter):
        own_entry.enter_tournament(tournament_id=tournament.pk, user=bot, now=AT)
    with pytest.raises(BotCannotEnter):
        enter_player(**desk(tournament), name="", username="robby")
    assert not tournament.entries.exists()


def test_who_is_flagged_as_a_bot_does_not_come_back():
    tournament = event()
    enter(tournament, "alice")
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("alice"), now=AT)
    alice = person("alice")
    alice.kind = "bot"
    alice.save()
    with pytest.raises(BotCannotEnter):
        enter(tournament, "alice")


def test_before_entry_opens_nobody_enters():
    with pytest.raises(EntryClosed):
        enter(event(entry_opens_at=AT + timedelta(seconds=1)), "alice")


def test_who_is_late_stands_by():
    assert enters(event(entry_closes_at=AT), "alice").status == EntryStatus.STAND_BY


def test_who_comes_when_all_places_are_taken_stands_by():
    tournament = event(capacity=3)
    taken = [enters(tournament, name).status for name in ("alice", "bob", "dora", "emil")]
    assert taken == ["entered", "entered", "entered", "stand_by"]


def test_two_entrants_a_nation_at_most_but_title_holders_come_on_top():
    tournament = event(nation_quota=2)
    for name in ("alice", "bob"):
        assert enters(tournament, name, nation="DE").status == EntryStatus.ENTERED
    assert enters(tournament, "dora", nation="DE").status == EntryStatus.STAND_BY
    assert enters(tournament, "emil", nation="AT").status == EntryStatus.ENTERED
    holder = tournament.entries.get(name="alice")
    holder.title_holder = True
    holder.save()
    assert enters(tournament, "fay", nation="DE").status == EntryStatus.ENTERED


def test_who_has_left_can_come_again():
    tournament = event()
    first = enters(tournament, "alice")
    left = own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("alice"), now=AT)
    assert left.status == EntryStatus.WITHDRAWN
    again = enters(tournament, "alice")
    assert (again.pk, again.status) == (first.pk, EntryStatus.ENTERED)


def test_only_who_has_entered_can_leave_or_check_in():
    tournament = event()
    for act in (own_entry.withdraw_from_tournament, own_entry.check_in_to_tournament):
        with pytest.raises(NotEntered):
            act(tournament_id=tournament.pk, user=person("alice"), now=AT)


def test_check_in_has_its_time():
    tournament = event()
    enter(tournament, "alice")
    with pytest.raises(CheckInClosed):
        own_entry.check_in_to_tournament(tournament_id=tournament.pk, user=person("alice"), now=AT)
    lifecycle.open_check_in(**desk(tournament))
    entry = own_entry.check_in_to_tournament(tournament_id=tournament.pk, user=person("alice"), now=AT)
    assert (entry.status, entry.checked_in_at) == (EntryStatus.CHECKED_IN, AT)


def test_who_did_not_check_in_is_out_and_a_stand_by_who_is_there_moves_up():
    tournament = event(capacity=4)
    for name in ("alice", "bob", "dora", "emil", "fay", "gus"):
        enter(tournament, name)
    lifecycle.open_check_in(**desk(tournament))
    for name in ("alice", "bob", "dora", "gus"):
        own_entry.check_in_to_tournament(tournament_id=tournament.pk, user=person(name), now=AT)
    lifecycle.close_check_in(**desk(tournament))
    states = dict(tournament.entries.values_list("name", "status"))
    assert states == {
        "alice": "checked_in",
        "bob": "checked_in",
        "dora": "checked_in",
        "emil": "withdrawn",
        "fay": "stand_by",
        "gus": "checked_in",
    }
    assert fresh(tournament).status == "running"


def test_without_check_in_all_who_entered_play():
    tournament = event()
    for name in ("alice", "bob", "dora"):
        enter(tournament, name)
    lifecycle.close_check_in(**desk(tournament))
    assert set(tournament.entries.values_list("status", flat=True)) == {"checked_in"}
