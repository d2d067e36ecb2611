"""Emails to entrants."""

import logging
from collections.abc import Sequence
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused

from django.core.mail import EmailMessage, get_connection
from django.utils import translation
from django.utils.translation import gettext

from accounts.language import language_of_emails
from accounts.models import User
from tournaments.models import Tournament
from tournaments.time_zones import format_local_time

logger = logging.getLogger(__name__)


def remind_of_check_in(tournament: Tournament, entrants: Sequence[User]) -> None:
    """Email these users, each in their own language, that check-in is open. Exceptions are only logged."""
    try:
        with get_connection() as connection:
            for entrant in entrants:
                with translation.override(language_of_emails(entrant)):
                    email = _build_reminder(tournament)
                email.to, email.connection = [entrant.email], connection
                _send_email(email)
    except Exception:
        logger.exception("The reminders of %s could not be sent", tournament.slug)


def _build_reminder(tournament: Tournament) -> EmailMessage:
    """Return the check-in reminder in the active language. It has no recipient yet."""
    ends = tournament.check_in_closes_at or tournament.starts_at
    said = {"name": tournament.name, "time": format_local_time(ends, tournament.zone) if ends else ""}
    opened = (
        gettext("Check-in for %(name)s is open until %(time)s.")
        if ends
        else gettext("Check-in for %(name)s is open.")
    )
    why = gettext("If you do not check in, somebody else gets your seat.")
    how = gettext("Open the tournament’s page and press “I am here”.")
    body = f"{opened % said} {why}\n\n{how}\n"
    return EmailMessage(gettext("Check in for %(name)s") % said, body)


def _send_email(email: EmailMessage) -> None:
    """Send an email. If the mail server rejects it, only log a warning."""
    try:
        email.send()
    except (SMTPRecipientsRefused, SMTPSenderRefused, SMTPDataError) as refusal:
        logger.warning("The mail server does not take a reminder for an entrant: %s", type(refusal).__name__)
