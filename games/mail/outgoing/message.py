"""Builds an email: headers, plain text and HTML, in the reader's language."""

import re
from datetime import datetime
from textwrap import TextWrapper

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac

from accounts.language import language_of_emails
from games.mail.addresses import build_reply_address
from games.mail.incoming.quotes import REPLY_MARKER
from games.mail.outgoing.content import write_content
from games.mail.outgoing.links import site_link, unsubscribe_link
from games.models import PendingMail
from games.models.mail import MailKind
from games.services.mail.queue import email_domain

MAX_SUBJECT = 200
MAX_LINE_LENGTH = 72
"""Maximum characters of a line of plain text, so that quoting does not wrap it (RFC 3676, 4.2)."""
_WRAPPER = TextWrapper(MAX_LINE_LENGTH, break_long_words=False, break_on_hyphens=False)
_MANY_BREAKS = re.compile(r"\n{3,}")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def build_message(mail: PendingMail, address: str, *, now: datetime) -> EmailMultiAlternatives | None:
    """Build the message that sends a queued email to `address`, as plain text and HTML.

    The message is in the user's language. Return None if the email is obsolete at the time `now`, for example
    because the turn that it is about is over.
    """
    with translation.override(language_of_emails(mail.user)):
        content = write_content(mail, now=now)
        if content is None:
            return None
        unsubscribe_url = unsubscribe_link(mail.user_id, MailKind(mail.kind))
        shown = {
            "content": content,
            "marker": REPLY_MARKER,
            "said": "\n".join(content.sentences),
            "preview": " ".join([content.headline, *content.sentences]),
            "language": translation.get_language(),
            "unsubscribe": unsubscribe_url,
            "preferences_link": site_link(reverse("preferences")),
            "site": settings.SITE_URL,
        }
        message = EmailMultiAlternatives(
            subject=clean_subject(content.subject),
            # The template's tags leave empty lines.
            body=wrap_lines(_MANY_BREAKS.sub("\n\n", render_to_string("mail/message.txt", shown)).lstrip()),
            # The envelope's sender: delivery reports come to the user's reply address, which proves that this
            # site's email caused them. The sender that people see is in the headers.
            from_email=envelope_sender(mail, now=now),
            to=[address],
            reply_to=[content.reply_to] if content.reply_to else None,
            headers=_build_headers(mail, unsubscribe_url),
        )
        message.attach_alternative(render_to_string("mail/message.html", shown), "text/html")
    return message


def wrap_lines(text: str) -> str:
    """Wrap the lines at MAX_LINE_LENGTH characters. Longer words, such as links, are not split."""
    lines = (_WRAPPER.wrap(line) if len(line) > MAX_LINE_LENGTH else [line] for line in text.split("\n"))
    return "\n".join(line for wrapped in lines for line in wrapped)


def _build_headers(mail: PendingMail, unsubscribe_url: str) -> dict[str, str]:
    """Return an email's additional headers, such as From and Message-ID.

    `unsubscribe_url` is "" if the user cannot unsubscribe from this kind of email.
    """
    headers = {
        "From": settings.DEFAULT_FROM_EMAIL,
        # An email that is built again after a failure keeps it.
        "Message-ID": mail.message_id,
        # RFC 3834; and Microsoft's header, so that absence notes don't come back as moves.
        "Auto-Submitted": "auto-replied" if mail.kind == MailKind.ANSWER else "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    thread = [thread_root_id(mail.table_id, mail.user_id)] if mail.table_id else []
    if references := [*thread, *([mail.in_reply_to] if mail.in_reply_to else [])]:
        headers["In-Reply-To"] = references[-1]
        headers["References"] = " ".join(references)
    if unsubscribe_url:
        # RFC 8058. Both headers have to be covered by the DKIM signature: see docs/mail.md.
        headers["List-Unsubscribe"] = f"<{unsubscribe_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def envelope_sender(mail: PendingMail, *, now: datetime) -> str:
    """Return the sender for an email's SMTP envelope: the address to which delivery reports are sent.

    This is the address to which the user can email commands, or DEFAULT_FROM_EMAIL if the site receives no
    email.
    """
    own = build_reply_address(user_id=mail.user_id, table_id=mail.table_id, now=now)
    return own or settings.DEFAULT_FROM_EMAIL


def thread_root_id(table_id: str, user_id: int) -> str:
    """Return the Message-ID that joins all emails to a user about a table into one thread."""
    # Mail clients form a thread even if no email with the common reference exists (RFC 5256).
    digest = salted_hmac("games.mail.thread", f"{table_id} {user_id}", algorithm="sha256").hexdigest()
    return f"<table.{table_id}.{digest[:16]}@{email_domain()}>"


def clean_subject(text: str) -> str:
    """Return a subject without line breaks and control characters, cut to MAX_SUBJECT characters."""
    return " ".join(_CONTROLS.sub(" ", text).split())[:MAX_SUBJECT]
