"""Stores a new table: its row, its first log entries, and the rows projected from them."""

from typing import Any

from django.db import transaction

from games.models import Table
from games.rules.state import State
from games.store.append import TableChange, append_changes
from games.store.snapshot import RecordedAnswers, TableSnapshot


def create_table(change: TableChange, **columns: Any) -> None:
    """Store a new table and its first log entries. `columns` are further columns of the table's row."""
    # After the commit, the caller must cache and announce the table.
    after = change.after
    state = after.state
    with transaction.atomic():
        Table.objects.create(
            id=after.table_id,
            size=state.size,
            options=state.options.as_dict(),
            pace=state.options.pace,
            commitment=state.commitment,
            **columns,
        )
        append_changes([change])


def snapshot_before_first_entry(table_id: str, opened: State) -> TableSnapshot:
    """Return the snapshot of a new table to which no log entry has been applied.

    Its state is `opened`, the state after the first entry, because there is no earlier one.
    """
    return TableSnapshot(table_id, 0, opened, (), RecordedAnswers())
