"""Entrants from a file that are merged with who has entered already, when the preview is confirmed."""

import pytest

from tests.support.games.people import person
from tests.support.tournaments.entrants.entrant_files import kinds, rows_of
from tests.support.tournaments.entrants.importing import imported, left_out, previewed
from tests.support.tournaments.events import AT, acts, desk, enter, event, later, organiser
from tests.support.tournaments.pages.desks import organising
from tournaments.errors import EntrantsChanged
from tournaments.models import AuditEntry, EntrantFile, Entry
from tournaments.selectors.desk.entrants import entrant_rows
from tournaments.services.entry import entries
from tournaments.services.entry.bots import enter_bots
from tournaments.services.entry.importing import merging
from tournaments.services.lifecycle import lifecycle

pytestmark = pytest.mark.django_db


# --- Merging ------------------------------------------------------------------------------------------------


def test_a_second_list_enters_who_is_new_and_changes_what_is_different(cards):
    imported(cards, "name,club,nation\nAda,Bonn,DE\nBob,Trier,AT\nCy,,\n")
    done = imported(cards, "name,club,nation\nBob,Trier,CH\nAda,Bonn,DE\nDan,,\nCY,Ulm,\n")
    assert done == merging.MergeCounts(new=1, changed=2, unchanged=1, left_out=0)
    assert rows_of(cards, "name", "club", "nation") == [
        ("Ada", "Bonn", "DE"),
        ("Bob", "Trier", "CH"),
        ("Cy", "Ulm", ""),
        ("Dan", "", ""),
    ]
    notes = AuditEntry.objects.filter(tournament=cards, type="entry_corrected").order_by("number")
    assert [(note.before["nation"], note.after["nation"]) for note in notes] == [("AT", "CH"), ("", "")]
    assert [(note.before["club"], note.after["club"]) for note in notes] == [("Trier", "Trier"), ("", "Ulm")]


def test_nobody_leaves_because_a_list_does_not_name_them(cards):
    imported(cards, "name,club\nAda,Bonn\nBob,\n")
    found = previewed(cards, "name,club\nAda,\n")
    assert (kinds(found), found.missing) == ({2: "unchanged"}, 1)
    assert rows_of(cards, "name", "club", "status") == [("Ada", "Bonn", "entered"), ("Bob", "", "entered")]


def test_who_has_withdrawn_stays_so(cards):
    imported(cards, "name\nAda\n")
    entries.withdraw_entry(entry_id=cards.entries.get().pk, actor=organiser(), now=AT)
    found = previewed(cards, "name\nAda\n")
    assert [(line.kind, line.text) for line in found.lines] == [("unchanged", "withdrawn, and stays so")]


def test_the_account_goes_before_the_name():
    tournament = event()
    (alice,) = enter(tournament, "alice")
    found = previewed(tournament, "name,username\nAlice Smith,ALICE\n")
    assert [(change.field, change.before, change.after) for change in found.changed_lines[0].changes] == [
        ("name", "alice", "Alice Smith")
    ]
    imported(tournament, "name,username\nAlice Smith,alice\n")
    assert Entry.objects.get(pk=alice.pk).name == "Alice Smith"


def test_an_account_is_added_to_an_entrant_without_one(cards):
    imported(cards, "name\nAda\n")
    ada = person("ada")
    assert imported(cards, "name,username\nAda,ada\n").changed == 1
    assert rows_of(cards, "name", "user") == [("Ada", ada.pk)]
    person("other")
    assert kinds(previewed(cards, "name,username\nAda,other\n")) == {2: "new"}


def test_the_id_goes_before_all_else(cards):
    imported(cards, "name,club\nAda,Bonn\nBob,Trier\n")
    ada = cards.entries.get(name="Ada")
    imported(cards, f"id,name,club\n{ada.pk},Ada Lovelace,London\n")
    assert rows_of(cards, "name", "club") == [("Ada Lovelace", "London"), ("Bob", "Trier")]


@pytest.mark.parametrize("entered", ["name\nAda\nBob\n", "name\nAda\n", "name\nBob\n"])
def test_an_account_is_given_to_one_entrant_only(cards, entered):
    imported(cards, entered)
    zoe = person("zoe")
    text = "name,username\nAda,zoe\nBob,zoe\n"
    assert left_out(cards, text) == [(3, "the account zoe is already in line 2.")]
    imported(cards, text)
    assert cards.entries.get(user=zoe).name == "Ada"


def test_ids_and_accounts_that_contradict_are_left_out(cards):
    for name in ("ada", "bob"):
        person(name)
    imported(cards, "name,username\nAda,ada\nBob,bob\n")
    ada, other = cards.entries.get(name="Ada"), event(online=False)
    imported(other, "name\nZoe\n")
    text = f"id,name,username\n{ada.pk},Ada,bob\n{other.entries.get().pk},Zoe,\nx,Cy,\n"
    assert left_out(cards, text) == [
        (2, "Ada has another account than bob."),
        (3, f"no entrant here has the id {other.entries.get().pk}. Leave it empty for new players."),
        (4, "no entrant here has the id x. Leave it empty for new players."),
    ]


