"""A stage of many tables is shown a page at a time."""

import pytest

from tests.support.tournaments.events import start, with_bots
from tests.support.tournaments.pages.desks import Organiser
from tournaments.admin.desk.stage import stage


@pytest.fixture
def many(olga: Organiser, monkeypatch: pytest.MonkeyPatch) -> Organiser:
    """Three tables, of which two are on a page."""
    monkeypatch.setattr(stage, "CARDS_PER_PAGE", 2)
    assert olga.tournament is not None
    start(with_bots(olga.tournament, 12), 1)
    return olga


def test_tables_beyond_a_page_are_on_the_next(many):
    first, second = many.page("stage", 1), many.page("stage", 1, page=2)
    assert 'id="table-1"' in first
    assert 'id="table-3"' not in first
    assert "Tables 1 to 2 of 3" in first
    assert 'id="table-3"' in second
    assert "3 tables" in second


def test_what_is_refreshed_is_the_page_that_is_shown(many):
    assert '/stages/1/live/?page=2"' in many.page("stage", 1, page=2)
    part = many.page("live", 1, page=2)
    assert 'id="table-3"' in part
    assert 'id="table-1"' not in part


def test_a_page_that_is_none_is_the_last_or_the_first(many):
    assert 'id="table-3"' in many.page("stage", 1, page=99)
    assert 'id="table-1"' in many.page("stage", 1, page="x")


@pytest.mark.parametrize("table_number", [1, 3])
def test_the_way_back_from_a_table_leads_to_its_page(many, table_number):
    back = f"?table={table_number}#table-{table_number}"
    page = many.page("table", 1, table_number)
    assert f'/stages/1/{back}"' in page
    assert f'id="table-{table_number}"' in many.page("stage", 1, table=table_number)
