"""Lists of tables, who may enter, what is due: read from the rows alone."""

from datetime import timedelta

import pytest

from games.models import Table
from games.rules.errors import Forbidden, NotFound
from games.selectors.tables import check_entry, due_tables, listed_tables, may_enter, numbers, open_tables
from games.services.lobby import leave_seat
from tests.support.games.people import person
from tests.support.games.playing import AT, number, opened, people, running, short

pytestmark = pytest.mark.django_db


def ids(rows) -> list[str]:
    return [row.pk for row in rows]


def test_open_tables_are_public_waiting_and_the_newest_first():
    alice = person("alice")
    older = opened(alice, now=AT)
    newer = opened(alice, now=AT + timedelta(seconds=1))
    opened(alice, visibility="private")
    opened(alice, bots=3)
    leave_seat(table_id=opened(alice), user=alice, now=AT)
    assert [row["id"] for row in open_tables()] == [newer, older]
    assert [row["id"] for row in open_tables(most=1)] == [newer]


def test_tables_of_ones_own_are_those_one_sits_at():
    alice, bob = people(2)
    mine, ours = opened(alice, visibility="private"), opened(bob, alice, now=AT + timedelta(seconds=1))
    theirs = opened(bob)
    assert ids(listed_tables(user=alice.pk, mine=True)) == [ours, mine]
    assert theirs not in ids(listed_tables(user=alice.pk, mine=True))
    assert ids(listed_tables(user=None, mine=True)) == []


def test_who_may_enter():
    alice, bob = people(2)
    public, private = opened(alice), opened(alice, visibility="private")
    invite = Table.objects.get(pk=private).invite
    assert may_enter(public, None, None)
    assert may_enter(private, alice.pk, None)
    assert may_enter(private, None, invite)
    assert not may_enter(private, bob.pk, None)
    assert not may_enter(private, None, "")
    assert not may_enter(private, None, invite[:-1])
    with pytest.raises(Forbidden):
        check_entry(private, bob.pk, None)
    with pytest.raises(NotFound):
        check_entry("nowhere", alice.pk, None)


def test_due_tables_come_in_the_order_of_their_moments():
    alice = person("alice")
    tables = [opened(alice, size=3, bots=2, options=short(1)) for _ in range(3)]
    waiting = running(3)
    for n, table_id in enumerate(tables):
        Table.objects.filter(pk=table_id).update(due_at=AT - timedelta(seconds=n))
    found = due_tables(AT - timedelta(seconds=1))
    assert [due[0] for due in found] == [tables[2], tables[1]]
    assert waiting not in [due[0] for due in due_tables(AT + timedelta(days=365))]


def test_numbers_of_many_tables_cost_one_query(django_assert_num_queries):
    tables = [running(3), opened(person("alice"))]
    with django_assert_num_queries(1):
        assert numbers([*tables, "nowhere"]) == {table_id: number(table_id) for table_id in tables}
