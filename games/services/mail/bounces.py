"""Addresses at which emails cannot be delivered: they get no more emails until they are confirmed again."""

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
from games.services.mail.queue import queue_mail

logger = logging.getLogger(__name__)

QUESTIONS = Limit("mail-rechecks", 3, 86_400)
"""How often a blocked address is mailed, at its owner's wish, whether emails reach it again."""
MAX_FAILURES = 5
"""Transient failures in a row after which an address is blocked."""
FORGOTTEN_AFTER = timedelta(days=7)
"""How long a mail server that relays emails may try before it reports a failure, and some days more."""
_MAILBOX_FAULT = re.compile(r"5\.(?:1\.(?![78]$)|2\.)\d{1,3}")
"""Enhanced status codes; 5.1.7 and 5.1.8 are about the sender's address (RFC 3463)."""


def is_mailbox_fault(status: str) -> bool:
    """Whether an enhanced status code reports a permanent fault of the recipient's address or mailbox.

    Other faults, such as a missing signature, may be this site's own and then concern every recipient.
    """
    return _MAILBOX_FAULT.fullmatch(status) is not None


def record_bounce(*, address: str, permanent: bool, now: datetime, report: str = "") -> None:
    """Record that an email sent by this site could not be delivered to this address.

    The address is blocked, and so gets no more emails about games, after a permanent failure such as an
    unknown mailbox, or MAX_FAILURES transient ones in a row such as a full mailbox. Emails about the account
    are still sent. `report` identifies the failure report, if any; a repeated one is ignored.
    """
    with transaction.atomic():
        key = address.strip().lower()
        BouncedAddress.objects.get_or_create(address=key, defaults={"bounced_at": now})
        row = BouncedAddress.objects.select_for_update().get(address=key)
        digest = sha256(report.encode("utf-8", "replace")).hexdigest()[:32] if report else ""
        if digest in row.reports:
            return
        if digest:
            # More are not needed: the address is blocked by then.
            row.reports = [*row.reports, digest][-MAX_FAILURES:]
        row.failures += 1
        row.bounced_at = now
        if row.blocked_at is None and (permanent or row.failures >= MAX_FAILURES):
            row.blocked_at = now
            logger.info("An address has bounced and gets no more mails")
        row.save()


def record_delivery(*, address: str, now: datetime) -> None:
    """Record that a mail server accepted an email to this address, and forget old transient failures.

    Failures less than FORGOTTEN_AFTER ago are kept, because a relay accepts every email and reports failures
    days later. A blocked address stays blocked.
    """
    rows = BouncedAddress.objects.filter(address=address.lower(), blocked_at=None)
    rows.filter(bounced_at__lt=now - FORGOTTEN_AFTER).delete()


def unblock_address(*, address: str) -> None:
    """Forget all failures of this address, because its owner has confirmed it; emails are sent to it again."""
    BouncedAddress.objects.filter(address=address.strip().lower()).delete()


def forget_unused_addresses() -> None:
    """Delete the recorded failures of addresses that no account has any more; to be called regularly."""
    used = EmailAddress.objects.annotate(lower=Lower("email")).filter(lower=OuterRef("address"))
    BouncedAddress.objects.exclude(Exists(used)).delete()


def queue_recheck_mail(*, user_id: int, address: str, now: datetime) -> None:
    """Queue an email with a link by which the owner of a blocked address confirms that emails arrive again.

    Raise Throttled if the address has had too many such emails.
    """
    count_attempt(limit=QUESTIONS, who=address.lower(), now=now)
    queue_mail(user_id=user_id, kind=MailKind.RECHECK, facts={"address": address}, now=now)


def is_blocked(address: str) -> bool:
    """Whether this address gets no emails about games, because earlier ones could not be delivered."""
    return BouncedAddress.objects.filter(address=address.lower(), blocked_at__isnull=False).exists()
