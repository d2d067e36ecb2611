"""Receives an email: checks sender and recipient, and stores the email before the mail server is answered.

Sender and recipient have to match: a reply address was sent to one person alone, and the sender must be an
address that this person has confirmed. An email to the general address proves nothing, so no command in it is
run; see `process.py`.
"""

import logging
from datetime import datetime
from email.message import EmailMessage
from email.utils import parseaddr

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.models import User
from accounts.selectors import has_confirmed_email
from core.limits import Limit, count_attempt
from core.refusal import Throttled
from games.mail.addresses import ReplyToken, general_address, is_own_address, read_reply_address
from games.mail.incoming.bounces import is_mail_server_report, read_bounces
from games.mail.incoming.reading import IncomingMail, extract_email_parts, read_header
from games.mail.incoming.refusals import TooManyMails, UnknownRecipient, WrongSender
from games.models import ReceivedMail, Table
from games.services.mail.bounces import record_bounce

logger = logging.getLogger(__name__)

MAILS = Limit("mails-received", 60, 3600)
"""Maximum emails that are processed for one person; beyond it, the mail server is told to try again later."""
UNPROVEN_MAILS = Limit("mails-unproven", 3, 3600)
"""Maximum answers to one person for emails to the general address. Anybody can write these in that person's
name, so they must neither fill the person's mailbox nor use up the limit of the person's own emails.
"""
GENERAL = ReplyToken(0, None)
"""Stands for the general address, which was not issued for anybody."""


def identify_recipient(address: str, now: datetime) -> ReplyToken:
    """Return the user and table of a valid reply address, or GENERAL for the site's general address.

    Raise UnknownRecipient otherwise.
    """
    token = read_reply_address(address, now)
    if token is None:
        if not general_address() or address.strip().lower() != general_address():
            # The address is unknown, or the reply address has expired.
            raise UnknownRecipient("unknown or expired reply address")
        return GENERAL
    return token


def receive_email(
    *, message: EmailMessage, recipient: str, now: datetime, envelope_sender: str | None = None
) -> None:
    """Store an email, so that its commands are run and answered later. Automatic emails are not stored.

    `recipient` is an address of this site. `envelope_sender` is the sender in the SMTP envelope, or None if
    unknown. Raise MailRefused if the mail server must reject the email.
    """
    token = identify_recipient(recipient, now)
    # Only the failed deliveries of a delivery report are recorded.
    if is_mail_server_report(message):
        _record_bounces(message, token, now)
        return
    mail = extract_email_parts(message)
    # Programs leave the sender in the SMTP envelope empty to prevent replies (RFC 3834).
    is_from_program = envelope_sender in ("", "<>")
    reason = (
        "empty envelope sender" if is_from_program else mail.not_answered or _reason_to_drop_own_email(mail)
    )
    # An email that must not be answered is dropped without an error.
    if reason:
        logger.info("Mail not answered: %s", reason)
        return
    user = _identify_sender(token, mail)
    if user is not None and _count_towards_limit(user, token, now):
        _store_email(user, token, mail, now)


def _reason_to_drop_own_email(mail: IncomingMail) -> str:
    """Return the reason to drop an email that this site itself has sent, or "" for any other email."""
    own = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()
    return "from ourselves" if is_own_address(mail.sender) or mail.sender == own else ""


def _identify_sender(token: ReplyToken, mail: IncomingMail) -> User | None:
    """Return the user who wrote an email, or None for an unknown sender to the general address.

    `token` is the email's recipient. Raise WrongSender if the sender may not use this reply address.
    """
    # At the general address, an error would reveal who has an account.
    if token is GENERAL:
        known = EmailAddress.objects.filter(email=mail.sender, verified=True, user__is_active=True)
        found = known.select_related("user").first() if mail.sender else None
        if found is None:
            logger.info("Mail not answered: unknown sender at the general address")
        return None if found is None else found.user
    # A reply address accepts only emails from its active user's confirmed addresses.
    user = User.objects.filter(pk=token.user_id, is_active=True).first()
    if user is None or not mail.sender or not has_confirmed_email(user, mail.sender):
        raise WrongSender(f"not from a confirmed address of user {token.user_id}")
    return user


def _count_towards_limit(user: User, token: ReplyToken, now: datetime) -> bool:
    """Count an email towards the user's hourly limit, and return whether the email is within the limit.

    `token` stands for the address to which the email was sent: GENERAL, or a user's reply address. Above the
    limit, return False for the general address, and raise TooManyMails for a reply address.
    """
    try:
        count_attempt(limit=UNPROVEN_MAILS if token is GENERAL else MAILS, key=str(user.pk), now=now)
    except Throttled:
        # At the general address, an error would reveal who has an account.
        if token is not GENERAL:
            raise TooManyMails(f"too many from user {user.pk}") from None
        logger.info("Mail not answered: too many at the general address for user %s", user.pk)
        return False
    return True


def _store_email(user: User, token: ReplyToken, mail: IncomingMail, now: datetime) -> None:
    """Store an email for processing, unless it is already stored.

    `token` stands for the address to which the email was sent: GENERAL, or a user's reply address. Raise
    UnknownRecipient if the reply address was issued for a table that no longer exists.
    """
    if token.table_id and not Table.objects.filter(pk=token.table_id).exists():
        raise UnknownRecipient("the table is gone")
    row = ReceivedMail(
        user=user,
        table_id=token.table_id,
        digest=mail.digest,
        message_id=mail.message_id,
        content={
            "lines": mail.lines,
            # The answer must not repeat the subject to a user who may not have written it.
            "subject": "" if token is GENERAL else mail.subject,
            "is_reply": mail.is_reply,
            "general": token is GENERAL,
        },
        received_at=now,
        due_at=now,
    )
    # A second row with the same digest is ignored, even if two mail servers deliver the email at once.
    ReceivedMail.objects.bulk_create([row], ignore_conflicts=True)


def _record_bounces(message: EmailMessage, token: ReplyToken, now: datetime) -> None:
    """Record the failed deliveries in a delivery report that was sent to a user's reply address.

    Ignore addresses that this user has not confirmed, and reports to the general address. `token` is the
    report's recipient.
    """
    # Anybody could have forged a report to the general address.
    if token is GENERAL:
        logger.info("Mail not answered: a delivery report at the general address")
        return
    user = User.objects.filter(pk=token.user_id).first()
    bounces = read_bounces(message)
    own = [each for each in bounces if user is not None and has_confirmed_email(user, each.address)]
    logger.info("Mail not answered: a delivery report, about mails to user %s: %s", token.user_id, len(own))
    # Mail servers give a report that they send again the same Message-ID.
    report = read_header(message, "Message-ID")
    for bounce in own:
        record_bounce(address=bounce.address, permanent=bounce.permanent, now=now, report=report)
