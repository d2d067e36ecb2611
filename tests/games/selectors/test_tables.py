"""Lists of tables, who may enter, what is due: read from the rows alone."""

from datetime import timedelta
from random import Random

import pytest

from core.refusal import Forbidden, NotFound
from games.models import Table
from games.rules.sight import format_iso
from games.selectors.tables import (
    current_log_numbers,
    describe_lobby_tables,
    due_tables,
    listed_tables,
    may_see_table,
    open_tables,
    require_table_access,
)
from games.services.lobby.lobby import leave_seat
from tests.support.games.people import person
from tests.support.games.playing import AT, in_pause, move, number, opened, people, play_on, running, short

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
    assert [row["id"] for row in open_tables(limit=1)] == [newer]


def row_of(table_id: str) -> dict:
    (row,) = describe_lobby_tables([Table.objects.get(pk=table_id)])
    return row


def test_a_row_tells_its_age_and_the_round_that_is_played():
    waiting, playing = opened(person("alice")), in_pause()
    assert row_of(waiting)["opened_at"] == format_iso(AT)
    assert [row_of(waiting)["round_number"], row_of(playing)["round_number"]] == [None, 1]
    move(playing, Random(7))
    assert row_of(playing)["round_number"] == 2
    play_on(playing, Random(7))
    assert row_of(playing)["round_number"] is None


def test_a_row_tells_whether_the_game_can_be_rated():
    alice, bob = people(2)
    for options in ({}, {"preset": "dm2008"}):
        assert row_of(opened(alice, options=options))["rated"]
    for options in ({"cheating": True}, {"coach": True}, short(1)):
        assert not row_of(opened(alice, options=options))["rated"]
    assert not row_of(opened(alice, visibility="private"))["rated"]
    assert not row_of(opened(alice, person("robby", kind="bot")))["rated"]
    assert row_of(opened(alice, bob, size=4, bots=2))["rated"]
    assert not row_of(opened(alice, size=4, bots=3))["rated"]


def test_tables_of_ones_own_are_those_one_sits_at():
    alice, bob = people(2)
    mine, ours = opened(alice, visibility="private"), opened(bob, alice, now=AT + timedelta(seconds=1))
    theirs = opened(bob)
    assert ids(listed_tables(user_id=alice.pk, mine=True)) == [ours, mine]
    assert theirs not in ids(listed_tables(user_id=alice.pk, mine=True))
    assert ids(listed_tables(user_id=None, mine=True)) == []


def test_who_may_enter():
    alice, bob = people(2)
    public, private = opened(alice), opened(alice, visibility="private")
    invite = Table.objects.get(pk=private).invite
    assert may_see_table(public, None, None)
    assert may_see_table(private, alice.pk, None)
    assert may_see_table(private, None, invite)
    assert not may_see_table(private, bob.pk, None)
    assert not may_see_table(private, None, "")
    assert not may_see_table(private, None, invite[:-1])
    with pytest.raises(Forbidden):
        require_table_access(private, bob.pk, None)
    with pytest.raises(NotFound):
        require_table_access("nowhere", alice.pk, None)


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
        assert current_log_numbers([*tables, "nowhere"]) == {
            table_id: number(table_id) for table_id in tables
        }
    with django_assert_num_queries(0):
        assert current_log_numbers([]) == {}
