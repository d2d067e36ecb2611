"""Entrants from a file: all, or none and a clear sentence for each line."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.games.people import person
from tests.support.tournaments.desks import organising
from tests.support.tournaments.events import AT, desk, event, organiser
from tournaments.errors import AlreadyEntered, RoleMissing
from tournaments.models import AuditEntry
from tournaments.services import csv_import, own_entry
from tournaments.services.csv_import import BadCsv, import_entries
from tournaments.services.entries import withdraw_entry

pytestmark = pytest.mark.django_db


def faults(tournament, text, encoding="utf-8"):
    with pytest.raises(BadCsv) as refused:
        import_entries(**desk(tournament), data=text.encode(encoding))
    assert not tournament.entries.exists()
    return refused.value.faults


def test_names_nations_and_title_holders_come_in():
    tournament = event(online=False)
    text = "name,nation,title_holder\nAda,DE,yes\nBob,at,\n\nZoë,,\n"
    assert import_entries(**desk(tournament), data=text.encode()) == 3
    assert list(tournament.entries.values_list("name", "nation", "title_holder")) == [
        ("Ada", "DE", True),
        ("Bob", "AT", False),
        ("Zoë", "", False),
    ]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_spreadsheets_separate_as_they_like_and_mark_their_encoding(separator):
    tournament = event(online=False)
    text = f"Name{separator}Nation\nJürgen{separator}DE\n"
    import_entries(**desk(tournament), data=text.encode("utf-8-sig"))
    assert tournament.entries.get().name == "Jürgen"


def test_played_here_an_entrant_is_an_account():
    person("alice")
    tournament = event()
    import_entries(**desk(tournament), data=b"username\nALICE\n")
    entry = tournament.entries.get()
    assert (entry.name, entry.user) == ("alice", person("alice"))


def test_played_here_nobody_comes_without_an_account():
    assert faults(event(), "name\nAda\n") == [
        "Line 2: Ada has no username; played here, entrants need an account."
    ]


def test_an_unknown_account_is_named():
    assert faults(event(), "username\nnobody-of-that-name\n") == [
        "Line 2: nobody here is called nobody-of-that-name."
    ]


def test_an_entrant_twice_in_the_file_is_named_with_both_lines():
    found = faults(event(online=False), "name\nAda\nBob\nADA\n")
    assert found == ["Line 4: ADA stands in line 2 already."]


def test_who_has_entered_already_is_named():
    tournament = event(online=False)
    import_entries(**desk(tournament), data=b"name\nAda\n")
    with pytest.raises(BadCsv) as refused:
        import_entries(**desk(tournament), data=b"name\nBob\nada\n")
    assert refused.value.faults == ["Line 3: ada has entered already."]
    assert tournament.entries.count() == 1


def test_one_account_under_two_names_is_refused():
    person("alice")
    tournament = event(online=False)
    assert faults(tournament, "name,username\nAda,alice\nEve,Alice\n") == [
        "Line 3: the account alice stands in line 2 already."
    ]


def test_a_bots_account_is_named():
    person("robby", kind="bot")
    assert faults(event(), "name,username\nRobby,robby\n") == ["Line 2: robby is a bot."]


def test_a_title_is_held_or_not():
    found = faults(event(online=False), "name,title_holder\nAda,yes\nBob,perhaps\nCy,no\n")
    assert found == ["Line 3: whether Bob holds a title is told by yes or no, not by 'perhaps'."]


def test_titles_in_a_file_take_an_arbiter():
    tournament = event(online=False, nation_quota=1)
    given = {"tournament_id": tournament.pk, "now": AT}
    text = b"name,nation,title_holder\nAda,DE,no\nBob,DE,Yes\n"
    with pytest.raises(RoleMissing, match="arbiter"):
        import_entries(**given, by=organising("hans", tournament, "helper"), data=text)
    assert not tournament.entries.exists()
    untitled = text.replace(b"Yes", b"")
    assert import_entries(**given, by=organising("hans", tournament, "helper"), data=untitled) == 2
    assert dict(tournament.entries.values_list("name", "status")) == {"Ada": "entered", "Bob": "stand_by"}
    tournament.entries.all().delete()
    assert import_entries(**given, by=organising("rita", tournament, "arbiter"), data=text) == 2
    assert tournament.entries.get(name="Bob").status == "entered"


@pytest.mark.parametrize("cell", ["=1+1", "+49", "-x", "@cmd", "=HYPERLINK(1)"])
def test_formulas_are_no_names(cell):
    assert "is a formula" in faults(event(online=False), f"name\n{cell}\n")[0]


def test_a_wrong_encoding_is_called_so():
    assert faults(event(online=False), "name\nJürgen\n", "latin-1") == [
        "The file is not in UTF-8: save it again as “CSV UTF-8”."
    ]


@pytest.mark.parametrize(
    "text",
    ["", "\n", "name\n", "first,last\nA,B\n", "name,name\nA,B\n", "PK\0\0", "name\n" + "x" * 41 + "\n"],
)
def test_what_is_no_list_of_entrants_is_refused(text):
    assert faults(event(online=False), text)


def test_every_bad_line_is_told_of_at_once():
    found = faults(event(online=False), "name,nation\n=A,DE\nBob,Germania\n,DE\n")
    assert [line.split(":")[0] for line in found] == ["Line 2", "Line 3", "Line 4"]


def test_a_sign_that_cannot_be_seen_and_half_a_nation_are_named_with_their_lines():
    text = "name,nation\nA\u200bda,DE\nBob,D\nCora,ÖS\nDan,\n"
    assert faults(event(online=False), text) == [
        "Line 2: 'A\\u200bda' has a sign in it that cannot be seen.",
        "Line 3: “D” is no nation: give its ISO 3166 code or its name in English.",
        "Line 4: “ÖS” is no nation: give its ISO 3166 code or its name in English.",
    ]


def test_who_has_left_is_named_whatever_they_are_called_now():
    tournament = event()
    entry = own_entry.enter(tournament_id=tournament.pk, user=person("alice"), now=AT)
    withdraw_entry(entry_id=entry.pk, by=organiser(), now=AT)
    person("bob")
    with pytest.raises(BadCsv) as refused:
        import_entries(**desk(tournament), data=b"name,username\nBob,bob\nAl,alice\n")
    assert refused.value.faults == ["Line 3: Al has entered already."]
    assert tournament.entries.count() == 1


def lines(count, first=0):
    return "".join(f"Player {n},{'DE' if n % 3 else 'FR'}\n" for n in range(first, first + count)).encode()


def questions_for(tournament, data):
    with CaptureQueriesContext(connection) as asked:
        import_entries(**desk(tournament), data=data)
    return len(asked)


def test_a_long_list_asks_the_database_no_more_often_than_a_short_one():
    few, many = event(online=False, capacity=9), event(online=False, capacity=200, nation_quota=100)
    short = questions_for(few, b"name,nation\n" + lines(2))
    assert questions_for(many, b"name,nation\n" + lines(300)) <= short + 10


def test_a_list_is_in_its_order_with_a_place_for_each_while_there_are_some():
    tournament = event(online=False, capacity=5, nation_quota=3)
    import_entries(**desk(tournament), data=b"name,nation\n" + lines(1))
    import_entries(**desk(tournament), data=b"name,nation\n" + lines(8, first=1))
    # 0, 3 and 6 are from FR, the others from DE, of which three have a place.
    rows = list(tournament.entries.order_by("start_number").values_list("start_number", "name", "status"))
    assert rows == [(n + 1, f"Player {n}", "entered" if n <= 4 else "stand_by") for n in range(9)]
    notes = AuditEntry.objects.filter(tournament=tournament).order_by("number")
    assert [(note.number, note.type, note.after["name"], note.after["status"]) for note in notes] == [
        (number, "entered", name, status) for number, name, status in rows
    ]


def test_a_quota_stops_a_list_where_the_nation_is_full():
    tournament = event(online=False, nation_quota=1)
    text = "name,nation,title_holder\nAda,DE,\nBob,Deutschland,\nCora,GER,yes\nEva,AT,\nFay,AT,\n"
    import_entries(**desk(tournament), data=text.encode())
    waiting = tournament.entries.filter(status="stand_by").values_list("name", flat=True)
    assert sorted(waiting) == ["Bob", "Fay"]


def test_a_quota_needs_a_nation_in_every_line():
    assert faults(event(online=False, nation_quota=1), "name,nation\nAda,DE\nDan,\n") == [
        "Line 3: Dan: A nation is needed: this tournament has places for each nation."
    ]


def test_nations_are_stored_by_one_code_however_they_are_written():
    tournament = event(online=False)
    text = "name,nation\nA,DE\nB,ger\nC,DEU\nD,Germany\nE,Deutschland\nF,Österreich\nG,Austria\nH,SUI\n"
    import_entries(**desk(tournament), data=text.encode())
    found = tournament.entries.order_by("name").values_list("nation", flat=True)
    assert list(found) == ["DE"] * 5 + ["AT"] * 2 + ["CH"]


def test_a_list_that_the_database_refuses_leaves_nobody_behind(monkeypatch):
    tournament = event(online=False)
    import_entries(**desk(tournament), data=b"name\nAda\n")
    monkeypatch.setattr(csv_import, "_faults", lambda *given: [])
    with pytest.raises(AlreadyEntered, match="One of these players has entered already"):
        import_entries(**desk(tournament), data=b"name\nBob\nAda\n")
    assert tournament.entries.get().name == "Ada"
