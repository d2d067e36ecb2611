"""What the database itself refuses, whoever writes, and how rows introduce themselves."""

import pytest
from django.db import IntegrityError, transaction

from games.models import LogEntry, Round, Seat, Table
from games.models.table import ID_ALPHABET, ID_LENGTH, INVITE_LENGTH
from tests.support.games.playing import AT, opened, people, running

pytestmark = pytest.mark.django_db


def breaks_a_constraint(create) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        create()


def test_ids_and_invites_can_be_read_aloud():
    row = Table.objects.get(pk=opened(*people(1)))
    assert (len(row.pk), len(row.invite)) == (ID_LENGTH, INVITE_LENGTH)
    assert set(row.pk + row.invite) <= set(ID_ALPHABET)
    assert not set(ID_ALPHABET) & set("01ilou")


def test_a_seat_has_one_sitter():
    table_id = opened(*people(1))
    breaks_a_constraint(lambda: Seat.objects.create(table_id=table_id, seat=0, name="bob", kind="human"))


def test_a_number_of_the_log_has_one_entry():
    table_id = opened(*people(1))
    breaks_a_constraint(
        lambda: LogEntry.objects.create(table_id=table_id, number=1, type="x", data="{}", at=AT)
    )


def test_a_round_has_one_row():
    table_id = running(3)
    given = {"cards": 1, "dealer": 0, "reveal": "open", "restricted": False}
    Round.objects.create(table_id=table_id, number=1, **given)
    breaks_a_constraint(lambda: Round.objects.create(table_id=table_id, number=1, **given))


def test_a_table_takes_all_that_is_its_own_with_it():
    table_id = running(3)
    Table.objects.get(pk=table_id).delete()
    assert not LogEntry.objects.filter(table_id=table_id).exists()
    assert not Seat.objects.filter(table_id=table_id).exists()


def test_rows_introduce_themselves_without_a_card():
    table_id = running(3)
    assert str(Table.objects.get(pk=table_id)) == f"table {table_id}"
    assert str(Seat.objects.get(table_id=table_id, seat=1)) == "bob on seat 1"
    dealt = LogEntry.objects.get(table_id=table_id, type="round_dealt")
    assert str(dealt) == f"{table_id} #{dealt.number} round_dealt"
