"""Claiming due rows: several schedulers see the same row, and only one of them does the work."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet


def claim_due_row(rows: QuerySet[Any], *, pk: Any, due_at: datetime, until: datetime) -> bool:
    """Claim a row if its `due_at` is still the given one, and return whether the claim succeeded.

    A claim sets the row's `due_at` to `until`. If the process dies, the row is due again at that time.
    """
    # A conditional update, so that only one of several processes can claim the row.
    return bool(rows.filter(pk=pk, due_at=due_at).update(due_at=until))
