"""Stores the outcome of sending an email: it is deleted or postponed, and its address may have bounced."""

import logging
import re
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import NamedTuple

from django.db.models import QuerySet

from games.models import PendingMail
from games.services.mail.bounces import blames_recipient, record_bounce, record_delivery

logger = logging.getLogger(__name__)

RETRY_DELAYS = tuple(timedelta(minutes=each) for each in (1, 5, 15, 60, 180, 360, 720))
"""How long to wait after the first failure, the second, and so on; afterwards an email is dropped."""
_STATUS = re.compile(r"\b5\.\d{1,3}\.\d{1,3}\b")
_MAILBOX_CODES = (550, 551, 553)
"""Reply codes that blame the address, from servers without enhanced status codes (RFC 5321, 4.2.3)."""


class SendFailure(NamedTuple):
    """Why an email could not be sent, without the mail server's message, which may quote addresses."""

    code: int | None
    """The SMTP reply code, or None if the server could not be reached or is at fault."""
    concerns_address: bool
    """Whether the server blames the recipient's address, and not the email or the sender."""

    @property
    def is_permanent(self) -> bool:
        """Whether the mail server would refuse the same email again."""
        return self.code is not None and 500 <= self.code < 600


def classify_failure(error: Exception) -> SendFailure:
    """Return why an email could not be sent, according to the exception that the mail backend raised."""
    # Without a code, a failure is temporary: the email is sent again later. That includes faults of the mail
    # server and of this site's settings, which are logged.
    if isinstance(error, SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()), (None, b""))
        if code is None or code < 500 or _blames_address(text, code in _MAILBOX_CODES):
            return SendFailure(code, concerns_address=True)
        # Such as "relay access denied", which every recipient gets until this site is configured correctly.
        logger.error("The mail server refuses to send this site's mails with %s", code)
        return SendFailure(None, concerns_address=False)
    if isinstance(error, SMTPDataError):
        return SendFailure(error.smtp_code, concerns_address=_blames_address(error.smtp_error, False))
    if isinstance(error, SMTPResponseException):
        # The sender, the login or the greeting was refused: an error in the settings, which can be fixed.
        logger.error("The mail server refuses this site with %s", error.smtp_code)
        return SendFailure(None, concerns_address=False)
    if isinstance(error, SMTPException | OSError):
        logger.warning("The mail server cannot be used: %s", type(error).__name__)
        return SendFailure(None, concerns_address=False)
    logger.error("A mail cannot be sent: %s", type(error).__name__)
    return SendFailure(None, concerns_address=False)


def _blames_address(reply: bytes | str, default: bool) -> bool:
    """Return whether a mail server's reply says that the recipient's address is at fault.

    Return `default` if the reply contains no permanent status code, such as "5.1.1".
    """
    found = _STATUS.search(reply.decode(errors="replace") if isinstance(reply, bytes) else reply)
    return default if found is None else blames_recipient(found.group())


def record_sent(mail: PendingMail, address: str, *, now: datetime) -> None:
    """Delete an email that was sent, and forget old delivery failures of `address`."""
    # The email stays if another process has claimed it in the meantime.
    queryset_if_still_claimed(mail).delete()
    record_delivery(address=address, now=now)


def record_failure(mail: PendingMail, address: str, failure: SendFailure, *, now: datetime) -> None:
    """Postpone an email that could not be sent. After a permanent failure or the last retry, delete it.

    When it is deleted and the address is at fault, also record the failed delivery.
    """
    # An email that another process has claimed in the meantime is not changed.
    if failure.is_permanent:
        if failure.concerns_address:
            record_bounce(address=address, permanent=True, now=now)
        else:
            logger.warning("The mail server refuses mail %s with %s", mail.pk, failure.code)
        queryset_if_still_claimed(mail).delete()
        return
    attempts = mail.attempts + 1
    if attempts > len(RETRY_DELAYS):
        logger.warning("Mail %s is dropped after %s attempts", mail.pk, attempts)
        queryset_if_still_claimed(mail).delete()
        if failure.concerns_address:
            record_bounce(address=address, permanent=False, now=now)
        return
    queryset_if_still_claimed(mail).update(due_at=now + RETRY_DELAYS[attempts - 1], attempts=attempts)


def queryset_if_still_claimed(mail: PendingMail) -> QuerySet[PendingMail]:
    """Return a queryset of this email, or an empty queryset if another process has claimed the email.

    Another process can claim the email when this process's claim has expired. The queryset is also empty if
    the email has been deleted.
    """
    return PendingMail.objects.filter(pk=mail.pk, due_at=mail.due_at)
