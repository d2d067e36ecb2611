"""Claiming due rows: several schedulers see the same row, and only one of them does the work."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet


def claim_due(rows: QuerySet[Any], *, pk: Any, due_at: datetime, until: datetime) -> bool:
    """Claim a row that was due at `due_at` by setting its `due_at` to `until`; return whether that worked.

    The update is conditional, so only one of several schedulers that see the row claims it. A claim is not
    released: the process that does the work sets the row's next time, and if it is killed, the row is due
    again at `until`. The row no longer says when it was due, so pass `due_at` on to work that needs it.
    """
    return bool(rows.filter(pk=pk, due_at=due_at).update(due_at=until))
