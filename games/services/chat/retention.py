"""How long chat is stored: 30 days, and with a report until 90 days after it was closed."""

from datetime import datetime, timedelta

from games.models import ChatMessage, ChatReport
from games.models.moderation import ReportStatus

KEEP = timedelta(days=30)
KEEP_REPORTED = timedelta(days=90)
INTERVAL_SECONDS = 3600.0
"""Between two times at which a scheduler deletes old messages."""


class ChatRetention:
    """Deletes old messages every hour; `steady` is a clock in seconds that nobody sets."""

    def __init__(self) -> None:
        self._ticked = float("-inf")

    def tick(self, *, now: datetime, steady: float) -> None:
        """Delete messages that are too old, if INTERVAL_SECONDS have passed since the last time."""
        if steady - self._ticked >= INTERVAL_SECONDS:
            self._ticked = steady
            delete_old_messages(now=now)


def delete_old_messages(*, now: datetime) -> int:
    """Delete old messages that no report needs, with their reports; returns the number of messages."""
    needed = ChatReport.objects.filter(status=ReportStatus.OPEN)
    needed |= ChatReport.objects.filter(closed_at__gt=now - KEEP_REPORTED)
    old = ChatMessage.objects.filter(sent_at__lt=now - KEEP)
    _, deleted = old.exclude(pk__in=needed.values("message_id")).delete()
    # `delete` also counts what went with the messages, such as their reports.
    return deleted.get("games.ChatMessage", 0)
