"""The hot path on PostgreSQL: one statement, hence one round trip, for all moves that write nothing else."""

from collections.abc import Iterator
from random import Random

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import LogEntry, Table
from games.services.commands.handler import handle_commands
from games.store import append
from tests.games.store.test_append import a_change, log_of
from tests.games.store.test_marks import prepare_bids
from tests.support.connections import rolled_back
from tests.support.games.playing import AT, bidding, first_command, in_play, move, on_turn

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def on_postgres(db: None, postgres_database: str) -> Iterator[None]:
    with rolled_back(postgres_database):
        yield


def test_many_tables_move_with_one_statement():
    commands = [first_command(in_play()) for _ in range(7)]
    with CaptureQueriesContext(connection) as captured:
        outcomes = handle_commands(commands)
    # Not even a savepoint: the statement is atomic by itself.
    assert len(captured) == 1, captured.captured_queries
    for command, outcome in zip(commands, outcomes, strict=True):
        row = Table.objects.get(pk=command.table_id)
        numbers = [entry.number for entry in LogEntry.objects.filter(table=row).order_by("id")]
        assert numbers == list(range(1, row.number + 1))
        assert outcome.number in numbers


def test_the_statement_is_planned_once_for_a_connection():
    for _ in range(12):
        append.save_table_changes([a_change(in_play())])
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement, generic_plans + custom_plans FROM pg_prepared_statements")
        prepared = cursor.fetchall()
    # One for each combination of types: a column of small numbers has another type than one of large ones.
    assert prepared
    assert all("INSERT INTO games_logentry" in statement for statement, _ in prepared)
    assert sum(executions for _, executions in prepared) > 1


def test_a_lost_race_writes_nothing_and_spoils_no_neighbour():
    slow, quick = in_play(), in_play(players=3)
    changes = [a_change(slow), a_change(quick)]
    move(slow, Random(5))
    winner = log_of(slow)
    assert append.save_table_changes(changes) == {slow}
    assert log_of(slow) == winner
    row = Table.objects.get(pk=quick)
    assert (row.number, row.status) == (changes[1].after.number, changes[1].after.state.status)
    assert len(log_of(quick)) == row.number


def test_a_quarantined_table_is_not_changed():
    table_id = in_play()
    change = a_change(table_id)
    Table.objects.filter(pk=table_id).update(quarantined="damaged")
    before = log_of(table_id)
    assert append.save_table_changes([change]) == {table_id}
    assert log_of(table_id) == before


def test_an_entry_that_is_refused_leaves_the_table_as_it_was():
    table_id = in_play()
    change = a_change(table_id)
    doubled = change._replace(entries=[change.entries[0]._replace(number=change.before.number)])
    with pytest.raises(IntegrityError), transaction.atomic():
        append.save_table_changes([doubled])
    assert Table.objects.get(pk=table_id).number == change.before.number


def test_a_mark_alone_is_stored_without_an_entry():
    table_id = bidding()
    before = log_of(table_id)
    prepare_bids(table_id, (on_turn(table_id) + 1) % 4, 1)
    assert log_of(table_id) == before
    assert Table.objects.get(pk=table_id).mark_version == 1


def test_the_due_time_is_stored_with_the_move():
    change = a_change(in_play())._replace(due_at=AT)
    append.save_table_changes([change])
    assert Table.objects.get(pk=change.after.table_id).due_at == AT
