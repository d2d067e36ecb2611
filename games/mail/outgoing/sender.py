"""The sender of emails: runs in the background of the servers that run tables.

An email is deleted once the mail server has accepted it. If a process is killed in between, the email is sent
again with the same Message-ID, by which mailboxes and relays recognise it.
"""

import asyncio
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from accounts.preferences import stored_preferences
from core.database import database_sync_to_async
from core.scheduling.due_sender import DueSender, claim_due_rows
from games.mail.outgoing.message import build_message
from games.mail.outgoing.outcomes import (
    SendFailure,
    classify_failure,
    queryset_if_still_claimed,
    record_failure,
    record_sent,
)
from games.models import PendingMail, SlowTurn
from games.models.mail import MailKind
from games.services.mail.recipients import find_email_addresses, wants_email

CLAIM_TIMEOUT = timedelta(minutes=3)
"""How soon a claimed email is due again if its process dies; longer than sending can take."""

SHOW_TURN = (MailKind.ANSWER, MailKind.MOVE_REPORT)
"""Kinds of emails that show the table at once, even if it is the reader's turn, so no turn email follows."""


class MailSender(DueSender[PendingMail]):
    """Sends queued emails through Django's mail backend, each in a thread and over its own connection."""

    name = "mail"
    max_at_once = 4
    drain_seconds = 5.0

    def claim(self, limit: int, now: datetime) -> list[PendingMail]:
        """Reserve up to `limit` queued emails that are due, and return them."""
        return claim_queued_emails(limit, now)

    async def send(self, row: PendingMail) -> None:
        """Send the queued email `row`, which this process has reserved, and store the outcome.

        If the email is obsolete or must not be sent, delete it instead. If building the message raises an
        exception, postpone the email, or delete it after the last retry, and raise the exception again.
        """
        try:
            message = await database_sync_to_async(prepare_email)(row, now=timezone.now())
        except Exception:
            # Tried again at growing intervals, so that a single email cannot keep the sender busy.
            unknown = SendFailure(None, concerns_address=False)
            await database_sync_to_async(record_failure)(row, "", unknown, now=timezone.now())
            raise
        # The email was obsolete or unwanted, and is deleted.
        if message is None:
            return
        address = message.to[0]
        try:
            await asyncio.to_thread(message.send)
        except Exception as error:
            # Without its message and traceback, which may quote the address and the email.
            failed = classify_failure(error)
            await database_sync_to_async(record_failure)(row, address, failed, now=timezone.now())
        else:
            await database_sync_to_async(record_sent)(row, address, now=timezone.now())


def sender_job() -> Coroutine[Any, Any, None]:
    """Return a coroutine that sends queued emails until it is cancelled."""
    return MailSender().run()


def claim_queued_emails(limit: int, now: datetime) -> list[PendingMail]:
    """Reserve up to `limit` due emails for this process, and return them with their users.

    The emails are sorted by the time at which they became due. They are reserved for CLAIM_TIMEOUT.
    """
    rows = PendingMail.objects.select_related("user")
    # Other processes do not send a claimed email before CLAIM_TIMEOUT has passed.
    return claim_due_rows(rows, limit=limit, now=now, until=now + CLAIM_TIMEOUT)


def prepare_email(mail: PendingMail, *, now: datetime) -> EmailMultiAlternatives | None:
    """Build the message for a queued email.

    If the email is obsolete or must not be sent, delete it and return None.
    """
    message = None
    if settings.SENDS_GAME_MAILS and (address := _find_recipient_address(mail)):
        turns = SlowTurn.objects.filter(table=mail.table_id, user=mail.user_id)
        # Read first, because a turn that begins while the email is written may be missing from it.
        shown = list(turns.values_list("pk", flat=True)) if mail.kind in SHOW_TURN else []
        message = build_message(mail, address, now=now)
        if message is not None and shown:
            # The email shows the table, so it has told the user of a turn there.
            turns.filter(pk__in=shown).update(is_mailed=True)
    if message is None:
        queryset_if_still_claimed(mail).delete()
    return message


def _find_recipient_address(mail: PendingMail) -> str | None:
    """Return the address to which an email is sent.

    Return None if the user has no usable address or does not want the email.
    """
    # This email asks whether a blocked address works again, so it is sent to that address.
    if mail.kind == MailKind.RECHECK:
        return str(mail.facts["address"])
    if not wants_email(stored_preferences(mail.user.preferences), MailKind(mail.kind)):
        return None
    return find_email_addresses({mail.user_id}).get(mail.user_id)
