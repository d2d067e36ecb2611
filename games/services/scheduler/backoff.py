"""Tables at which the scheduler failed: it skips them for a while, because each failure is logged."""

from datetime import datetime, timedelta

from django.utils import timezone

FAILED_SECONDS = 15.0
"""Seconds for which a table is skipped after a bot or a command has failed there."""
UNAVAILABLE_SECONDS = 2.0
"""Seconds for which a table is skipped while the database takes no writes: play resumes soon after."""


class Backoff:
    """Which tables are skipped until when, and which of them get the simplest move next."""

    def __init__(self) -> None:
        self._until: dict[str, datetime] = {}
        self._failed: set[str] = set()

    def fail(self, table_id: str) -> None:
        """Skip a table whose bot had no move or a wrong one; its next move is made without asking the bot."""
        self._failed.add(table_id)
        self.wait(table_id, FAILED_SECONDS)

    def wait(self, table_id: str, seconds: float) -> None:
        """Skip a table for so many seconds."""
        self._until[table_id] = timezone.now() + timedelta(seconds=seconds)

    def succeed(self, table_id: str) -> None:
        """Note that a command was accepted, so that the table's bots are asked again."""
        self._failed.discard(table_id)

    def has_failed(self, table_id: str) -> bool:
        """Whether the last command at the table failed."""
        return table_id in self._failed

    def waits(self, table_id: str) -> bool:
        """Whether the table is skipped now."""
        if self._until.get(table_id, timezone.now()) > timezone.now():
            return True
        self._until.pop(table_id, None)
        return False

    def clear_waits(self) -> None:
        """Skip no table any more, as after a jump of the clock."""
        self._until.clear()
