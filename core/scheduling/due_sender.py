"""The loop of a sender: claims the due rows of an outbox, and sends several at the same time."""

import asyncio
import logging
from abc import ABC, abstractmethod
from datetime import datetime
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet
from django.utils import timezone

from core.database import database_sync_to_async
from core.scheduling.claims import claim_due_row
from core.scheduling.wake_up import WakeUpEvent

M = TypeVar("M", bound=Model)


class DueSender(ABC, Generic[M]):
    """Sends the due rows of an outbox until cancelled. Failures are logged and not raised.

    Several processes may run a sender, because a claim is a conditional update. If a process dies, the rows
    that it has claimed are due again when the claims expire.
    """

    name: str
    """The noun for a row in log messages."""
    poll_seconds = 1.0
    """Seconds between two checks for due rows."""
    max_at_once = 16
    """Maximum number of rows that one process sends at the same time."""
    drain_seconds = 3.0
    """How long a stopping server waits for rows that are being sent."""

    def __init__(self) -> None:
        self._logger = logging.getLogger(type(self).__module__)
        self._sending: set[asyncio.Task[None]] = set()
        self._wake_up = WakeUpEvent()

    @abstractmethod
    def claim(self, limit: int, now: datetime) -> list[M]:
        """Claim up to `limit` due messages, so that no other process sends them.

        This runs in a worker thread, so it may query the database.
        """

    @abstractmethod
    async def send(self, row: M) -> None:
        """Send a claimed message, and store the result in the database."""

    async def close(self) -> None:
        """Release resources, such as connections, when `run` ends. The base class does nothing."""

    async def run(self) -> None:
        """Claim and send due messages in a loop until cancelled.

        When cancelled, wait up to `drain_seconds` for messages that are still being sent.
        """
        try:
            while True:
                self._wake_up.clear()
                await self.start_sending_due()
                await self._wake_up.wait(self.poll_seconds)
        finally:
            if self._sending:
                _, late = await asyncio.wait(self._sending, timeout=self.drain_seconds)
                for task in late:
                    task.cancel()
            await self.close()

    async def start_sending_due(self) -> int:
        """Claim due messages, start a task to send each, and return the number of tasks.

        If claiming fails, log the error and return 0.
        """
        try:
            free = self.max_at_once - len(self._sending)
            claimed = await database_sync_to_async(self.claim)(free, timezone.now()) if free else []
        except Exception:
            self._logger.exception("The sender cannot look for %ss", self.name)
            return 0
        for row in claimed:
            task = asyncio.create_task(self._send_and_log(row))
            self._sending.add(task)
            task.add_done_callback(self._forget_task)
        return len(claimed)

    async def wait_until_sent(self) -> None:
        """Wait until no message is being sent."""
        while self._sending:
            await asyncio.wait(self._sending)

    def _forget_task(self, task: asyncio.Task[None]) -> None:
        """Remove a finished task, and let `run` look for due messages at once."""
        self._sending.discard(task)
        self._wake_up.set()

    async def _send_and_log(self, row: M) -> None:
        """Send a claimed message. If that fails, log the error."""
        # A message that cannot be sent is due again when its claim expires.
        try:
            await self.send(row)
        except Exception:
            self._logger.exception("%s %s cannot be sent", self.name.capitalize(), row.pk)


def claim_due_rows(rows: QuerySet[M], *, limit: int, now: datetime, until: datetime) -> list[M]:
    """Claim up to `limit` due rows for this process, by changing their `due_at` to `until`.

    Return the claimed rows, earliest first.
    """
    everything = rows.model._default_manager.all()
    # Each sender checks once a second, and Django takes up to a millisecond to build a query for all columns.
    if not everything.filter(due_at__lte=now).exists():
        return []
    claimed = []
    for row in rows.filter(due_at__lte=now).order_by("due_at", "pk")[:limit]:
        due_at: datetime = row.due_at  # type: ignore[attr-defined]  # An outbox has this column.
        if claim_due_row(everything, pk=row.pk, due_at=due_at, until=until):
            row.due_at = until  # type: ignore[attr-defined]
            claimed.append(row)
    return claimed
