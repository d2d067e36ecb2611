"""The processor: claims received emails that are due and runs their commands, in the background of a server.

Several processes may have a processor, because a claim is a conditional update. An email that a killed
process had claimed is due again when the claim ends.
"""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from core.database import database_sync_to_async
from core.scheduling.claims import claim_due_row
from games.mail.addresses import LIFETIME
from games.mail.incoming.process import ProcessedElsewhere, process_email
from games.models import ReceivedMail
from games.services.commands.command import Unavailable
from games.services.mail.bounces import forget_unused_addresses

logger = logging.getLogger(__name__)

POLL_INTERVAL_SECONDS = 1.0
"""Seconds between two queries for due emails while there are none."""
MAX_AT_ONCE = 32
"""Maximum emails claimed in one turn."""
CLAIM_TIMEOUT = timedelta(seconds=10)
"""How soon a claimed email is due again if its process dies; longer than processing one email takes."""
SWEEP_INTERVAL = timedelta(hours=1)
"""How often rows that are no longer needed are deleted."""


class ReceivedMailProcessor:
    """Processes received emails in the background. Failures are logged and do not affect the tables."""

    def __init__(self) -> None:
        """Create the thread on which the emails are processed."""
        # A thread of its own: a move waits for the committer, and no other work may wait with it.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="received-mail")
        self._swept_at: datetime | None = None
        self._stopping = False

    async def run(self) -> None:
        """Process received emails until cancelled, but finish the email that is being processed."""
        try:
            while True:
                if not await self.process_due():
                    await asyncio.sleep(POLL_INTERVAL_SECONDS)
        finally:
            self._stopping = True
            self._thread.shutdown(wait=False, cancel_futures=True)

    async def process_due(self) -> int:
        """Process up to MAX_AT_ONCE emails that are due, and return how many it has tried to process.

        Return 0 after an unexpected exception.
        """
        work = database_sync_to_async(self._claim_and_process, thread_sensitive=False, executor=self._thread)
        try:
            # Cancelling this coroutine does not stop the thread on which the emails are processed.
            return await asyncio.shield(work())
        except Exception:
            logger.exception("Received mails cannot be looked for")
            return 0

    def _claim_and_process(self) -> int:
        """Process up to MAX_AT_ONCE emails that are due, and return how many it has tried to process.

        From time to time, also delete old emails.
        """
        now = timezone.now()
        if self._swept_at is None or now - self._swept_at >= SWEEP_INTERVAL:
            delete_old_emails(now)
            # These are records of bounced addresses that no account uses.
            forget_unused_addresses()
            self._swept_at = now
        claimed = 0
        for row in claim_received_emails(MAX_AT_ONCE, now):
            if self._stopping:
                break
            claimed += 1
            try:
                process_email(row, now=timezone.now())
            except ProcessedElsewhere:
                logger.info("Received mail %s is carried out by another process", row.pk)
            except Unavailable as fault:
                logger.info("Received mail %s has to wait: %s", row.pk, type(fault).__name__)
            except Exception:
                # The email is due again when the claim ends. Only such a failure counts as an attempt.
                logger.exception("Received mail %s cannot be carried out", row.pk)
                ReceivedMail.objects.filter(pk=row.pk).update(attempts=F("attempts") + 1)
        return claimed


def claim_received_emails(limit: int, now: datetime) -> Iterator[ReceivedMail]:
    """Reserve up to `limit` due emails for this process, one at a time, and yield each.

    The earliest comes first.
    """
    due = ReceivedMail.objects.filter(due_at__lte=now)
    # The query for all columns takes Django longer to build than this one takes in all.
    if not due.exists():
        return
    for row in due.select_related("user").order_by("due_at", "pk")[:limit]:
        # No other process processes a claimed email before this time.
        until = timezone.now() + CLAIM_TIMEOUT
        if row.due_at and claim_due_row(
            ReceivedMail.objects.all(), pk=row.pk, due_at=row.due_at, until=until
        ):
            yield row


def delete_old_emails(now: datetime) -> None:
    """Delete processed emails that were received more than LIFETIME plus one day ago."""
    # Until then, the reply address may be valid, so another copy of the email must be recognised.
    ReceivedMail.objects.filter(received_at__lt=now - LIFETIME - timedelta(days=1), due_at=None).delete()


def processor_job() -> Coroutine[Any, Any, None]:
    """Return a coroutine that processes received emails until it is cancelled."""
    return ReceivedMailProcessor().run()
