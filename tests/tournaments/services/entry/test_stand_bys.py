"""Stand-bys at the desk: they are noted as there, and get a place by rule or from an arbiter."""

import pytest

from tests.support.games.people import person
from tests.support.tournaments.events import AT, acts, desk, enter, event, later, organiser
from tests.support.tournaments.pages.desks import organising
from tournaments.errors import ReasonMissing, RoleMissing, WrongMoment
from tournaments.models import Entry, Tournament
from tournaments.services.entry import entries, own_entry
from tournaments.services.entry.corrections import correct_entry
from tournaments.services.lifecycle import lifecycle

pytestmark = pytest.mark.django_db


def full() -> tuple[Tournament, Entry]:
    """A tournament whose three places are taken, at check-in, and its stand-by."""
    tournament = event(capacity=3)
    *_, emil = enter(tournament, "alice", "bob", "dora", "emil")
    lifecycle.open_check_in(**desk(tournament))
    return tournament, emil


def helper(tournament: Tournament, entry: Entry) -> dict:
    return {"entry_id": entry.pk, "actor": organising("hans", tournament, "helper"), "now": later(1)}


def test_a_stand_by_who_is_there_stays_one():
    tournament, emil = full()
    there = entries.check_in_entry(**helper(tournament, emil))
    assert (there.status, there.checked_in_at, there.is_present_on_waiting_list) == (
        "stand_by",
        later(1),
        True,
    )
    entries.check_in_entry(**helper(tournament, emil))
    assert acts(tournament, "checked_in") == ["checked_in"]


def test_who_is_not_there_after_all_is_a_stand_by_still():
    tournament, emil = full()
    entries.check_in_entry(**helper(tournament, emil))
    undone = entries.undo_check_in(**helper(tournament, emil))
    assert (undone.status, undone.checked_in_at) == ("stand_by", None)
    with pytest.raises(WrongMoment, match="emil is not checked in"):
        entries.undo_check_in(**helper(tournament, emil))


def test_who_was_there_and_moved_up_before_check_in_is_asked_again_and_plays():
    tournament = event(capacity=3)
    *others, emil = enter(tournament, "alice", "bob", "dora", "emil")
    entries.check_in_entry(**helper(tournament, emil))
    entries.withdraw_entry(**helper(tournament, others[0]))
    moved = tournament.entries.get(pk=emil.pk)
    assert (moved.status, moved.checked_in_at) == ("entered", None)
    # Earlier versions kept the moment of those who moved up.
    tournament.entries.filter(pk=emil.pk).update(checked_in_at=later(1))
    lifecycle.open_check_in(**desk(tournament))
    what = {"tournament_id": tournament.pk, "now": later(2)}
    for name in ("bob", "dora", "emil"):
        own_entry.check_in_to_tournament(user=person(name), **what)
    lifecycle.close_check_in(**desk(tournament))
    assert tournament.entries.get(pk=emil.pk).status == "checked_in"


def test_as_check_in_closes_stand_bys_who_are_there_move_up_and_others_do_not():
    tournament = event(online=False, capacity=3)
    names = ("Ada", "Bob", "Cy", "Dan", "Eve")
    found = {name: entries.enter_player(**desk(tournament), name=name) for name in names}
    lifecycle.open_check_in(**desk(tournament))
    for name in ("Ada", "Bob", "Eve"):
        entries.check_in_entry(**helper(tournament, found[name]))
    lifecycle.close_check_in(**desk(tournament))
    states = dict(tournament.entries.values_list("name", "status"))
    assert states == {
        "Ada": "checked_in",
        "Bob": "checked_in",
        "Cy": "withdrawn",
        "Dan": "stand_by",
        "Eve": "checked_in",
    }


def test_who_comes_too_late_for_a_place_that_was_given_away_stands_by():
    tournament = event(online=False, capacity=3)
    found = [entries.enter_player(**desk(tournament), name=name) for name in ("Ada", "Bob", "Cy", "Dan")]
    lifecycle.open_check_in(**desk(tournament))
    for entry in (found[0], found[1], found[3]):
        entries.check_in_entry(**helper(tournament, entry))
    lifecycle.close_check_in(**desk(tournament))
    late = entries.check_in_entry(**helper(tournament, found[2]))
    assert (late.status, late.is_present_on_waiting_list) == ("stand_by", True)
    entries.withdraw_entry(**helper(tournament, found[3]))
    entries.withdraw_entry(**helper(tournament, found[0]))
    assert entries.check_in_entry(**helper(tournament, found[0])).status == "checked_in"


