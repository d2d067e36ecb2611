"""What follows when an email was sent or refused: it is done, is sent again later, or its address bounces."""

import logging
import re
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import NamedTuple

from django.db.models import QuerySet

from games.models import PendingMail
from games.services.mail.bounces import is_mailbox_fault, record_bounce, record_delivery

logger = logging.getLogger(__name__)

RETRY_DELAYS = tuple(timedelta(minutes=each) for each in (1, 5, 15, 60, 180, 360, 720))
"""How long to wait after the first failure, the second, and so on; after the last, a mail is dropped."""
_STATUS = re.compile(r"\b5\.\d{1,3}\.\d{1,3}\b")
_MAILBOX_CODES = (550, 551, 553)
"""Reply codes for such a fault, from servers without enhanced ones (RFC 5321, 4.2.3)."""


class SendFault(NamedTuple):
    """Why an email could not be sent. Mail servers' texts are left out, because they may quote addresses."""

    code: int | None
    """The reply code, or None if the server could not be reached."""
    concerns_address: bool
    """Whether it is this recipient that the server refused, and not the mail or the sender."""

    @property
    def is_permanent(self) -> bool:
        """Whether the server says that it would refuse the same email again."""
        return self.code is not None and 500 <= self.code < 600


def read_fault(fault: Exception) -> SendFault:
    """Return what an exception of the mail backend says about the email that could not be sent.

    A fault of the mail server or of this site's settings is logged, and counts as if the server could not be
    reached, so that the email is sent again later.
    """
    if isinstance(fault, SMTPRecipientsRefused):
        code, text = next(iter(fault.recipients.values()), (None, b""))
        if code is None or code < 500 or _blames_address(text, code in _MAILBOX_CODES):
            return SendFault(code, concerns_address=True)
        # Such as "relay access denied": it is said of every recipient, until this site is set up well.
        logger.error("The mail server refuses to send this site's mails with %s", code)
        return SendFault(None, concerns_address=False)
    if isinstance(fault, SMTPDataError):
        return SendFault(fault.smtp_code, concerns_address=_blames_address(fault.smtp_error, False))
    if isinstance(fault, SMTPResponseException):
        # The sender, the log-in or the greeting: faults of the configuration, which can be mended.
        logger.error("The mail server refuses this site with %s", fault.smtp_code)
        return SendFault(None, concerns_address=False)
    if isinstance(fault, SMTPException | OSError):
        logger.warning("The mail server cannot be used: %s", type(fault).__name__)
        return SendFault(None, concerns_address=False)
    logger.error("A mail cannot be sent: %s", type(fault).__name__)
    return SendFault(None, concerns_address=False)


def _blames_address(text: bytes | str, default: bool) -> bool:
    """Whether a status in a mail server's text blames the recipient's address.

    Return `default` if the text contains no status.
    """
    found = _STATUS.search(text.decode(errors="replace") if isinstance(text, bytes) else text)
    return default if found is None else is_mailbox_fault(found.group())


def note_sent(mail: PendingMail, address: str, *, now: datetime) -> None:
    """Delete a queued email that the mail server has accepted, and record the delivery to its address."""
    filter_by_claim(mail).delete()
    record_delivery(address=address, now=now)


def note_refused(mail: PendingMail, address: str, failed: SendFault, *, now: datetime) -> None:
    """Postpone an email that could not be sent, or delete it if it will not be sent again.

    It is deleted if it is refused for good, or after the last retry. If its address was to blame, a bounce of
    the address is recorded then. Other refusals and dropped emails are logged.
    """
    if failed.is_permanent:
        if failed.concerns_address:
            record_bounce(address=address, permanent=True, now=now)
        else:
            logger.warning("The mail server refuses mail %s with %s", mail.pk, failed.code)
        filter_by_claim(mail).delete()
        return
    attempts = mail.attempts + 1
    if attempts > len(RETRY_DELAYS):
        logger.warning("Mail %s is dropped after %s attempts", mail.pk, attempts)
        filter_by_claim(mail).delete()
        if failed.concerns_address:
            record_bounce(address=address, permanent=False, now=now)
        return
    filter_by_claim(mail).update(due_at=now + RETRY_DELAYS[attempts - 1], attempts=attempts)


def filter_by_claim(mail: PendingMail) -> QuerySet[PendingMail]:
    """Return a queryset with the email alone, or empty if another process has claimed it in the meantime."""
    return PendingMail.objects.filter(pk=mail.pk, due_at=mail.due_at)
