"""Stores a new table: its row, its first log entries, and the rows projected from them."""

from typing import Any

from django.db import transaction

from games.models import Table
from games.rules.state import State
from games.store.append import TableChange, save_table_changes
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
        save_table_changes([change])


def snapshot_before_first_entry(table_id: str, state_after_opening: State) -> TableSnapshot:
    """Return the snapshot of a new table before its first log entry, with log number 0.

    The snapshot contains `state_after_opening`, because a table has no state before it is opened.
    """
    return TableSnapshot(table_id, 0, state_after_opening, (), RecordedAnswers())
