"""Claiming due rows: several schedulers see the same row, and only one of them does the work."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet


def claim_due(rows: QuerySet[Any], *, pk: Any, due_at: datetime, until: datetime) -> bool:
    """Reserve a row for this process until `until`, and return whether that succeeded.

    The row must still be due at `due_at`. Claiming sets its `due_at` to `until` by a conditional update, so
    only one of several processes can claim it. A claim is not released: the process that does the work sets
    the next `due_at`. If that process dies, the row is due again at `until`.
    """
    return bool(rows.filter(pk=pk, due_at=due_at).update(due_at=until))
