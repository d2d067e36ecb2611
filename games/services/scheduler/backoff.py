"""The tables that the scheduler skips for a while after a failure, because each failure is logged."""

from datetime import datetime, timedelta

from django.utils import timezone

FAILED_SECONDS = 15.0
"""Seconds for which a table is skipped after a bot or a command has failed there."""
UNAVAILABLE_SECONDS = 2.0
"""Seconds for which a table is skipped if the database accepts no writes: few, so that play resumes soon."""


class Backoff:
    """Keeps track of tables to skip for a while, and of tables whose next move is made without a bot."""

    def __init__(self) -> None:
        """Start with no skipped tables and no failed moves."""
        self._until: dict[str, datetime] = {}
        self._failed: set[str] = set()

    def record_failure(self, table_id: str) -> None:
        """Record that a move failed at a table, and skip the table for FAILED_SECONDS.

        Until a move succeeds at the table, the server makes the first legal move instead of asking a bot.
        """
        self._failed.add(table_id)
        self.skip(table_id, FAILED_SECONDS)

    def skip(self, table_id: str, seconds: float) -> None:
        """Let the scheduler skip a table for this many seconds from now."""
        self._until[table_id] = timezone.now() + timedelta(seconds=seconds)

    def record_success(self, table_id: str) -> None:
        """Forget that a move has failed at a table. If the table is being skipped, it stays skipped."""
        self._failed.discard(table_id)

    def has_failed(self, table_id: str) -> bool:
        """Return whether a move has failed at this table and none has succeeded since."""
        return table_id in self._failed

    def is_skipped(self, table_id: str) -> bool:
        """Return whether the scheduler must currently skip this table."""
        if self._until.get(table_id, timezone.now()) > timezone.now():
            return True
        self._until.pop(table_id, None)
        return False

    def clear_skipped(self) -> None:
        """Stop skipping tables, but still remember at which tables a move has failed."""
        self._until.clear()
