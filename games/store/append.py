"""The hot path: appends the entries of many tables in one transaction, with hand-written statements.

A move takes two statements on SQLite and one on PostgreSQL, where each is a round trip.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import orjson
from django.db import connection, transaction

from core.database import prepared_cursor
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


def save_table_changes(changes: Sequence[TableChange]) -> set[str]:
    """Store changes of tables, with their new log entries, in one transaction.

    Return the ids of the tables whose changes were not stored, because another process changed the table
    first or the table is quarantined (blocked because its log is damaged).
    """
    # Optimistic locking: a table's log number and mark version must still be those of `before`.
    if not changes:
        return set()
    # Sorted: two processes that move the same tables lock them in the same order.
    changes = sorted(changes, key=lambda change: change.after.table_id)
    if connection.vendor == "postgresql":
        if not any(map(_changes_derived_rows, changes)):
            # One statement is atomic by itself, and BEGIN and COMMIT would each cost a round trip.
            moved = _update_tables_and_logs_in_postgres(changes)
        else:
            with transaction.atomic():
                moved = _update_tables_and_logs_in_postgres(changes)
                _write_derived_rows([change for change in changes if change.after.table_id in moved])
    else:
        with transaction.atomic():
            moved = _update_tables_in_sqlite(changes)
            won = [change for change in changes if change.after.table_id in moved]
            _insert_entries(won)
            _write_derived_rows(won)
    return {change.after.table_id for change in changes} - moved


def _changes_derived_rows(change: TableChange) -> bool:
    """Return whether a change affects rows besides the table and its log."""
    # Marks are cards and bids set in advance. Projections are rows derived from the log for queries.
    return change.after.mark_version != change.before.mark_version or projections.may_change_projections(
        change.after, change.entries
    )


def _write_derived_rows(changes: Sequence[TableChange]) -> None:
    """Write the rows that changes of tables affect besides the tables and their logs."""
    # In the same transaction, so that readers always see rows that match the log.
    changes = [change for change in changes if _changes_derived_rows(change)]
    if marked := [each for each in changes if each.after.mark_version != each.before.mark_version]:
        marks.write_mark_rows(
            (each.after.table_id, row)
            for each in marked
            for row in marks.changed_mark_rows(each.before, each.after)
        )
    for change in changes:
        projections.update_projections(change.after, change.entries)


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


def _update_tables_and_logs_in_postgres(changes: Sequence[TableChange]) -> set[str]:
    """Update tables and insert log entries in one PostgreSQL statement. Return the updated tables' ids."""
    # SQLite cannot change two database tables in one statement.
    entries = [
        (change.after.table_id, *encode_entry(entry)) for change in changes for entry in change.entries
    ]
    tables = zip(*map(_changed_columns, changes), strict=True)
    # A list for each column: `unnest` turns them into rows. Marks alone come without entries.
    columns = zip(*entries, strict=True) if entries else [()] * (1 + len(COLUMNS))
    # Quarantined tables, and tables changed by another process since `change.before`, are skipped.
    with prepared_cursor() as cursor:
        cursor.execute(_MOVE_WITH_ENTRIES, [list(column) for column in (*tables, *columns)])
        return {row[0] for row in cursor.fetchall()}


def _changed_columns(change: TableChange) -> tuple[str, int, int, int, int, str, datetime | None]:
    """Return the values for updating the stored table.

    They are its id, its old and new log number, its old and new mark version (a count of changes without log
    entries), its status, and the time when the scheduler must next act.
    """
    before, after = change.before, change.after
    versions = (before.number, after.number, before.mark_version, after.mark_version)
    return after.table_id, *versions, after.state.status, change.due_at


def _update_tables_in_sqlite(changes: Sequence[TableChange]) -> set[str]:
    """Update changed tables in SQLite, without their logs, and return the ids of the updated tables."""
    # The status is indexed, and SQLite would enter it into the index anew even if it has not changed.
    others: list[TableChange] = []
    same_status: list[TableChange] = []
    for change in changes:
        is_same = change.before.state.status == change.after.state.status
        (same_status if is_same else others).append(change)
    return _update_tables_in_one_statement(same_status, "") | _update_tables_in_one_statement(
        others, "status = moved.status, "
    )


def _update_tables_in_one_statement(changes: Sequence[TableChange], status_sql: str) -> set[str]:
    """Update tables in one SQLite statement, and return the ids of the updated tables.

    `status_sql` is SQL that sets the status, or "" to keep it.
    """
    if not changes:
        return set()
    values = _placeholders(len(changes))
    # A quarantined table looks like a lost race: the next attempt reads it, which raises Quarantined.
    sql = (
        f"WITH moved (id, old, new, old_marks, new_marks, status, due_at) AS (VALUES {values}) "
        f"UPDATE games_table SET number = moved.new, mark_version = moved.new_marks, {status_sql}"
        "due_at = moved.due_at "
        "FROM moved WHERE games_table.id = moved.id AND games_table.number = moved.old "
        "AND games_table.mark_version = moved.old_marks AND games_table.quarantined = '' "
        "RETURNING games_table.id"
    )
    parameters: list[Any] = []
    for change in changes:
        *columns, due_at = _changed_columns(change)
        parameters += (*columns, None if due_at is None else _sqlite_datetime(due_at))
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return {row[0] for row in cursor.fetchall()}


def _insert_entries(changes: Sequence[TableChange]) -> None:
    """Insert the log entries of all changes in one SQLite statement."""
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
    """Encode a log entry as a database row with the columns COLUMNS. `decode_entry` is the inverse."""
    data = orjson.dumps(event_fields(entry.event)).decode()
    return entry.number, entry.at, event_type_name(entry.event), data, entry.seat, entry.action_id


def _placeholders(count: int) -> str:
    """Return the SQL placeholders for inserting `count` rows of seven values each."""
    return ", ".join(["(%s, %s, %s, %s, %s, %s, %s)"] * count)


def _sqlite_datetime(moment: datetime) -> str:
    """Format a time as Django stores it in SQLite: in UTC, without an offset."""
    # Hand-written statements bypass Django's own conversion, which takes several times as long.
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(" ")
