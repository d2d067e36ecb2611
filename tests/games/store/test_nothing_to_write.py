"""What the store does where there is nothing to write, and where nothing can be written."""

import pytest
from django.db import OperationalError
from django.test.utils import CaptureQueriesContext

from games.models import Bid, Table
from games.store import marks
from games.store.quarantine import quarantine_table
from games.store.rows import insert_rows
from tests.support.games.playing import running

pytestmark = pytest.mark.django_db


def test_no_rows_need_no_statement(django_assert_num_queries: type[CaptureQueriesContext]) -> None:
    with django_assert_num_queries(0):
        insert_rows(Bid, [])
        marks.write_mark_rows([])


def test_a_table_that_cannot_be_marked_as_damaged_is_logged(monkeypatch, caplog):
    def fail(**_: object) -> None:
        raise OperationalError("The disk is full.")

    table_id = running()
    with monkeypatch.context() as patch:
        patch.setattr(Table.objects, "filter", fail)
        quarantine_table(table_id, "an entry is lost")
    assert "cannot be marked" in caplog.text
    assert Table.objects.get(pk=table_id).quarantined == ""