def test_one_entrant_in_two_lines_is_taken_once(cards):
    imported(cards, "name\nAda\n")
    assert left_out(cards, "name\nAda\nADA\n") == [(3, "ADA is already in line 2.")]
    assert left_out(cards, "name\nBob\nBob\n") == [
        (3, "Bob is already in line 2; namesakes need a club or a birth year.")
    ]
    person("cy")
    assert left_out(cards, "name,username\nCy,cy\nEve,Cy\n") == [(3, "the account cy is already in line 2.")]


def test_namesakes_in_a_list_are_told_apart_by_club_or_year(cards):
    text = "name,club,birth_year\nTom,Bonn,\nTom,Trier,\nTom,,1980\n"
    assert imported(cards, text).new == 3
    assert imported(cards, text).unchanged == 3
    found = previewed(cards, "name,club\nTom,Ulm\n")
    # Born in 1980 and without a club until now: it may well be the same Tom.
    assert [(line.kind, line.name) for line in found.lines] == [("changed", "Tom (1980)")]
    found = previewed(cards, "name,club,birth_year\nTom,Ulm,1990\n")
    assert [(line.kind, line.text) for line in found.lines] == [("new", "has a namesake")]


def test_what_may_be_several_is_never_guessed(cards):
    imported(cards, "name,club\nTom,Bonn\nTom,Trier\n")
    assert left_out(cards, "name\nTom\n") == [
        (2, "Tom may be Tom (Bonn) or Tom (Trier): give the id, the club or the birth year.")
    ]
    imported(cards, "name\nAda\n")
    assert left_out(cards, "name,club\nAda,Bonn\nAda,Trier\n") == [
        (2, "other lines may be Ada, too: give the id."),
        (3, "other lines may be Ada, too: give the id."),
    ]
    entries.enter_player(**desk(cards), name="Ada")
    ((_, said),) = left_out(cards, "name,club\nAda,Bonn\n")
    assert said.startswith(
        "Ada may be Ada (no. 3) or Ada (no. 4): give the id, or add the club or birth year"
    )
    cards.entries.filter(start_number=4).delete()
    # Who agrees in all is meant, and the other line is somebody else.
    assert kinds(previewed(cards, "name,club\nAda,Bonn\nAda,\n")) == {2: "new", 3: "unchanged"}


def test_bots_are_not_in_a_list():
    tournament = event()
    (bot,) = enter_bots(**desk(tournament), count=1, level="apprentice")
    assert left_out(tournament, f"id,name\n{bot.pk},Bob\n")[0][1].startswith("no entrant here has the id")
    assert entrant_rows(tournament) == []


# --- The preview is confirmed -------------------------------------------------------------------------------


def test_nothing_is_stored_before_the_preview_is_confirmed(cards):
    before = len(acts(cards))
    previewed(cards, "name\nAda\n")
    assert not cards.entries.exists()
    assert len(acts(cards)) == before


def test_a_preview_that_is_not_so_any_more_is_not_done(cards):
    imported(cards, "name,club\nAda,Bonn\n")
    seen = previewed(cards, "name,club\nAda,Trier\nBob,\n").key
    entries.enter_player(**desk(cards), name="Bob")
    with pytest.raises(EntrantsChanged):
        merging.merge_entrant_file(**desk(cards), preview_key=seen)
    assert rows_of(cards, "name", "club") == [("Ada", "Bonn"), ("Bob", "")]
    now = merging.preview_entrant_file(**desk(cards))
    assert kinds(now) == {2: "new", 3: "unchanged"}
    assert merging.merge_entrant_file(**desk(cards), preview_key=now.key).new == 1


def test_what_the_file_does_not_touch_may_change_meanwhile(cards):
    imported(cards, "name\nAda\n")
    seen = previewed(cards, "name\nBob\n").key
    lifecycle.open_check_in(**desk(event(online=False)))
    entries.check_in_entry(entry_id=cards.entries.get().pk, actor=organiser(), now=AT)
    assert merging.merge_entrant_file(**desk(cards), preview_key=seen).new == 1


def test_a_list_is_merged_once_and_each_person_has_their_own(cards):
    rita = organising("rita", cards, "arbiter")
    seen = previewed(cards, "name\nAda\n").key
    previewed(cards, "name\nBob\n", actor=rita)
    merging.merge_entrant_file(**desk(cards), preview_key=seen)
    with pytest.raises(EntrantsChanged, match="upload it again"):
        merging.merge_entrant_file(**desk(cards), preview_key=seen)
    assert rows_of(cards, "name") == [("Ada",)]
    merging.discard_entrant_file(tournament_id=cards.pk, actor=rita)
    assert not EntrantFile.objects.exists()


def test_a_list_that_nobody_confirms_is_forgotten_after_a_day(cards):
    previewed(cards, "name\nAda\n")
    rita = organising("rita", cards, "arbiter")
    merging.store_entrant_file(
        tournament_id=cards.pk, data=b"name\nBob\n", actor=rita, now=later(24 * 60 + 1)
    )
    assert EntrantFile.objects.get().by == rita
