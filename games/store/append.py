"""The hot path: one transaction appends the entries of many tables, two hand-written statements in all."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction

from games.store import projections
from games.store.entries import StoredEntry, row_of
from games.store.snapshot import TableSnapshot


class TableChange(NamedTuple):
    """A table before and after some actions; `due_at` is when the scheduler must act next."""

    before: TableSnapshot
    after: TableSnapshot
    entries: list[StoredEntry]
    due_at: datetime | None


def append(changes: Sequence[TableChange]) -> set[str]:
    """Commit the changes in one transaction; gives the ids of tables that lost a race and have not changed.

    Optimistic concurrency: a table moves from number N to N+k by compare-and-set, so a lost race leaves its
    neighbours in the batch alone.
    """
    if not changes:
        return set()
    # Sorted: two processes that move the same tables lock them in the same order.
    changes = sorted(changes, key=lambda change: change.after.table_id)
    with transaction.atomic():
        moved = _move_tables(changes)
        won = [change for change in changes if change.after.table_id in moved]
        if won:
            _insert_entries(won)
        for change in won:
            projections.project(change.after, change.entries)
    return {change.after.table_id for change in changes} - moved


_TABLE_TYPES = ("varchar", "integer", "integer", "varchar", "timestamptz")


def _move_tables(changes: Sequence[TableChange]) -> set[str]:
    mark = ", ".join(
        f"CAST(%s AS {name})" if connection.vendor == "postgresql" else "%s" for name in _TABLE_TYPES
    )
    values = ", ".join([f"({mark})"] * len(changes))
    sql = (
        f"WITH moved (id, old, new, status, due_at) AS (VALUES {values}) "
        "UPDATE games_table SET number = moved.new, status = moved.status, due_at = moved.due_at "
        "FROM moved WHERE games_table.id = moved.id AND games_table.number = moved.old "
        "AND games_table.quarantined = '' "
        "RETURNING games_table.id"
    )
    parameters: list[Any] = []
    for change in changes:
        after = change.after
        parameters += (after.table_id, change.before.number, after.number, after.state.status)
        parameters.append(_adapted(change.due_at))
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return {row[0] for row in cursor.fetchall()}


def _insert_entries(changes: Sequence[TableChange]) -> None:
    parameters: list[Any] = []
    count = 0
    for change in changes:
        for entry in change.entries:
            row = row_of(entry)
            parameters += (change.after.table_id, row["number"], row["seat"], row["action_id"])
            parameters += (row["type"], row["data"], _adapted(row["at"]))
            count += 1
    values = ", ".join(["(%s, %s, %s, %s, %s, %s, %s)"] * count)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_logentry (table_id, number, seat, action_id, type, data, at) VALUES {values}",
            parameters,
        )


def _adapted(moment: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)
