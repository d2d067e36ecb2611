"""The links in emails: to pages, for answering by email, and for turning emails off."""

from typing import NamedTuple
from urllib.parse import quote

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.models.mail import MailKind
from games.services.mail.recipients import PREFERENCES

UNSUBSCRIBE_SALT = "games.mail.unsubscribe"
UNBLOCK_LINK_SALT = "games.mail.recheck"
UNBLOCK_LINK_SECONDS = 3 * 86_400
"""Seconds for which the link that unblocks an address can be used."""


class Unsubscription(NamedTuple):
    """A user, and the preference that turns off one kind of email to that user."""

    user_id: int
    preference: str


def site_link(path: str) -> str:
    """Return the absolute URL of a path on this site."""
    return f"{settings.SITE_URL}{path}"


def table_link(table_id: str) -> str:
    """Return the absolute URL of a table's page."""
    return site_link(reverse("table", args=[table_id]))


def mailto_link(address: str, subject: str, body: str) -> str:
    """Return a `mailto:` link that opens a new email to `address`, with this subject and body."""
    return f"mailto:{quote(address, safe='@+')}?subject={quote(subject)}&body={quote(body)}"


def unsubscribe_link(user_id: int, kind: MailKind) -> str:
    """Return the URL that turns off a user's emails of one kind, or "" if they cannot be turned off.

    The URL works without a login and never expires.
    """
    preference = PREFERENCES.get(kind)
    if preference is None:
        return ""
    # Without an expiry date, because people keep emails for years.
    token = signing.dumps([user_id, preference], salt=UNSUBSCRIBE_SALT)
    return site_link(reverse("unsubscribe", args=[token]))


def read_unsubscribe_token(token: str) -> Unsubscription | None:
    """Return the user and the email preference that an unsubscribe link's token contains.

    Return None if the token is invalid.
    """
    try:
        user_id, preference = signing.loads(token, salt=UNSUBSCRIBE_SALT)
    except signing.BadSignature:
        return None
    return Unsubscription(user_id, preference)


def unblock_link(address: str) -> str:
    """Return the URL that lets the owner of a blocked email address unblock it.

    The URL expires after UNBLOCK_LINK_SECONDS.
    """
    return site_link(reverse("recheck_mail", args=[signing.dumps(address, salt=UNBLOCK_LINK_SALT)]))


def read_unblock_token(token: str) -> str | None:
    """Return the address that an unblock link's token contains.

    Return None if the token is invalid or has expired.
    """
    try:
        address: str = signing.loads(token, salt=UNBLOCK_LINK_SALT, max_age=UNBLOCK_LINK_SECONDS)
    except signing.BadSignature:
        return None
    return address
