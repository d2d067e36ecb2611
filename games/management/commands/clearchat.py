"""`manage.py clearchat`: delete chat that is too old, as a server does every hour."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.chat.retention import delete_old_messages, delete_old_mutes


class Command(BaseCommand):
    """Delete chat whose retention period is over."""

    help = "Delete chat messages older than 30 days, but for those that were reported lately."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete chat messages and mutes whose retention period is over."""
        now = timezone.now()
        count = delete_old_messages(now=now)
        delete_old_mutes(now=now)
        self.stdout.write(f"{count} messages deleted.")
