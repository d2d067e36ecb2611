"""The sender, which claims due messages and sends them in the background of the servers that run tables.

A message is deleted once the push service has accepted it. If a process is killed in between, the message is
sent a second time, but the device shows it only once.
"""

import logging
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from core.database import database_sync_to_async
from core.scheduling.due_sender import DueSender, claim_due_rows
from notifications.models import PendingPush
from notifications.push.message import Message
from notifications.push.transport import NotReached, Transport
from notifications.services.outcomes import PushResponse, handle_push_response
from notifications.services.preparing import prepare_or_discard_message

logger = logging.getLogger(__name__)

CLAIM_TIMEOUT = timedelta(seconds=60)
"""How soon a claimed message is due again if the claiming process dies; longer than sending can take."""


class Sender(DueSender[PendingPush]):
    """Sends notifications to devices through their push services."""

    name = "notification"

    def __init__(self, transport: Transport | None = None) -> None:
        """Create a sender with the given connections to push services, or with new ones."""
        super().__init__()
        self._transport = transport or Transport()

    def claim(self, limit: int, now: datetime) -> list[PendingPush]:
        """Return up to `limit` due push messages, reserved so that no other process sends them."""
        return claim_due_messages(limit, now)

    async def send(self, row: PendingPush) -> None:
        """Send the reserved message `row` to its device's push service, and store the outcome.

        If the device is logged out or invalid, or the user no longer wants the message, delete the message
        instead.
        """
        message = await database_sync_to_async(prepare_or_discard_message)(row, now=timezone.now())
        if message is not None:
            response = await self._send_message(message)
            await database_sync_to_async(handle_push_response)(row, response, now=timezone.now())

    async def close(self) -> None:
        """Close the connections to push services."""
        await self._transport.close()

    async def _send_message(self, message: Message) -> PushResponse:
        """Send a message to its push service, and return the response.

        If the service cannot be reached, return a response with the status None.
        """
        try:
            status, retry_after = await self._transport.send(message)
        except NotReached as fault:
            logger.info("Push service %s: %s", message.endpoint.host, fault)
            return PushResponse(None)
        return PushResponse(status, retry_after)


def sender_job() -> Coroutine[Any, Any, None]:
    """Return a coroutine that sends due push notifications until it is cancelled."""
    return Sender().run()


def claim_due_messages(limit: int, now: datetime) -> list[PendingPush]:
    """Return up to `limit` due push messages, earliest first, reserved so that no other process sends them.

    Delete expired messages.
    """
    PendingPush.objects.filter(expires_at__lte=now).delete()
    # No other process sends a reserved message during CLAIM_TIMEOUT. Then it is due again.
    rows = PendingPush.objects.select_related("device__user")
    return claim_due_rows(rows, limit=limit, now=now, until=now + CLAIM_TIMEOUT)
