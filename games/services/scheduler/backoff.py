"""Tables at which the scheduler failed: they are left alone for a while, since each failure fills the log."""

from datetime import datetime, timedelta

from django.utils import timezone

FAILED_SECONDS = 15.0
"""For how long a table is left alone at which a bot or a command failed,"""
UNAVAILABLE_SECONDS = 2.0
"""and where only the database took no writes: play goes on soon after it does."""


class Backoff:
    """Which tables are left alone until when, and where the next move has to be the simplest there is."""

    def __init__(self) -> None:
        self._until: dict[str, datetime] = {}
        self._failed: set[str] = set()

    def fail(self, table_id: str) -> None:
        """Leave a table alone at which a bot had no move or a wrong one; then move without asking the bot."""
        self._failed.add(table_id)
        self.wait(table_id, FAILED_SECONDS)

    def wait(self, table_id: str, seconds: float) -> None:
        """Leave a table alone for so long."""
        self._until[table_id] = timezone.now() + timedelta(seconds=seconds)

    def succeed(self, table_id: str) -> None:
        """A command was accepted: ask the table's bots again."""
        self._failed.discard(table_id)

    def has_failed(self, table_id: str) -> bool:
        """Whether the last command at the table failed."""
        return table_id in self._failed

    def waits(self, table_id: str) -> bool:
        """Whether the table is left alone now."""
        if self._until.get(table_id, timezone.now()) > timezone.now():
            return True
        self._until.pop(table_id, None)
        return False

    def clear_waits(self) -> None:
        """Leave no table alone any more, as after a jump of the clock."""
        self._until.clear()
