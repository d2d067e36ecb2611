"""Players of the same name: they may enter, and are told apart wherever a name is shown."""

import pytest

from tests.support.games.people import person
from tests.support.tournaments.entrants.namesakes import (
    BONN,
    TRIER,
    begin,
    both_in,
    enter_sheet,
    with_namesakes,
)
from tests.support.tournaments.events import AT, desk, event
from tests.support.tournaments.pages.desks import Organiser, organising
from tournaments.models import AuditEntry, Entry
from tournaments.services.entry import entries, own_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def hans(db) -> Organiser:
    """A helper at a tournament with real cards."""
    tournament = event(online=False)
    return Organiser(organising("hans", tournament, "helper"), tournament)


@pytest.fixture
def olga(db) -> Organiser:
    """The owner of a tournament with real cards that two namesakes and two others have entered."""
    tournament = with_namesakes()
    return Organiser(organising("olga", tournament), tournament)


def test_a_namesake_is_entered_and_the_desk_asks_what_tells_them_apart(hans):
    hans.press("add_player", name="Tom Müller", club="Bonn")
    hans.press("add_player", name="TOM MÜLLER")
    assert hans.said == [
        "TOM MÜLLER (no. 2) has been entered.",
        "TOM MÜLLER has a namesake: Tom Müller (Bonn). Add a club or a birth year to tell them apart.",
    ]
    assert hans.tournament.entries.count() == 2
    late = hans.tournament.entries.get(start_number=2)
    assert hans.address("details", late.pk) in hans.shown
    assert "Tell them apart" in hans.page("check_in")
    said = hans.press("details", late.pk, club="  Trier ", birth_year="1980", next=hans.address("namesakes"))
    assert said == "Noted: TOM MÜLLER (Trier)."
    assert "All players can be told apart" in hans.shown
    assert "Tell them apart" not in hans.page("check_in")
    after = AuditEntry.objects.get(tournament=hans.tournament, type="entry_corrected").after
    assert (after["club"], after["birth_year"], after["name"]) == ("Trier", 1980, "TOM MÜLLER")


def test_nobody_is_warned_of_namesakes_whose_clubs_are_known(hans):
    hans.press("add_player", name="Tom Müller", club="Bonn")
    assert hans.press("add_player", name="Tom Müller", club="Trier") == f"{TRIER} has been entered."


def test_who_is_renamed_to_a_namesake_is_told_apart_too(hans):
    for name in ("Tom Müller", "Tim Müller"):
        hans.press("add_player", name=name)
    tim = hans.tournament.entries.get(name="Tim Müller")
    assert "has a namesake: Tom Müller (no. 1)" in hans.press("correct", tim.pk, name="Tom Müller")


def test_who_has_left_needs_no_club(hans):
    for _ in range(2):
        hans.press("add_player", name="Tom Müller")
    hans.sure("withdraw", hans.tournament.entries.get(start_number=2).pk)
    assert "Tell them apart" not in hans.page("check_in")
    assert "Tom Müller (no. 2)" in hans.page("check_in")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"birth_year": "1899"}, "A birth year is from 1900"),
        ({"birth_year": "soon"}, "whole number"),
        ({"club": "x" * 61}, "at most 60"),
        ({"club": "a\u200bb"}, "club"),
    ],
)
def test_details_that_cannot_be(hans, fields, said):
    assert said in hans.press("add_player", name="Tom", **fields)
    assert not hans.tournament.entries.exists()


def test_at_the_desk_each_is_shown_with_their_club(olga):
    page = olga.page("check_in")
    assert both_in(page)
    assert f'aria-label="Check in {TRIER}"' in page
    tom = olga.tournament.entries.get(club="Trier")
    assert olga.press("check_in_entrant", entry=tom.pk) == f"{TRIER} is checked in."
    part = olga.press_for_part("check_in_entrant", entry=tom.pk)
    assert TRIER in part["html"]
    assert f"<h2>{TRIER}" in olga.page("entrant", tom.pk)
    assert both_in(olga.page("pairs"))
    begin(olga.tournament)
    for page in (("stage", 1), ("table", 1, 1), ("standings",), ("log",)):
        assert both_in(olga.page(*page)), page
    assert both_in(olga.page("entry_form", 1, table=1))
    enter_sheet(olga.tournament)
    assert both_in(olga.page("prizes"))
    assert "Ada (" not in olga.page("standings")


def test_the_desk_finds_them_by_club_and_birth_year(olga):
    Entry.objects.filter(tournament=olga.tournament, club="Trier").update(birth_year=1980)
    for asked in ("trier", "müller trier", "1980"):
        page = olga.page("check_in", q=asked)
        assert f"More about {TRIER}" in page
        assert BONN not in page


def test_an_account_may_have_the_name_of_an_entrant_without_one():
    tournament = event()
    entries.enter_player(**desk(tournament), name="alice", username=person("bob").username)
    alice = own_entry.enter_tournament(tournament_id=tournament.pk, user=person("alice"), now=AT)
    assert alice.shown_name == "alice (no. 2)"


def test_the_status_before_is_that_of_the_right_namesake(olga):
    bonn, trier = olga.tournament.entries.filter(name="Tom Müller").order_by("club")
    given = {"actor": olga.user, "now": AT}
    entries.move_to_waiting_list(entry_id=bonn.pk, **given)
    for tom in (trier, bonn):
        entries.check_in_entry(entry_id=tom.pk, **given)
    for tom in (bonn, trier):
        entries.undo_check_in(entry_id=tom.pk, **given)
    found = olga.tournament.entries.filter(name="Tom Müller").values_list("club", "status")
    assert dict(found) == {"Bonn": "stand_by", "Trier": "entered"}
