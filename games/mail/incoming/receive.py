"""Receives an email: checks who wrote it to which address, and stores it before the mail server is answered.

Two things have to agree: the reply address, which only one person was sent, and the sender, which must be an
address that this person has confirmed. An email to the general address proves nothing, so nothing in it is
carried out; see `answers.py`.
"""

import logging
from datetime import datetime
from email.message import EmailMessage
from email.utils import parseaddr

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.models import User
from accounts.selectors import has_confirmed
from core.limits import Limit, count_attempt
from core.refusal import Throttled
from games.mail.addresses import ReplyToken, general_address, is_own_address, read_reply_address
from games.mail.incoming.bounces import is_report, read_bounces
from games.mail.incoming.reading import IncomingMail, read_field, read_mail
from games.mail.incoming.refusals import TooManyMails, UnknownRecipient, WrongSender
from games.models import ReceivedMail, Table
from games.services.mail.bounces import record_bounce

logger = logging.getLogger(__name__)

MAILS = Limit("mails-received", 60, 3600)
"""Mails that one person can have carried out; beyond it, their mail server is told to try again later."""
UNPROVEN_MAILS = Limit("mails-unproven", 3, 3600)
"""Mails to the general address that are answered to one person. Anybody can write them in that person's name,
so they neither fill the person's mailbox nor use up what the person may write.
"""
GENERAL = ReplyToken(0, None)
"""Stands for the general address, which was not given to anybody."""


def read_recipient(address: str, now: datetime) -> ReplyToken:
    """Return the user and table that an address was issued for, or GENERAL for the general address.

    Makes no query. Raises UnknownRecipient for all other addresses, and for expired ones.
    """
    token = read_reply_address(address, now)
    if token is None:
        if not general_address() or address.strip().lower() != general_address():
            raise UnknownRecipient("unknown or expired reply address")
        return GENERAL
    return token


def receive_mail(
    *, message: EmailMessage, recipient: str, now: datetime, envelope_sender: str | None = None
) -> None:
    """Store an email, to be carried out and answered later, or record the bounces in a delivery report.

    Emails that are stored already or must not be answered are dropped; so are emails to the general address
    from an unknown sender or beyond the limit. `envelope_sender` is the SMTP envelope's sender, None if
    unknown; programs leave it empty, so that nobody answers (RFC 3834). Raises MailRefused for an email that
    mail servers should not deliver.
    """
    token = read_recipient(recipient, now)
    if is_report(message):
        _record_bounces(message, token, now)
        return
    mail = read_mail(message)
    is_from_program = envelope_sender in ("", "<>")
    reason = "empty envelope sender" if is_from_program else mail.not_answered or _loop_reason(mail)
    if reason:
        logger.info("Mail not answered: %s", reason)
        return
    user = _identify_writer(token, mail)
    if user is not None and _count_mail(user, token, now):
        _store_mail(user, token, mail, now)


def _loop_reason(mail: IncomingMail) -> str:
    """Return the reason not to answer an email whose sender is this site itself, or "" for other emails."""
    own = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()
    return "from ourselves" if is_own_address(mail.sender) or mail.sender == own else ""


def _identify_writer(token: ReplyToken, mail: IncomingMail) -> User | None:
    """Return the user who wrote the email, proved by the token and the sender's confirmed address.

    At the general address, the confirmed address alone is enough, and an unknown sender is logged and gives
    None, because a refusal would tell strangers who has an account. At a reply address, raises WrongSender
    unless the sender is a confirmed address of the token's user, whose account is active.
    """
    if token is GENERAL:
        known = EmailAddress.objects.filter(email=mail.sender, verified=True, user__is_active=True)
        found = known.select_related("user").first() if mail.sender and "\0" not in mail.sender else None
        if found is None:
            logger.info("Mail not answered: unknown sender at the general address")
        return None if found is None else found.user
    user = User.objects.filter(pk=token.user_id, is_active=True).first()
    if user is None or not mail.sender or "\0" in mail.sender or not has_confirmed(user, mail.sender):
        raise WrongSender(f"not from a confirmed address of user {token.user_id}")
    return user


def _count_mail(user: User, token: ReplyToken, now: datetime) -> bool:
    """Count an email towards its user's hourly limit, and return whether the limit still allows it.

    Above the limit, raises TooManyMails for a reply address, but returns False for the general address,
    because strangers must not learn who has an account.
    """
    try:
        count_attempt(limit=UNPROVEN_MAILS if token is GENERAL else MAILS, who=str(user.pk), now=now)
    except Throttled:
        if token is not GENERAL:
            raise TooManyMails(f"too many from user {user.pk}") from None
        logger.info("Mail not answered: too many at the general address for user %s", user.pk)
        return False
    return True


def _store_mail(user: User, token: ReplyToken, mail: IncomingMail, now: datetime) -> None:
    """Store an email, to be carried out at once. Do nothing if it is stored already.

    The subject of an email to the general address is not stored. Raises UnknownRecipient if the token's table
    no longer exists.
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
            # Not repeated to somebody who may not have written it.
            "subject": "" if token is GENERAL else mail.subject,
            "is_reply": mail.is_reply,
            "general": token is GENERAL,
        },
        received_at=now,
        due_at=now,
    )
    # Ignores a second row with the same digest, also if two mail servers deliver it at the same moment.
    ReceivedMail.objects.bulk_create([row], ignore_conflicts=True)


def _record_bounces(message: EmailMessage, token: ReplyToken, now: datetime) -> None:
    """Record bounces for a delivery report's unreachable addresses that belong to the token's user.

    Ignore reports to the general address: anybody can forge one, whereas a user's reply address shows that an
    email of ours caused the report.
    """
    if token is GENERAL:
        logger.info("Mail not answered: a delivery report at the general address")
        return
    user = User.objects.filter(pk=token.user_id).first()
    bounces = read_bounces(message)
    own = [each for each in bounces if user is not None and has_confirmed(user, each.address)]
    logger.info("Mail not answered: a delivery report, about mails to user %s: %s", token.user_id, len(own))
    # Mail servers give a report that they send again the same Message-ID.
    report = read_field(message, "Message-ID")
    for bounce in own:
        record_bounce(address=bounce.address, permanent=bounce.permanent, now=now, report=report)
