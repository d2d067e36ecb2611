"""How many tables of one person may wait for players."""

from functools import partial

import pytest

from games.models import Table
from games.rules.errors import TooManyOpenTables
from games.services.lobby.lobby import add_bot, leave_seat, open_table, take_seat
from tests.support.games.people import person
from tests.support.games.playing import AT
from tests.support.games.threads import at_once


@pytest.fixture
def alice(db):
    return person("alice")


@pytest.fixture
def bob(db):
    return person("bob")


@pytest.fixture(autouse=True)
def limited(settings):
    settings.MAX_OPEN_TABLES = 3


def open_some(user, count: int = 3) -> list[str]:
    return [open_table(user=user, size=4, now=AT) for _ in range(count)]


def test_a_person_may_have_three_open_tables(alice, bob):
    first, *_ = open_some(alice)
    with pytest.raises(TooManyOpenTables, match="3 tables that you opened are still waiting for players"):
        open_table(user=alice, size=4, now=AT, visibility="private")
    assert Table.objects.filter(opened_by=alice).count() == 3
    open_some(bob)
    leave_seat(table_id=first, user=alice, now=AT)
    open_some(alice, 1)


def test_tables_that_have_started_or_start_at_once_do_not_count(alice):
    first, *_ = open_some(alice)
    open_table(user=alice, size=4, now=AT, bots=3)
    for _ in range(3):
        add_bot(table_id=first, user=alice, now=AT)
    open_some(alice, 1)


def test_a_table_that_was_left_to_others_counts_for_who_opened_it(alice, bob):
    first, *_ = open_some(alice)
    take_seat(table_id=first, user=bob, now=AT)
    leave_seat(table_id=first, user=alice, now=AT)
    with pytest.raises(TooManyOpenTables, match="Tables that you have left to others count, too"):
        open_some(alice, 1)
    leave_seat(table_id=first, user=bob, now=AT)
    open_some(alice, 1)


def test_bots_may_have_any_number_and_a_site_may_allow_another(alice, settings):
    open_some(person("robby", "bot"), 4)
    settings.MAX_OPEN_TABLES = 1
    open_some(alice, 1)
    with pytest.raises(TooManyOpenTables, match="A table that you opened is still waiting for players"):
        open_some(alice, 1)
    settings.MAX_OPEN_TABLES = 0
    open_some(alice, 4)


def test_two_that_are_opened_at_once_are_not_one_too_many(backend):
    alice = person("alice the opener")
    open_some(alice, 2)
    found = at_once([partial(open_some, alice, 1)] * 2)
    assert sorted(isinstance(each, TooManyOpenTables) for each in found) == [False, True]
