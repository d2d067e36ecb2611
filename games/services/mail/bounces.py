"""Addresses to which emails cannot be delivered: they are blocked until their owner confirms them again."""

import logging
import re
from datetime import datetime, timedelta
from hashlib import sha256

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Lower

from core.limits import Limit, count_attempt
from games.models import BouncedAddress
from games.models.mail import MailKind
from games.services.mail.queue import queue_email

logger = logging.getLogger(__name__)

QUESTIONS = Limit("mail-rechecks", 3, 86_400)
"""Emails to a blocked address that ask, at its owner's request, whether emails reach it again."""
MAX_FAILURES = 5
"""Transient failures in a row after which an address is blocked."""
FORGOTTEN_AFTER = timedelta(days=7)
"""Longer than a relaying mail server tries to deliver an email before it reports a failure."""
_RECIPIENT_STATUS = re.compile(r"5\.(?:1\.(?![78]$)|2\.)\d{1,3}")
"""Enhanced status codes that blame the recipient; 5.1.7 and 5.1.8 blame the sender's address (RFC 3463)."""


def blames_recipient(status: str) -> bool:
    """Return whether a mail status code such as "5.1.1" blames the recipient's address or mailbox."""
    # Other permanent failures, such as a missing signature, may be this site's own fault, and would then
    # affect all recipients.
    return _RECIPIENT_STATUS.fullmatch(status) is not None


def record_bounce(*, address: str, permanent: bool, now: datetime, report: str = "") -> None:
    """Record that an email to this address could not be delivered.

    Block the address after a permanent failure or after MAX_FAILURES failures. `report` is the text of the
    mail server's report; if the same report is repeated, do nothing.
    """
    with transaction.atomic():
        key = address.strip().lower()
        BouncedAddress.objects.get_or_create(address=key, defaults={"bounced_at": now})
        row = BouncedAddress.objects.select_for_update().get(address=key)
        digest = sha256(report.encode("utf-8", "replace")).hexdigest()[:32] if report else ""
        if digest in row.reports:
            return
        if digest:
            # More are not needed, because the address is blocked by then.
            row.reports = [*row.reports, digest][-MAX_FAILURES:]
        row.failures += 1
        row.bounced_at = now
        if row.blocked_at is None and (permanent or row.failures >= MAX_FAILURES):
            row.blocked_at = now
            logger.info("An address has bounced and gets no more mails")
        row.save()


def record_delivery(*, address: str, now: datetime) -> None:
    """Forget the failures of an address that has accepted an email.

    Keep them if the last failure is recent or the address is blocked.
    """
    # A relay accepts every email, and may report a failure days later.
    rows = BouncedAddress.objects.filter(address=address.lower(), blocked_at=None)
    rows.filter(bounced_at__lt=now - FORGOTTEN_AFTER).delete()


def unblock_address(*, address: str) -> None:
    """Unblock an address that its owner has confirmed again, and forget all its failures."""
    BouncedAddress.objects.filter(address=address.strip().lower()).delete()


def forget_unused_addresses() -> None:
    """Delete the recorded delivery failures of addresses that no account uses any more."""
    used = EmailAddress.objects.annotate(lower=Lower("email")).filter(lower=OuterRef("address"))
    BouncedAddress.objects.exclude(Exists(used)).delete()


def queue_unblocking_email(*, user_id: int, address: str, now: datetime) -> None:
    """Queue an email with a link to unblock a blocked address. Raise Throttled after too many requests."""
    count_attempt(limit=QUESTIONS, key=address.lower(), now=now)
    queue_email(user_id=user_id, kind=MailKind.RECHECK, facts={"address": address}, now=now)


def is_address_blocked(address: str) -> bool:
    """Return whether this address gets no emails about games, because earlier ones could not be delivered."""
    return BouncedAddress.objects.filter(address=address.lower(), blocked_at__isnull=False).exists()