def test_an_arbiter_lets_a_stand_by_in_and_says_why_where_there_is_no_place():
    tournament, emil = full()
    what = {"entry_id": emil.pk, "actor": organiser(), "now": AT}
    with pytest.raises(RoleMissing):
        entries.admit_entry(**helper(tournament, emil), reason="please")
    with pytest.raises(ReasonMissing, match="no free place for emil"):
        entries.admit_entry(**what)
    assert entries.admit_entry(**what, reason="a place of honour").status == "checked_in"
    with pytest.raises(WrongMoment, match="is not on the waiting list"):
        entries.admit_entry(**what)
    assert entries.undo_check_in(**helper(tournament, emil)).status == "stand_by"
    Tournament.objects.filter(pk=tournament.pk).update(capacity=4)
    assert entries.admit_entry(**what).status == "checked_in"


def test_undoing_the_check_in_of_who_was_never_let_in_leaves_them_entered():
    tournament, _ = full()
    alice = tournament.entries.get(name="alice")
    entries.check_in_entry(**helper(tournament, alice))
    assert entries.undo_check_in(**helper(tournament, alice)).status == "entered"


@pytest.mark.parametrize("check_in_all", [True, False])
def test_undoing_the_check_in_of_all_leaves_who_had_moved_up_entered(check_in_all):
    tournament = event(capacity=3)
    *_, emil = enter(tournament, "alice", "bob", "dora", "emil")
    entries.check_in_entry(**helper(tournament, emil))
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("alice"), now=AT)
    if check_in_all:
        entries.check_in_all(**desk(tournament))
        assert entries.undo_check_in(**helper(tournament, emil)).status == "entered"
    else:
        # Without a check-in, all who have entered play.
        lifecycle.close_check_in(**desk(tournament))
        assert entries.undo_check_in(**helper(tournament, emil)).status == "withdrawn"


def test_who_was_called_as_check_in_closed_goes_back_to_the_waiting_list():
    tournament, emil = full()
    for name in ("alice", "bob"):
        own_entry.check_in_to_tournament(tournament_id=tournament.pk, user=person(name), now=AT)
    own_entry.check_in_to_tournament(tournament_id=tournament.pk, user=person("emil"), now=AT)
    Entry.objects.filter(pk=emil.pk).update(status_before_check_in="")
    lifecycle.close_check_in(**desk(tournament))
    emil.refresh_from_db()
    assert (emil.status, emil.status_before_check_in) == ("checked_in", "stand_by")
    assert entries.undo_check_in(**helper(tournament, emil)).status == "stand_by"


def test_titles_are_not_a_helpers_to_give():
    tournament = event(online=False)
    hans = organising("hans", tournament, "helper")
    with pytest.raises(RoleMissing):
        entries.enter_player(tournament_id=tournament.pk, actor=hans, now=AT, name="Ada", title_holder=True)
    ada = entries.enter_player(**desk(tournament), name="Ada", title_holder=True)
    given = {"entry_id": ada.pk, "nation": "", "now": AT}
    with pytest.raises(RoleMissing):
        correct_entry(**given, actor=hans, name="Ada", title_holder=False)
    kept = correct_entry(**given, actor=hans, name="Ada L.", title_holder=None)
    assert (kept.name, kept.title_holder) == ("Ada L.", True)
    assert not correct_entry(**given, actor=organiser(), name="Ada", title_holder=False).title_holder


def test_a_quota_is_exceeded_by_arbiters_alone():
    tournament = event(online=False, nation_quota=1)
    hans = organising("hans", tournament, "helper")
    entries.enter_player(**desk(tournament), name="Ada", nation="DE")
    bob = entries.enter_player(**desk(tournament), name="Bob", nation="AT")
    given = {"entry_id": bob.pk, "name": "Bob", "nation": "DE", "title_holder": None, "now": AT}
    with pytest.raises(ReasonMissing):
        correct_entry(**given, actor=hans)
    with pytest.raises(RoleMissing):
        correct_entry(**given, actor=hans, reason="a friend")
    assert correct_entry(**given, actor=organiser(), reason="born there").nation == "DE"
    late = {"tournament_id": tournament.pk, "now": AT, "name": "Cy", "nation": "AT", "reason": "a friend"}
    with pytest.raises(RoleMissing):
        entries.enter_player(**late, actor=hans)
