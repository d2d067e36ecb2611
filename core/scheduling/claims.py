"""Claiming due rows: several schedulers see the same row, and only one of them does the work."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet


def claim_due(rows: QuerySet[Any], *, pk: Any, due_at: datetime, until: datetime) -> bool:
    """Claim a row that was due at `due_at` by setting its `due_at` to `until`, and return whether it worked.

    The update is conditional, so only one of several schedulers that see the row can claim it. A claim is not
    released: the process that does the work sets the row's next `due_at`, and if that process is killed, the
    row is due again at `until`. Work that needs the original `due_at` cannot read it from the row.
    """
    return bool(rows.filter(pk=pk, due_at=due_at).update(due_at=until))
