"""Claiming due rows: several schedulers see the same row, and only one of them does the work."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet


def claim_due_row(rows: QuerySet[Any], *, pk: Any, due_at: datetime, until: datetime) -> bool:
    """Claim a due row for this process, by changing its `due_at` to `until`.

    Return True if it was claimed, and False if `rows` no longer has a row with this `pk` and `due_at`.
    """
    # A conditional update, so that only one of several processes can claim the row.
    return bool(rows.filter(pk=pk, due_at=due_at).update(due_at=until))
