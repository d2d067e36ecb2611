"""The hot path: appends the entries of many tables in one transaction, with two hand-written statements."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from django.db import connection, transaction

from games.rules.events import event_fields, event_type_name
from games.store import marks, projections
from games.store.entries import COLUMNS, StoredEntry
from games.store.snapshot import TableSnapshot


class TableChange(NamedTuple):
    """A table before and after some actions, and when the scheduler must act next."""

    before: TableSnapshot
    after: TableSnapshot
    entries: list[StoredEntry]
    due_at: datetime | None


def append_changes(changes: Sequence[TableChange]) -> set[str]:
    """Commit changes in one transaction; returns the ids of tables that lost a race and were not changed.

    Optimistic concurrency: a table's log number and its mark version are each changed by compare-and-set. A
    lost race does not affect other tables of the batch.
    """
    if not changes:
        return set()
    # Sorted: two processes that move the same tables lock them in the same order.
    changes = sorted(changes, key=lambda change: change.after.table_id)
    with transaction.atomic():
        moved = _move_tables(changes)
        won = [change for change in changes if change.after.table_id in moved]
        _insert_entries(won)
        if marked := [each for each in won if each.after.mark_version != each.before.mark_version]:
            marks.write_rows(
                (each.after.table_id, row)
                for each in marked
                for row in marks.rows_to_write(each.before, each.after)
            )
        # In the same transaction, so that no reader sees a log that its rows do not follow.
        for change in won:
            projections.project(change.after, change.entries)
    return {change.after.table_id for change in changes} - moved


_TABLE_TYPES = ("varchar", "integer", "integer", "integer", "integer", "varchar", "timestamptz")


def _move_tables(changes: Sequence[TableChange]) -> set[str]:
    """Set all tables to their new log numbers in one compare-and-set statement.

    Returns the ids of the tables that were updated.
    """
    # PostgreSQL treats parameters in a VALUES list as text unless they are cast.
    mark = ", ".join(
        f"CAST(%s AS {name})" if connection.vendor == "postgresql" else "%s" for name in _TABLE_TYPES
    )
    values = ", ".join([f"({mark})"] * len(changes))
    # A quarantined table looks like a lost race: the next attempt reads it, which raises Quarantined.
    sql = (
        f"WITH moved (id, old, new, old_marks, new_marks, status, due_at) AS (VALUES {values}) "
        "UPDATE games_table SET number = moved.new, mark_version = moved.new_marks, "
        "status = moved.status, due_at = moved.due_at "
        "FROM moved WHERE games_table.id = moved.id AND games_table.number = moved.old "
        "AND games_table.mark_version = moved.old_marks AND games_table.quarantined = '' "
        "RETURNING games_table.id"
    )
    to_column = _datetime_converter()
    parameters: list[Any] = []
    for change in changes:
        before, after = change.before, change.after
        parameters += (after.table_id, before.number, after.number, before.mark_version, after.mark_version)
        parameters += (after.state.status, to_column(change.due_at))
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return {row[0] for row in cursor.fetchall()}


def _insert_entries(changes: Sequence[TableChange]) -> None:
    """Insert the log entries of all changes in one statement; does nothing if there are none."""
    to_column = _datetime_converter()
    parameters: list[Any] = []
    count = 0
    for change in changes:
        for entry in change.entries:
            number, at, *others = encode_entry(entry)
            parameters += (change.after.table_id, number, to_column(at), *others)
            count += 1
    if not count:
        return
    values = ", ".join(["(%s, %s, %s, %s, %s, %s, %s)"] * count)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_logentry (table_id, {', '.join(COLUMNS)}) VALUES {values}",
            parameters,
        )


def encode_entry(entry: StoredEntry) -> tuple[int, datetime, str, str, int | None, str | None]:
    """Return the entry as a row, in the order of COLUMNS; the inverse of `decode_entry`."""
    data = orjson.dumps(event_fields(entry.event)).decode()
    return entry.number, entry.at, event_type_name(entry.event), data, entry.seat, entry.action_id


def _datetime_converter() -> Callable[[datetime | None], Any]:
    """Return the function that converts a time to the form that the database driver expects.

    Looked up once for each statement: Django finds a thread's connection by a context variable, which takes
    longer than the conversion.
    """
    # Raw statements bypass Django's fields, and SQLite stores times as naive text.
    convert: Callable[[datetime | None], Any] = connection.ops.adapt_datetimefield_value
    return convert
