"""Logs that cannot be right: how that is found on loading, and how a table is put aside.

What is said of them names entries and kinds of faults, never what stands in an entry: hands and bids do.
"""

import logging
from collections.abc import Sequence
from typing import Any

from django.db import Error, transaction

from games.models import Table
from games.store.entries import Entry, entry_of
from games.store.loaded import Loaded, folded

logger = logging.getLogger(__name__)


class Damaged(Exception):
    """What is wrong with a log, as a sentence."""


def checked(table_id: str, rows: Sequence[tuple[Any, ...]], before: Loaded | None) -> Loaded:
    """The table after its log's `rows`, which must follow on `before`; raises Damaged."""
    entries = [_entry(row) for row in rows]
    _check_numbers(entries, before.number if before else 0)
    try:
        loaded = folded(table_id, entries, before)
    except Exception as fault:
        raise Damaged(f"The log cannot be replayed: {type(fault).__name__}.") from None
    if loaded is None:
        raise Damaged("The log is empty.")
    return loaded


def _entry(row: tuple[Any, ...]) -> Entry:
    try:
        return entry_of(row)
    except Exception as fault:
        raise Damaged(f"Entry {row[0]} of the log cannot be read: {type(fault).__name__}.") from None


def _check_numbers(entries: Sequence[Entry], after: int) -> None:
    for number, entry in enumerate(entries, start=after + 1):
        if entry.number != number:
            raise Damaged(f"Entry {number} of the log is missing.")


def put_aside(table_id: str, why: str) -> None:
    """Mark a table: nobody moves it, and the house does not ask for it, until it has been checked again."""
    logger.error("Table %s is put aside: %s", table_id, why)
    try:
        with transaction.atomic():
            Table.objects.filter(pk=table_id, quarantined="").update(quarantined=why[:500], due_at=None)
    except Error:
        # It is found again by whoever loads it next.
        logger.exception("Table %s cannot be marked", table_id)
