"""The check-in list: its buttons answer with one row, and a list of thousands is searched, not sent."""

import re

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.tournaments.events import AT
from tests.support.tournaments.pages.desks import Organiser
from tournaments.admin.desk.entry.entrants import MAX_ROWS
from tournaments.models import Entry

LARGEST_ROW = 4_000
"""Bytes of an answer to a button."""
LARGEST_PAGE = 400_000


def entered(olga: Organiser, count: int, first: int = 1) -> list[Entry]:
    assert olga.tournament is not None
    return Entry.objects.bulk_create(
        Entry(tournament=olga.tournament, start_number=number, name=f"Player {number:04}", entered_at=AT)
        for number in range(first, first + count)
    )


def test_a_button_answers_a_script_with_its_row_and_what_it_did(olga):
    ada, _ = entered(olga, 2)
    answer = olga.press_for_part("check_in_entrant", entry=ada.pk)
    assert (answer["level"], answer["said"]) == ("success", ["Player 0001 is checked in."])
    assert f'id="entrant-{ada.pk}"' in answer["html"]
    assert "Undo check-in of Player 0001" in answer["html"]
    assert "Player 0002" not in answer["html"]
    assert olga.page("overview").count("is checked in.") == 0, "what was told is not told again"


def test_a_refusal_answers_a_script_with_the_row_as_it_is(olga):
    ada, _ = entered(olga, 2)
    olga.sure("disqualify", ada.pk, reason="looked into hands")
    answer = olga.press_for_part("check_in_entrant", entry=ada.pk)
    assert (answer["level"], answer["said"]) == ("error", ["Player 0001 is disqualified."])
    assert "Check in Player 0001" not in answer["html"]
    assert olga.press_for_part("check_in_entrant", entry="x")["html"] == ""
    assert olga.press_for_part("check_in_entrant", entry=ada.pk + 1000)["html"] == ""


def test_checking_one_in_costs_the_same_among_two_as_among_two_thousand(olga):
    def cost(entry: Entry) -> tuple[int, int]:
        with CaptureQueriesContext(connection) as asked:
            answer = olga.press_for_part("check_in_entrant", entry=entry.pk)
        # Ids have more digits the more tests ran before.
        return len(asked), len(re.sub(r"\d+", "", answer["html"]))

    first, ada, _ = entered(olga, 3)
    cost(first)
    few = cost(ada)
    [bob, *_] = entered(olga, 1997, first=4)
    assert cost(bob) == few
    assert few[0] <= 20
    assert few[1] < LARGEST_ROW


def test_all_entrants_are_read_once_for_a_page(olga):
    entered(olga, 3)
    with CaptureQueriesContext(connection) as asked:
        olga.page("check_in")
    of_names = [
        query["sql"] for query in asked if '"birth_year", ' in query["sql"] and "LIMIT" not in query["sql"]
    ]
    assert len(of_names) == 1


def test_of_thousands_the_first_are_shown_and_the_others_are_found(olga):
    entered(olga, 2000)
    page = olga.page("check_in")
    assert len(page) < LARGEST_PAGE
    assert page.count('class="entrant ') == MAX_ROWS
    assert f"Showing the first {MAX_ROWS} of <span data-count>2000</span> entrants" in page
    found = olga.page("entrant_list", q="1999")
    assert found.count('class="entrant ') == 1
    assert "<html" not in found
    assert "<span data-count>1</span> entrant shown" in found


def test_the_list_alone_is_filtered_by_status(olga):
    ada, bob = entered(olga, 2)
    olga.press("check_in_entrant", entry=bob.pk)
    found = olga.page("entrant_list", status="checked_in")
    assert (ada.name in found, bob.name in found) == (False, True)


def test_a_tournament_that_is_over_has_no_buttons_for_its_entrants(olga):
    [ada] = entered(olga, 1)
    olga.sure("cancel", reason="snow")
    page = olga.page("check_in")
    for button in ("Check in Player", "Waiting list: ", "Check in all"):
        assert button not in page
    assert "Withdraw…" not in olga.page("entrant", ada.pk)
