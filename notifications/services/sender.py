"""The sender: claims messages that are due, and sends them in the background of the servers that run tables.

Several processes may have one: a claim is a conditional update. A message is deleted once the push service
has taken it. A process that is killed in between sends it a second time, and the device shows it once.
"""

import asyncio
import logging
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from core.database import database_sync_to_async
from core.scheduling.claims import claim_due
from core.scheduling.wake_up import WakeUp
from notifications.models import PendingPush
from notifications.push.message import Message
from notifications.push.transport import NotReached, Transport
from notifications.services.outcomes import DeviceAnswer, note_answer
from notifications.services.preparing import prepare_message

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Seconds between two checks for messages that are due."""
MAX_AT_ONCE = 16
"""Messages that one process sends at the same time; the others wait in the database."""
CLAIM_TIMEOUT = timedelta(seconds=60)
"""How soon a claimed message is due again if its process dies; longer than sending can take."""
DRAIN_SECONDS = 3.0
"""How long a stopping server waits for messages that are being sent."""


class Sender:
    """Sends messages until cancelled. Failures are logged, and never stop the tables that run alongside."""

    def __init__(self, transport: Transport | None = None) -> None:
        self._transport = transport or Transport()
        self._sending: set[asyncio.Task[None]] = set()
        self._news = WakeUp()

    async def run(self) -> None:
        """Send due messages until cancelled; then wait up to DRAIN_SECONDS for those being sent."""
        try:
            while True:
                self._news.clear()
                await self.start_due()
                await self._news.wait(LOOK_SECONDS)
        finally:
            if self._sending:
                _, late = await asyncio.wait(self._sending, timeout=DRAIN_SECONDS)
                for task in late:
                    task.cancel()
            await self._transport.close()

    async def start_due(self) -> int:
        """Start sending due messages, at most MAX_AT_ONCE at the same time; return how many were started.

        Returns 0, after logging the error, if due messages cannot be claimed.
        """
        try:
            free = MAX_AT_ONCE - len(self._sending)
            claimed = await database_sync_to_async(claim_messages)(free, timezone.now()) if free else []
        except Exception:
            logger.exception("The sender cannot look for notifications")
            return 0
        for push in claimed:
            task = asyncio.create_task(self._send_and_note(push))
            self._sending.add(task)
            task.add_done_callback(self._end)
        return len(claimed)

    async def finish(self) -> None:
        """Wait until no messages are being sent any more."""
        while self._sending:
            await asyncio.wait(self._sending)

    def _end(self, task: asyncio.Task[None]) -> None:
        """Free the place of a finished task, and wake `run` to look for another message at once."""
        self._sending.discard(task)
        self._news.set()

    async def _send_and_note(self, push: PendingPush) -> None:
        """Send one claimed message and store the outcome; an exception is logged.

        After an exception, the message is due again when its claim expires.
        """
        try:
            message = await database_sync_to_async(prepare_message)(push, now=timezone.now())
            if message is not None:
                answer = await self._ask(message)
                await database_sync_to_async(note_answer)(push, answer, now=timezone.now())
        except Exception:
            logger.exception("Notification %s cannot be sent", push.pk)

    async def _ask(self, message: Message) -> DeviceAnswer:
        """Send a message and return the service's response; its status is None if there was none."""
        try:
            status, retry_after = await self._transport.send(message)
        except NotReached as fault:
            logger.info("Push service %s: %s", message.endpoint.host, fault)
            return DeviceAnswer(None)
        return DeviceAnswer(status, retry_after)


def start() -> Coroutine[Any, Any, None]:
    """Return the sender's coroutine, which a server runs on its event loop until it is cancelled."""
    return Sender().run()


def claim_messages(limit: int, now: datetime) -> list[PendingPush]:
    """Claim and return up to `limit` messages that are due; expired messages are deleted."""
    PendingPush.objects.filter(expires_at__lte=now).delete()
    due = PendingPush.objects.filter(due_at__lte=now).select_related("device__user").order_by("due_at", "pk")
    claimed = []
    until = now + CLAIM_TIMEOUT
    for push in due[:limit]:
        if claim_due(PendingPush.objects.all(), pk=push.pk, due_at=push.due_at, until=until):
            push.due_at = until
            claimed.append(push)
    return claimed
