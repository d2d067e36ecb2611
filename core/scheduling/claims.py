"""Claiming due rows: several schedulers see the same row, and only one of them does the work."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet


def claim_due(rows: QuerySet[Any], *, pk: Any, due_at: datetime, until: datetime) -> bool:
    """Claim a row that was due at `due_at` by setting its `due_at` to `until`; return whether that succeeded.

    The update is conditional, so only one of several schedulers can claim the row. A claim is not released:
    the process that does the work sets the next `due_at`. If that process dies, the row is due again at
    `until`. The row no longer contains the original `due_at`.
    """
    return bool(rows.filter(pk=pk, due_at=due_at).update(due_at=until))
