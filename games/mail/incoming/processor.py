"""The processor: claims received mails that are due, and carries them out beside the servers' other loops.

Several processes may have one: a claim is a conditional update. What a killed one had claimed is due again
when the claim ends.
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
from core.scheduling.claims import claim_due
from games.mail.addresses import LIFETIME
from games.mail.incoming.carry_out import CarriedOutElsewhere, carry_out_mail
from games.models import ReceivedMail
from games.services.commands.command import Unavailable
from games.services.mail.bounces import forget_unused_addresses

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
"""Seconds between two looks for received mails, while there are none."""
MAX_AT_ONCE = 32
CLAIM_TIMEOUT = timedelta(seconds=10)
"""How soon a claimed mail is due again if its process dies; longer than one mail takes."""
SWEEP_INTERVAL = timedelta(hours=1)
"""How often rows are removed that nobody needs any more."""


class Processor:
    """Carries out received mails until cancelled. Failures are logged, and never stop the tables."""

    def __init__(self) -> None:
        # A thread of its own: a move waits for the committer, and nothing else may wait for that.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="received-mail")
        self._swept_at: datetime | None = None
        self._stopping = False

    async def run(self) -> None:
        """Carry out received mails until cancelled; the mail in work is finished."""
        try:
            while True:
                if not await self.carry_out_due():
                    await asyncio.sleep(LOOK_SECONDS)
        finally:
            self._stopping = True
            self._thread.shutdown(wait=False, cancel_futures=True)

    async def carry_out_due(self) -> int:
        """Carry out due mails, at most MAX_AT_ONCE, one after the other; return how many were claimed.

        Returns 0, after logging the error, if due mails cannot be claimed.
        """
        work = database_sync_to_async(
            self._claim_and_carry_out, thread_sensitive=False, executor=self._thread
        )
        try:
            return await asyncio.shield(work())
        except Exception:
            logger.exception("Received mails cannot be looked for")
            return 0

    def _claim_and_carry_out(self) -> int:
        """Claim mails and carry them out, and remove old rows now and then; returns how many were claimed."""
        now = timezone.now()
        if self._swept_at is None or now - self._swept_at >= SWEEP_INTERVAL:
            remove_old_mails(now)
            forget_unused_addresses()
            self._swept_at = now
        claimed = 0
        for row in claim_mails(MAX_AT_ONCE, now):
            if self._stopping:
                break
            claimed += 1
            try:
                carry_out_mail(row, now=timezone.now())
            except CarriedOutElsewhere:
                logger.info("Received mail %s is carried out by another process", row.pk)
            except Unavailable as fault:
                logger.info("Received mail %s has to wait: %s", row.pk, type(fault).__name__)
            except Exception:
                # It is due again when the claim ends.
                logger.exception("Received mail %s cannot be carried out", row.pk)
                ReceivedMail.objects.filter(pk=row.pk).update(attempts=F("attempts") + 1)
        return claimed


def claim_mails(limit: int, now: datetime) -> Iterator[ReceivedMail]:
    """Claim up to `limit` mails that are due, the oldest first, each when it is asked for."""
    due = ReceivedMail.objects.filter(due_at__lte=now).select_related("user").order_by("due_at", "pk")
    for row in due[:limit]:
        until = timezone.now() + CLAIM_TIMEOUT
        if row.due_at and claim_due(ReceivedMail.objects.all(), pk=row.pk, due_at=row.due_at, until=until):
            yield row


def remove_old_mails(now: datetime) -> None:
    """Remove mails whose reply addresses have expired: they cannot come a second time."""
    ReceivedMail.objects.filter(received_at__lt=now - LIFETIME - timedelta(days=1), due_at=None).delete()


def start() -> Coroutine[Any, Any, None]:
    """Return the processor's coroutine, which a server runs on its event loop until it is cancelled."""
    return Processor().run()
