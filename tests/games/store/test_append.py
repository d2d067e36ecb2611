"""The hot path: many tables in one commit, two statements for a move, and a lost race spoils no neighbour."""

from datetime import timedelta, timezone
from random import Random

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from games.models import LogEntry, Table
from games.rules.topics.bidding import Bid
from games.services.commands.handler import handle_commands
from games.services.commands.pending import PendingTable
from games.store import append, tables
from tests.support.games.playing import (
    AT,
    bidding,
    first_command,
    in_play,
    move,
    opened,
    people,
    short,
)

TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT")


def statements(captured: CaptureQueriesContext) -> list[str]:
    """The statements, without what only begins and ends transactions."""
    return [query["sql"] for query in captured if not query["sql"].startswith(TRANSACTION)]


def a_change(table_id: str) -> append.TableChange:
    """A move as it is handed to the store."""
    pending = PendingTable(tables.load_snapshot(table_id))
    pending.carry_out(0, first_command(table_id))
    return pending.build_change()


def log_of(table_id: str) -> list[tuple]:
    return list(LogEntry.objects.filter(table_id=table_id).order_by("number").values_list())


@pytest.mark.django_db
def test_nothing_to_append_asks_nothing(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert append.save_table_changes([]) == set()


@pytest.mark.django_db
def test_a_move_costs_two_statements_and_reads_nothing():
    command = first_command(in_play())
    with CaptureQueriesContext(connection) as captured:
        handle_commands([command])
    found = statements(captured)
    assert len(found) == 2, found
    assert "UPDATE games_table" in found[0]
    assert "INSERT INTO games_logentry" in found[1]


@pytest.mark.django_db
def test_many_tables_move_with_the_same_two_statements():
    commands = [first_command(in_play()) for _ in range(7)]
    with CaptureQueriesContext(connection) as captured:
        handle_commands(commands)
    assert len(statements(captured)) == 2


@pytest.mark.django_db
def test_tables_whose_status_changes_move_with_a_statement_of_their_own():
    """The last bid changes the status of a table; the index of statuses is left alone for all others."""
    first_to_bid, last_to_bid = bidding(), bidding()
    for _ in range(3):
        move(last_to_bid, Random(1))
    other, change = a_change(first_to_bid), a_change(last_to_bid)
    assert (change.before.state.status, change.after.state.status) == ("bidding", "playing")
    assert other.after.state.status == "bidding"
    with CaptureQueriesContext(connection) as captured:
        assert append.save_table_changes([change, other]) == set()
    updates = [sql for sql in statements(captured) if "UPDATE games_table" in sql]
    assert ["status = moved.status" in sql for sql in updates] == [False, True]
    assert Table.objects.get(pk=last_to_bid).status == "playing"
    assert Table.objects.get(pk=first_to_bid).status == "bidding"


@pytest.mark.django_db
@pytest.mark.parametrize("moment", [AT, AT.replace(microsecond=0), AT.replace(microsecond=123456)])
def test_times_are_stored_as_django_would_store_them(moment):
    local = moment.astimezone(timezone(timedelta(hours=2)))
    usual = connection.ops.adapt_datetimefield_value(moment)
    if connection.vendor == "sqlite":
        assert append._sqlite_datetime(moment) == append._sqlite_datetime(local) == usual


@pytest.mark.django_db
def test_a_refused_action_writes_nothing():
    table_id = in_play()
    command = first_command(table_id)._replace(action=Bid(0))
    with CaptureQueriesContext(connection) as captured:
        handle_commands([command])
    assert [sql.split()[0] for sql in statements(captured)] == ["SELECT"]


@pytest.mark.django_db
def test_a_lost_race_spoils_no_neighbour():
    slow, quick, other = in_play(), in_play(players=3), in_play()
    changes = [a_change(slow), a_change(quick), a_change(other)]
    move(slow, Random(5))
    winner = log_of(slow)
    assert append.save_table_changes(changes) == {slow}
    assert log_of(slow) == winner
    for change in changes[1:]:
        row = Table.objects.get(pk=change.after.table_id)
        assert (row.number, row.status) == (change.after.number, change.after.state.status)
        assert len(log_of(row.pk)) == row.number


@pytest.mark.django_db
def test_who_loses_every_race_writes_nothing_at_all():
    table_id = in_play()
    change = a_change(table_id)
    move(table_id, Random(5))
    with CaptureQueriesContext(connection) as captured:
        assert append.save_table_changes([change]) == {table_id}
    assert len(statements(captured)) == 1


@pytest.mark.django_db
def test_the_table_and_its_moment_move_together():
    table_id = opened(*people(1), size=3, bots=2, options=short(1))
    change = a_change(table_id)._replace(due_at=AT)
    append.save_table_changes([change])
    row = Table.objects.get(pk=table_id)
    assert (row.number, row.due_at) == (change.after.number, AT)


@pytest.mark.django_db
def test_the_database_itself_refuses_a_second_entry_of_a_number():
    table_id = in_play()
    change = a_change(table_id)
    Table.objects.filter(pk=table_id).update(number=change.before.number - 1)
    doubled = change._replace(
        before=change.before._replace(number=change.before.number - 1),
        entries=[change.entries[0]._replace(number=change.before.number)],
    )
    with pytest.raises(IntegrityError):
        append.save_table_changes([doubled])


@pytest.mark.django_db
def test_the_database_itself_refuses_an_action_twice():
    table_id = in_play()
    first = first_command(table_id)._replace(action_id="twice")
    handle_commands([first])
    entry = LogEntry.objects.get(table_id=table_id, action_id="twice")
    with pytest.raises(IntegrityError):
        LogEntry.objects.create(
            table_id=table_id, number=900, seat=entry.seat, action_id="twice", type="x", data="{}", at=AT
        )
