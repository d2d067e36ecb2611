"""`manage.py checklogs`: says where rows are not what the log says, and exits 1 then."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import LogEntry, Seat
from tests.support.games.playing import finished, opened, people, running, short

pytestmark = pytest.mark.django_db


def checked(*tables: str) -> tuple[int, str]:
    """The exit code and what was printed."""
    out = StringIO()
    try:
        call_command("checklogs", *tables, stdout=out)
    except CommandError as fault:
        return fault.returncode, out.getvalue()
    return 0, out.getvalue()


def test_an_empty_site_is_well():
    assert checked() == (0, "0 tables checked, 0 with faults.\n")


def test_tables_that_the_door_wrote_are_well():
    finished(*people(3), options=short(2, 1)), running(4), opened(*people(1))
    assert checked() == (0, "3 tables checked, 0 with faults.\n")


def test_every_table_with_a_fault_is_named():
    good, poor, broken = (
        finished(*people(3), options=short(2, 1)),
        finished(*people(3), options=short(2, 1)),
        finished(*people(3), options=short(2, 1)),
    )
    Seat.objects.filter(table_id=poor, seat=1).update(score=9000)
    LogEntry.objects.filter(table_id=broken, number=7).update(data="{")
    code, said = checked()
    assert code == 1
    assert f"table {poor}: seats is" in said
    assert f"table {broken}: the log cannot be replayed: JSONDecodeError" in said
    assert good not in said
    assert said.endswith("3 tables checked, 2 with faults.\n")


def test_single_tables_can_be_checked():
    good, bad = finished(*people(3), options=short(2, 1)), finished(*people(3), options=short(2, 1))
    LogEntry.objects.filter(table_id=bad, number=9).delete()
    assert checked(good) == (0, "1 tables checked, 0 with faults.\n")
    code, said = checked(bad)
    assert (code, said) == (
        1,
        f"table {bad}: the log's numbers have gaps\n1 tables checked, 1 with faults.\n",
    )


def test_a_table_that_does_not_exist_is_an_error():
    assert checked("nowhere") == (1, "")
