"""Results of score sheets one after the other: a table's number, its numbers, the next table."""

import re

import pytest

from tests.support.tournaments.events import desk, event, start, table
from tests.support.tournaments.pages.desks import Organiser, buttons, organising
from tournaments.services.entry import entries
from tournaments.services.lifecycle import lifecycle

ROWS = {f"{seat}-{name}": value for seat in range(3) for name, value in (("score", 20), ("correct_bids", 1))}


@pytest.fixture
def olga(on_file: None) -> Organiser:
    """The owner of a tournament whose two tables of three play with real cards."""
    tournament = event(online=False)
    for name in ("Ada", "Bea", "Cleo", "Dora", "Eve", "Fay"):
        entries.enter_player(**desk(tournament), name=name)
    lifecycle.close_check_in(**desk(tournament))
    start(tournament, 1)
    return Organiser(organising("olga", tournament), tournament)


def test_a_number_leads_to_the_form_of_its_table(olga):
    page = olga.page("results", 1)
    assert "2 of 2 tables without a result" in page
    assert "0-score" not in page
    for name in ("results", "entry_form"):
        form = olga.page(name, 1, table=2)
        assert f'action="{olga.address("result", table(olga.tournament, 2).pk)}"' in form
        assert 'name="2-correct_bids"' in form
    assert "<html" not in form
    assert olga.address("results", 1) in olga.page("stage", 1)


@pytest.mark.parametrize("asked", ["3", "0", "-1", "x", "99999999", "²"])
def test_a_table_that_is_not_there_is_told(olga, asked):
    assert f"There is no table {asked} in this stage" in olga.page("entry_form", 1, table=asked)


def test_a_stage_that_is_not_there_has_no_results(olga):
    olga.page("results", 2, expect=404)
    olga.page("entry_form", 2, expect=200)


def test_a_script_hears_which_tables_are_left(olga):
    answer = olga.press_for_part("result", table(olga.tournament, 2).pk, **ROWS, reason="score sheet")
    assert (answer["level"], answer["said"]) == ("success", ["The result of table 2 has been entered."])
    assert "1 of 2 tables without a result" in answer["html"]
    answer = olga.press_for_part("result", table(olga.tournament).pk, **{**ROWS, "0-score": "x"}, reason="y")
    assert answer["level"] == "error"
    olga.press("result", table(olga.tournament).pk, **ROWS, reason="score sheet")
    assert "All tables have a result." in olga.page("results", 1)
    assert "Correct" in olga.page("results", 1, table=1)


def test_a_table_of_another_tournament_tells_nothing(olga):
    other = event(online=False)
    stranger = Organiser(organising("otto", other), other)
    answer = stranger.press_for_part("result", table(olga.tournament).pk, **ROWS, reason="score sheet")
    assert (answer["level"], answer["html"]) == ("error", "")


@pytest.mark.parametrize("score", ["20", "x"])
def test_the_form_of_another_tournaments_table_is_not_shown_again(olga, score):
    other = event(online=False)
    stranger = Organiser(organising("otto", other), other)
    for stage_table_id in (table(olga.tournament).pk, 99999):
        page = stranger.press("result", stage_table_id, **{**ROWS, "0-score": score}, reason="score sheet")
        assert "0-score" not in page
        assert "has been entered" not in page


def test_a_result_keeps_the_seats(olga):
    assert olga.address("take_back", 1) in buttons(olga.page("stage", 1))
    olga.press("result", table(olga.tournament).pk, **ROWS, reason="score sheet")
    assert olga.address("take_back", 1) not in buttons(olga.page("stage", 1))
    said = olga.sure("take_back", 1)
    assert "A result has been entered" in said
    assert "card" not in said


def test_a_result_is_entered_once_and_corrected_after_that(olga):
    row = table(olga.tournament).pk
    assert "has been entered." in olga.press("result", row, **ROWS, reason="score sheet")
    changed = {**ROWS, "0-score": "30"}
    assert "has been corrected." in olga.press("result", row, **changed, reason="typing error")
    log = olga.page("log")
    assert "result entered, stage 1, table 1" in log
    assert "result corrected, stage 1, table 1" in log


def test_minus_is_the_same_sign_wherever_it_is_read(olga):
    row = table(olga.tournament).pk
    olga.press("result", row, **{**ROWS, "0-score": "-20", "0-correct_bids": "0"}, reason="score sheet")
    assert '<td class="n">−20</td>' in olga.page("stage", 1)
    page = olga.page("table", 1, 1)
    assert '<td class="n">−20</td>' in page
    assert "seat 1: −20" in page
    assert 'value="-20"' in page
    assert '<td class="n">−20</td>' in olga.page("standings")


def test_tables_without_a_result_are_not_counted_beside_friends_in_the_menu(olga):
    page = olga.page("results", 1)
    assert re.search(r"data-waiting\s+hidden", page)
