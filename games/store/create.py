"""Stores a new table: its row, its first log entries, and the rows projected from them."""

from typing import Any

from django.db import transaction

from games.models import Table
from games.rules.state import State
from games.store.append import TableChange, append_changes
from games.store.snapshot import TableSnapshot


def create_table(change: TableChange, **columns: Any) -> None:
    """Store a new table with its first entries; `columns` are the columns not determined by any event.

    Caches and announces nothing, because a transaction may be open: callers do so after the commit.
    """
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


def before_first_entry(table_id: str, opened: State) -> TableSnapshot:
    """Return a new table's snapshot at log number 0, before anything is stored.

    Its state is `opened`, since no stored state exists yet.
    """
    return TableSnapshot(table_id, 0, opened, (), {})
