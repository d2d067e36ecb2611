"""The tables that an entry of the log is about."""

import pytest

from tests.support.tournaments.events import AT, event
from tournaments.models import AuditEntry
from tournaments.selectors.desk.audit_log import audit_line

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("before", "after", "tables"),
    [
        ({"table": 3, "result": None}, [{"seat": 0, "score": 20, "correct_bids": 1}], [3]),
        (None, {"tables": [2, 5], "minutes": 5}, [2, 5]),
        (None, {"tables": 12}, []),
        (None, {"seed": 1, "tables": [["Ada", "Bob"]]}, []),
        ("a sentence", None, []),
    ],
)
def test_a_line_names_its_tables(before, after, tables):
    entry = AuditEntry(tournament=event(), number=1, type="x", at=AT, before=before, after=after)
    assert audit_line(entry).tables == tables
