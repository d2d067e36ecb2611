"""Deletes old chat: messages after 30 days, but reported messages only 90 days after the report was closed.

Mutes are kept as long as their table has messages.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from games.models import ChatMessage, ChatMute, ChatReport
from games.models.moderation import ReportStatus
from games.models.table import GameStatus

MESSAGE_RETENTION = timedelta(days=30)
"""How long chat messages are kept."""
REPORTED_MESSAGE_RETENTION = timedelta(days=90)
"""How long a reported message is kept after the report was closed."""
INTERVAL_SECONDS = 3600.0
"""Seconds between two deletions of old chat by a scheduler."""


class ChatRetention:
    """Deletes old messages and mutes every INTERVAL_SECONDS."""

    def __init__(self) -> None:
        self._ticked = float("-inf")

    def tick(self, *, now: datetime, monotonic_now: float) -> None:
        """Delete old messages and mutes every INTERVAL_SECONDS."""
        if monotonic_now - self._ticked >= INTERVAL_SECONDS:
            self._ticked = monotonic_now
            delete_old_messages(now=now)
            delete_old_mutes(now=now)


def delete_old_messages(*, now: datetime) -> int:
    """Delete chat messages older than MESSAGE_RETENTION, and return the number of deleted messages.

    Keep messages with a report that is open or was closed less than REPORTED_MESSAGE_RETENTION ago.
    """
    needed = ChatReport.objects.filter(status=ReportStatus.OPEN)
    needed |= ChatReport.objects.filter(closed_at__gt=now - REPORTED_MESSAGE_RETENTION)
    old = ChatMessage.objects.filter(sent_at__lt=now - MESSAGE_RETENTION)
    _, deleted = old.exclude(pk__in=needed.values("message_id")).delete()
    # `delete` also counts rows that were deleted with the messages, such as reports.
    return deleted.get("games.ChatMessage", 0)


def delete_old_mutes(*, now: datetime) -> int:
    """Delete the mutes at finished or abandoned tables, and return the number of deleted mutes.

    Keep mutes at tables that were opened less than MESSAGE_RETENTION ago or still have chat messages.
    """
    has_messages = Exists(ChatMessage.objects.filter(table=OuterRef("table")))
    over = ChatMute.objects.filter(table__status__in=(GameStatus.FINISHED, GameStatus.ABANDONED))
    return over.filter(~has_messages, table__opened_at__lt=now - MESSAGE_RETENTION).delete()[0]
