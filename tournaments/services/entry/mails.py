"""Mails to entrants."""

import logging
from collections.abc import Sequence
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused

from django.core.mail import EmailMessage, get_connection

from tournaments.models import Tournament
from tournaments.time_zones import moment_words

logger = logging.getLogger(__name__)


def remind_of_check_in(tournament: Tournament, addresses: Sequence[str]) -> None:
    """Mail each address that check-in is open; failures are logged and never raised."""
    ends = tournament.check_in_closes_at or tournament.starts_at
    until = f" until {moment_words(ends, tournament.zone)}" if ends else ""
    body = (
        f"Check-in for {tournament.name} is open{until}. If you do not check in, somebody else gets your "
        "seat.\n\n"
        f"Open the tournament's page and press “Check in”.\n"
    )
    try:
        with get_connection() as connection:
            for address in addresses:
                _send_mail(
                    EmailMessage(f"Check in for {tournament.name}", body, to=[address], connection=connection)
                )
    except Exception:
        logger.exception("The reminders of %s could not be sent", tournament.slug)


def _send_mail(mail: EmailMessage) -> None:
    """Send one mail; if the server refuses it, that is only logged, so that the others are still sent."""
    try:
        mail.send()
    except (SMTPRecipientsRefused, SMTPSenderRefused, SMTPDataError) as refusal:
        logger.warning("The mail server does not take a reminder for an entrant: %s", type(refusal).__name__)
