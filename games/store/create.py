"""Writing a new table: its row, its first log entries, and the rows projected from them."""

from typing import Any

from django.db import transaction

from games.models import Table
from games.rules.state import State
from games.store.append import TableChange, append
from games.store.snapshot import TableSnapshot


def create(change: TableChange, **columns: Any) -> None:
    """Store a table with its first entries; `columns` are those of Table that no event tells.

    Nothing is kept or told before the commit: that is for who called, as a transaction may be under way.
    """
    after = change.after
    state = after.state
    with transaction.atomic():
        Table.objects.create(
            id=after.table_id,
            size=state.size,
            options=state.options.as_dict(),
            commitment=state.commitment,
            **columns,
        )
        append([change])


def before_first_entry(table_id: str, opened: State) -> TableSnapshot:
    """The table at number 0, when nothing of it is stored; `opened` is its state, as it had none before."""
    return TableSnapshot(table_id, 0, opened, (), {})
