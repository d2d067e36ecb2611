"""Makes the storing of moves fail, on either database."""

from collections.abc import Callable, Sequence

import pytest
from django.db import connection

from games.store import append
from games.store.append import TableChange


def before_writing(patch: pytest.MonkeyPatch, do: Callable[[Sequence[TableChange]], None]) -> None:
    """Call this with the changes of each batch before their log entries are written; it may raise."""
    name = "_update_tables_and_logs_in_postgres" if connection.vendor == "postgresql" else "_insert_entries"
    write = getattr(append, name)

    def write_after(changes: Sequence[TableChange]) -> set[str] | None:
        do(changes)
        written: set[str] | None = write(changes)
        return written

    patch.setattr(append, name, write_after)
