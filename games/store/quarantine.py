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
    """Apply log rows to the snapshot `before` and return the result. Raise Damaged if that fails.

    The rows must directly follow `before` or, if it is None, be the whole log.
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
    """Quarantine a damaged table, so that nobody can change it and its timers stop.

    A database error is only logged.
    """
    logger.error("Table %s is quarantined: %s", table_id, reason)
    try:
        with transaction.atomic():
            # The condition keeps the first reason when several processes find the damage.
            Table.objects.filter(pk=table_id, quarantined="").update(quarantined=reason[:500], due_at=None)
    except Error:
        # The next process that loads the table will find the damage again.
        logger.exception("Table %s cannot be marked", table_id)
