"""Damaged logs, which are found when a table is loaded; the table is then quarantined.

Messages name entries and kinds of faults, never the content of an entry, which may be a hand or a bid.
"""

import logging
from collections.abc import Sequence
from typing import Any

from django.db import Error, transaction

from games.models import Table
from games.store.entries import StoredEntry, decode_entry
from games.store.snapshot import TableSnapshot, fold_entries

logger = logging.getLogger(__name__)


class Damaged(Exception):
    """The log cannot be replayed. The message says why."""


def replay_log(table_id: str, rows: Sequence[tuple[Any, ...]], before: TableSnapshot | None) -> TableSnapshot:
    """Apply rows of a table's log to the snapshot `before`, and return the resulting snapshot.

    The rows have the columns `entries.COLUMNS` and must directly follow `before`; if that is None, they must
    be the whole log. Raise Damaged if rows are missing, or cannot be decoded or applied.
    """
    entries = [_read_entry(row) for row in rows]
    _check_entry_numbers(entries, before.number if before else 0)
    try:
        snapshot = fold_entries(table_id, entries, before)
    except Exception as fault:
        raise Damaged(f"The log cannot be replayed: {type(fault).__name__}.") from None
    if snapshot is None:
        raise Damaged("The log is empty.")
    return snapshot


def _read_entry(row: tuple[Any, ...]) -> StoredEntry:
    """Decode a log entry from a row with the columns `entries.COLUMNS`. Raise Damaged if that fails."""
    try:
        return decode_entry(row)
    except Exception as fault:
        raise Damaged(f"Entry {row[0]} of the log cannot be read: {type(fault).__name__}.") from None


def _check_entry_numbers(entries: Sequence[StoredEntry], after: int) -> None:
    """Raise Damaged unless the log entries are numbered consecutively from `after` + 1."""
    for number, entry in enumerate(entries, start=after + 1):
        if entry.number != number:
            raise Damaged(f"Entry {number} of the log is missing.")


def quarantine_table(table_id: str, reason: str) -> None:
    """Quarantine a damaged table: until it is released, nobody can change it and its timers do not run.

    If the table is already quarantined, its stored reason is kept. A database error is logged, but not
    raised.
    """
    logger.error("Table %s is quarantined: %s", table_id, reason)
    try:
        with transaction.atomic():
            # The condition keeps the first reason when several processes find the damage.
            Table.objects.filter(pk=table_id, quarantined="").update(quarantined=reason[:500], due_at=None)
    except Error:
        # The next process that loads the table will find the damage again.
        logger.exception("Table %s cannot be marked", table_id)
