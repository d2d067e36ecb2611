"""The hot path: appends the entries of many tables in one transaction, with hand-written statements.

A move takes two statements on SQLite and one on PostgreSQL, where each is a round trip.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
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
    """Commit changes in one transaction. Return the ids of the tables that lost a race and did not change.

    This is optimistic concurrency: the log number and the mark version of each table are changed by
    compare-and-set. A table that loses a race does not affect the others.
    """
    if not changes:
        return set()
    # Sorted: two processes that move the same tables lock them in the same order.
    changes = sorted(changes, key=lambda change: change.after.table_id)
    if connection.vendor == "postgresql":
        if not any(map(_has_other_rows, changes)):
            # One statement is atomic by itself, and BEGIN and COMMIT would each cost a round trip.
            moved = _move_tables_with_entries(changes)
        else:
            with transaction.atomic():
                moved = _move_tables_with_entries(changes)
                _write_other_rows([change for change in changes if change.after.table_id in moved])
    else:
        with transaction.atomic():
            moved = _move_tables(changes)
            won = [change for change in changes if change.after.table_id in moved]
            _insert_entries(won)
            _write_other_rows(won)
    return {change.after.table_id for change in changes} - moved


def _has_other_rows(change: TableChange) -> bool:
    """Whether a change affects marks or projections, besides the rows of the table and its log."""
    return change.after.mark_version != change.before.mark_version or projections.needs_projection(
        change.after, change.entries
    )


def _write_other_rows(changes: Sequence[TableChange]) -> None:
    """Write the marks and projections of these changes.

    Call this in the transaction that stores their log entries, so that readers always see rows that match the
    log.
    """
    changes = [change for change in changes if _has_other_rows(change)]
    if marked := [each for each in changes if each.after.mark_version != each.before.mark_version]:
        marks.write_rows(
            (each.after.table_id, row)
            for each in marked
            for row in marks.rows_to_write(each.before, each.after)
        )
    for change in changes:
        projections.project(change.after, change.entries)


_MOVE_WITH_ENTRIES = f"""
WITH moved AS (
    UPDATE games_table SET number = change.new, mark_version = change.new_marks,
        status = change.status, due_at = change.due_at
    FROM unnest(
        %s::varchar[], %s::integer[], %s::integer[], %s::integer[], %s::integer[], %s::varchar[],
        %s::timestamptz[]
    ) AS change (id, old, new, old_marks, new_marks, status, due_at)
    WHERE games_table.id = change.id AND games_table.number = change.old
        AND games_table.mark_version = change.old_marks AND games_table.quarantined = ''
    RETURNING games_table.id
), logged AS (
    INSERT INTO games_logentry (table_id, {", ".join(COLUMNS)})
    SELECT entry.* FROM unnest(
        %s::varchar[], %s::integer[], %s::timestamptz[], %s::varchar[], %s::text[], %s::integer[],
        %s::varchar[]
    ) AS entry (table_id, {", ".join(COLUMNS)})
    JOIN moved ON moved.id = entry.table_id
    ORDER BY entry.table_id, entry.number
)
SELECT id FROM moved
"""


def _move_tables_with_entries(changes: Sequence[TableChange]) -> set[str]:
    """Set all tables to their new log numbers, and insert their log entries, in one PostgreSQL statement.

    Return the ids of the tables that were updated. SQLite cannot change two tables in one statement.
    """
    entries = [
        (change.after.table_id, *encode_entry(entry)) for change in changes for entry in change.entries
    ]
    tables = zip(*map(_table_columns, changes), strict=True)
    # A list for each column: `unnest` turns them into rows. Marks alone come without entries.
    columns = zip(*entries, strict=True) if entries else [()] * (1 + len(COLUMNS))
    with connection.cursor() as cursor:
        cursor.execute(_MOVE_WITH_ENTRIES, [list(column) for column in (*tables, *columns)])
        return {row[0] for row in cursor.fetchall()}


def _table_columns(change: TableChange) -> tuple[str, int, int, int, int, str, datetime | None]:
    """Return a table's id, old and new log number, old and new mark version, new status and due time."""
    before, after = change.before, change.after
    versions = (before.number, after.number, before.mark_version, after.mark_version)
    return after.table_id, *versions, after.state.status, change.due_at


def _move_tables(changes: Sequence[TableChange]) -> set[str]:
    """Set all tables to their new log numbers by compare-and-set, on SQLite.

    Return the ids of the tables that were updated.
    """
    # The status is indexed, and SQLite would enter it into the index anew even if it has not changed.
    others: list[TableChange] = []
    same_status: list[TableChange] = []
    for change in changes:
        is_same = change.before.state.status == change.after.state.status
        (same_status if is_same else others).append(change)
    return _update_tables(same_status, "") | _update_tables(others, "status = moved.status, ")


def _update_tables(changes: Sequence[TableChange], status: str) -> set[str]:
    """Set tables to their new log numbers in one SQLite statement, and return the ids of those updated.

    `status` is the part of the statement that sets the status, or "" if no status has changed.
    """
    if not changes:
        return set()
    values = _placeholders(len(changes))
    # A quarantined table looks like a lost race: the next attempt reads it, which raises Quarantined.
    sql = (
        f"WITH moved (id, old, new, old_marks, new_marks, status, due_at) AS (VALUES {values}) "
        f"UPDATE games_table SET number = moved.new, mark_version = moved.new_marks, {status}"
        "due_at = moved.due_at "
        "FROM moved WHERE games_table.id = moved.id AND games_table.number = moved.old "
        "AND games_table.mark_version = moved.old_marks AND games_table.quarantined = '' "
        "RETURNING games_table.id"
    )
    parameters: list[Any] = []
    for change in changes:
        *columns, due_at = _table_columns(change)
        parameters += (*columns, None if due_at is None else _sqlite_datetime(due_at))
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return {row[0] for row in cursor.fetchall()}


def _insert_entries(changes: Sequence[TableChange]) -> None:
    """Insert the log entries of all changes in one SQLite statement. Do nothing if there are none."""
    parameters: list[Any] = []
    count = 0
    for change in changes:
        for entry in change.entries:
            number, at, *others = encode_entry(entry)
            parameters += (change.after.table_id, number, _sqlite_datetime(at), *others)
            count += 1
    if not count:
        return
    sql = f"INSERT INTO games_logentry (table_id, {', '.join(COLUMNS)}) VALUES {_placeholders(count)}"
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)


def encode_entry(entry: StoredEntry) -> tuple[int, datetime, str, str, int | None, str | None]:
    """Return a log entry as a row with the columns COLUMNS. `decode_entry` is the inverse."""
    data = orjson.dumps(event_fields(entry.event)).decode()
    return entry.number, entry.at, event_type_name(entry.event), data, entry.seat, entry.action_id


def _placeholders(count: int) -> str:
    """Return the placeholders for `count` rows of seven values each."""
    return ", ".join(["(%s, %s, %s, %s, %s, %s, %s)"] * count)


def _sqlite_datetime(moment: datetime) -> str:
    """Return a time in the format in which SQLite stores it: in UTC, without an offset.

    Hand-written statements bypass Django's fields, whose conversion takes several times as long.
    """
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(" ")
