"""Damaged logs: found when a table is loaded, which is then quarantined.

Messages name entries and kinds of faults, never the content of an entry, which may be a hand or a bid.
"""

import logging
from collections.abc import Sequence
from typing import Any

from django.db import Error, transaction

from games.models import Table
from games.store.entries import StoredEntry, entry_of
from games.store.snapshot import TableSnapshot, fold

logger = logging.getLogger(__name__)


class Damaged(Exception):
    """A log that cannot be replayed; the message says why."""


def replay_log(table_id: str, rows: Sequence[tuple[Any, ...]], before: TableSnapshot | None) -> TableSnapshot:
    """The snapshot after the log's `rows`, which must follow on `before`; raises Damaged."""
    entries = [_entry(row) for row in rows]
    _check_numbers(entries, before.number if before else 0)
    try:
        snapshot = fold(table_id, entries, before)
    except Exception as fault:
        raise Damaged(f"The log cannot be replayed: {type(fault).__name__}.") from None
    if snapshot is None:
        raise Damaged("The log is empty.")
    return snapshot


def _entry(row: tuple[Any, ...]) -> StoredEntry:
    try:
        return entry_of(row)
    except Exception as fault:
        raise Damaged(f"Entry {row[0]} of the log cannot be read: {type(fault).__name__}.") from None


def _check_numbers(entries: Sequence[StoredEntry], after: int) -> None:
    for number, entry in enumerate(entries, start=after + 1):
        if entry.number != number:
            raise Damaged(f"Entry {number} of the log is missing.")


def quarantine(table_id: str, why: str) -> None:
    """Mark a table: nobody can change it, and no timer of it runs, until it has been checked again."""
    logger.error("Table %s is quarantined: %s", table_id, why)
    try:
        with transaction.atomic():
            Table.objects.filter(pk=table_id, quarantined="").update(quarantined=why[:500], due_at=None)
    except Error:
        # Whoever loads the table next finds the damage again.
        logger.exception("Table %s cannot be marked", table_id)
