"""Entrants from a file: what kinds of files and lines come in, their places, and the export that returns."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.games.people import person
from tests.support.tournaments.entrants.entrant_files import kinds, rows_of
from tests.support.tournaments.entrants.importing import imported, left_out, previewed
from tests.support.tournaments.events import AT, acts, desk, event, later, organiser
from tests.support.tournaments.pages.desks import organising
from tournaments.errors import EntrantsChanged, RoleMissing, WrongMoment
from tournaments.models import AuditEntry, EntrantFile
from tournaments.selectors.desk.entrants import EXPORT_COLUMNS, entrant_rows
from tournaments.services.entry import entries, own_entry
from tournaments.services.entry.importing import merging
from tournaments.services.entry.importing.reading import BadCsv
from tournaments.web.spreadsheet import csv_bytes

pytestmark = pytest.mark.django_db


FIELDS = ("pk", "name", "user", "club", "birth_year", "nation", "title_holder", "status")


def refused(tournament, data):
    """Why a file is no list of entrants."""
    with pytest.raises(BadCsv) as refusal:
        merging.store_entrant_file(**desk(tournament), data=data)
    assert not EntrantFile.objects.exists()
    return refusal.value.messages


# --- Files of all kinds -------------------------------------------------------------------------------------


def test_names_clubs_years_nations_and_titles_come_in(cards):
    text = "name,club,birth_year,nation,title_holder\nAda,SC Bonn,1980,DE,yes\nBob,,,at,\nZoë,,,,no\n"
    assert imported(cards, text).new == 3
    assert rows_of(cards, "name", "club", "birth_year", "nation", "title_holder") == [
        ("Ada", "SC Bonn", 1980, "DE", True),
        ("Bob", "", None, "AT", False),
        ("Zoë", "", None, "", False),
    ]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_spreadsheets_separate_and_encode_as_they_like(cards, separator, encoding):
    text = f"NAME{separator}Birth Year{separator}nation\r\nJürgen{separator}1980{separator}DE\r\n"
    imported(cards, text.encode(encoding))
    assert rows_of(cards, "name", "birth_year", "nation") == [("Jürgen", 1980, "DE")]


def test_cells_may_be_quoted_with_separators_in_them(cards):
    imported(cards, '"Name";"Club"\n"Ada ""Ace"" L.";"Bonn; and Trier, too"\n')
    assert rows_of(cards, "name", "club") == [('Ada "Ace" L.', "Bonn; and Trier, too")]


def test_the_preview_names_the_encoding(cards):
    assert previewed(cards, "name\nJürgen\n".encode("cp1252")).encoding == "Windows-1252"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"name\n",
        b"first,last\nA,B\n",
        b"name,name\nA,B\n",
        b"club\nBonn\n",
        b"PK\0\0",
        "username\nA\0B\n".encode("utf-16"),
        b"name\nJ\x81rgen\n",
        b"\xff\xfen",
        b'name\n"' + b"x" * 200_000 + b'"\n',
        b"name\n" + b"Ada\n" * 5001,
        b"name\n" + b"x" * 1_000_000,
    ],
)
def test_what_is_no_list_of_entrants_is_refused(cards, data):
    assert len(refused(cards, data)) == 1


def test_the_desk_takes_no_list_when_all_is_over(cards):
    type(cards).objects.filter(pk=cards.pk).update(status="cancelled")
    with pytest.raises(WrongMoment):
        merging.store_entrant_file(**desk(cards), data=b"name\nAda\n")


# --- Lines that cannot be taken in --------------------------------------------------------------------------


@pytest.mark.parametrize("cell", ["=1+1", "+49", "-x", "@cmd", "=HYPERLINK(1)"])
def test_formulas_are_no_names(cards, cell):
    assert left_out(cards, f"name\n{cell}\n") == [(2, f"{cell!r} is a formula, not a name.")]


def test_each_line_that_is_left_out_says_why(cards):
    person("robby", kind="bot")
    person("gus", kind="guest")
    text = (
        "name,username,birth_year,nation,title_holder\n"
        "Ada,nobody-of-that-name,,,\n"
        ",robby,,,\n"
        ",gus,,,\n"
        ",,1980,,\n"
        f"{'x' * 41},,,,\n"
        "A\u200bda,,,,\n"
        "Bob,,soon,,\n"
        "Bob,,1850,,\n"
        "Cora,,,ÖS,\n"
        "Dan,,,,perhaps\n"
        "Eve,,,,no,more\n"
        "Fay,,0000199012345,,\n"
    )
    assert left_out(cards, text) == [
        (2, "there is no account called nobody-of-that-name."),
        (3, "robby is a bot."),
        (4, "gus is a guest and needs an account first."),
        (5, "the name is missing."),
        (6, "a name can have at most 40 characters."),
        (7, "'A\\u200bda' contains an invisible character."),
        (8, "“soon” is not a year."),
        (9, "A birth year is from 1900 to 2026."),
        (10, "“ÖS” is not a nation we know. Use its ISO 3166 code or its English name."),
        (11, "title_holder must be yes or no, not 'perhaps'."),
        (12, "there are more cells than the first line names."),
        (13, "“0000199012345” is not a year."),
    ]
    assert not cards.entries.exists()


def test_good_lines_come_in_beside_those_that_are_left_out(cards):
    done = imported(cards, "name,nation\nAda,DE\nBob,nowhere\n")
    assert (done.new, done.left_out) == (1, 1)
    assert rows_of(cards, "name") == [("Ada",)]


def test_played_here_an_entrant_is_an_account():
    alice, tournament = person("alice"), event()
    imported(tournament, "username\nALICE\n")
    assert rows_of(tournament, "name", "user") == [("alice", alice.pk)]
    assert left_out(tournament, "name\nAda\n") == [
        (2, "Ada has no username. In a tournament on this site, every entrant needs an account.")
    ]


def test_titles_in_a_file_take_an_arbiter():
    tournament = event(online=False, nation_quota=1)
    hans = organising("hans", tournament, "helper")
    text = "name,nation,title_holder\nAda,DE,no\nBob,DE,Yes\n"
    assert left_out(tournament, text, actor=hans) == [(3, "title holders are entered by an arbiter.")]
    imported(tournament, text, actor=hans)
    imported(tournament, text, actor=organising("rita", tournament, "arbiter"))
    assert rows_of(tournament, "name", "status") == [("Ada", "entered"), ("Bob", "entered")]
    taken = "name,title_holder\nBob,no\n"
    assert left_out(tournament, taken, actor=hans) == [(2, "title holders are entered by an arbiter.")]
    assert left_out(tournament, taken) == [(2, "the places of DE are taken.")]


def test_a_title_holder_without_a_nation_needs_one_to_count_in_a_quota():
    tournament = event(online=False)
    imported(tournament, "name,title_holder\nAda,yes\n")
    type(tournament).objects.filter(pk=tournament.pk).update(nation_quota=1)
    assert left_out(tournament, "name,title_holder\nAda,no\n") == [
        (2, "Please choose a nation: places in this tournament are limited for each nation.")
    ]


def test_viewers_import_nothing(cards):
    with pytest.raises(RoleMissing):
        previewed(cards, "name\nAda\n", actor=organising("vera", cards, "viewer"))


# --- Places -------------------------------------------------------------------------------------------------


def test_the_preview_says_who_would_stand_by_and_it_is_so():
    tournament = event(online=False, capacity=3, nation_quota=1)
    text = "name,nation,title_holder\nAda,DE,\nBob,Deutschland,\nCora,GER,yes\nEva,AT,\nFay,CH,\n"
    stand_by = [line.name for line in previewed(tournament, text).new_lines if line.stands_by]
    assert stand_by == ["Bob", "Fay"]
    imported(tournament, text)
    assert [
        name for name, status in rows_of(tournament, "name", "status") if status == "stand_by"
    ] == stand_by
    assert [note.after["status"] for note in AuditEntry.objects.filter(tournament=tournament)] == [
        status for (status,) in rows_of(tournament, "status")
    ]


def test_a_quota_needs_a_nation_in_every_new_line_and_keeps_those_there_are():
    tournament = event(online=False, nation_quota=1)
    imported(tournament, "name,nation\nAda,DE\n")
    assert left_out(tournament, "name,nation\nAda,AT\nDan,\n") == [
        (2, "nations have a quota here: change it on the entrant's page, with the reason."),
        (3, "Dan: Please choose a nation: places in this tournament are limited for each nation."),
    ]


def test_nations_that_come_later_take_the_places_of_their_quota_one_by_one(cards):
    imported(cards, "name\nAda\nBob\n")
    type(cards).objects.filter(pk=cards.pk).update(nation_quota=1)
    found = previewed(cards, "name,nation\nAda,DE\nBob,DE\n")
    assert kinds(found) == {2: "changed", 3: "left_out"}


# --- Export -------------------------------------------------------------------------------------------------


def test_an_export_is_imported_again_unchanged():
    tournament = event(online=False, nation_quota=2)
    text = (
        'name,club,birth_year,nation,title_holder\nTom,Bonn,,DE,yes\nTom,Trier,1980,DE,\nZoë,"a;b, c",,AT,\n'
    )
    imported(tournament, text)
    entries.enter_player(**desk(tournament), name="=1+1", club="'-x", nation="FR")
    entries.enter_player(**desk(tournament), name="Tom", reason="stateless")
    own_entry.enter_tournament(tournament_id=tournament.pk, user=person("alice"), now=AT, nation="CH")
    entries.withdraw_entry(entry_id=tournament.entries.get(name="Zoë").pk, actor=organiser(), now=AT)
    before, log = rows_of(tournament, *FIELDS), len(acts(tournament))
    body = csv_bytes(entrant_rows(tournament), EXPORT_COLUMNS)
    assert b"'=1+1" in body
    assert b"''-x" in body
    assert imported(tournament, body) == merging.MergeCounts(new=0, changed=0, unchanged=6, left_out=0)
    assert (rows_of(tournament, *FIELDS), len(acts(tournament))) == (before, log)


# --- Scale --------------------------------------------------------------------------------------------------


def lines(count, year=""):
    return "name,nation,birth_year\n" + "".join(
        f"Player {n},{'DE' if n % 3 else 'FR'},{year}\n" for n in range(count)
    )


def test_a_long_list_asks_the_database_no_more_often_than_a_short_one():
    def questions(count, start):
        tournament = event(online=False, capacity=200, nation_quota=100)
        imported(tournament, lines(start))
        with CaptureQueriesContext(connection) as asked:
            done = imported(tournament, lines(count, 1980))
        assert (done.changed, done.new) == (start, count - start)
        return len(asked)

    few = questions(4, 2)
    assert questions(300, 150) <= few + 10


def test_a_list_waits_for_a_day_to_be_confirmed(cards):
    seen = previewed(cards, "name\nAda").key
    given = {"tournament_id": cards.pk, "actor": organiser()}
    assert merging.preview_entrant_file(**given, now=later(24 * 60)) is not None
    assert merging.preview_entrant_file(**given, now=later(24 * 60 + 1)) is None
    with pytest.raises(EntrantsChanged, match="upload it again"):
        merging.merge_entrant_file(**given, preview_key=seen, now=later(24 * 60 + 1))
    assert not cards.entries.exists()
