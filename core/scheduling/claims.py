"""Claiming due rows: several schedulers see the same row, and only one of them does the work."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet


def claim_due_row(rows: QuerySet[Any], *, pk: Any, due_at: datetime, until: datetime) -> bool:
    """Claim a due model instance for this process until `until`. Return whether that succeeded.

    A claim changes `due_at` of the instance to `until`. The claim fails if `due_at` is no longer the given
    time, usually because another process has claimed the instance.
    """
    # A conditional update, so that only one of several processes can claim the row.
    return bool(rows.filter(pk=pk, due_at=due_at).update(due_at=until))
