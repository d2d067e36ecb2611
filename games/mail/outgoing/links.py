"""The links in mails: to pages, to a mail that answers, and to the page that ends mails of a kind."""

from typing import NamedTuple
from urllib.parse import quote

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.models.mail import MailKind
from games.services.mail.recipients import PREFERENCES

UNSUBSCRIBE_SALT = "games.mail.unsubscribe"
RECHECK_SALT = "games.mail.recheck"
RECHECK_SECONDS = 3 * 86_400
"""How long the link that confirms an address again can be used."""


class Unsubscription(NamedTuple):
    """Whose mails end, and the preference that is turned off."""

    user_id: int
    preference: str


def site_link(path: str) -> str:
    """Return the absolute link to a path of the site."""
    return f"{settings.SITE_URL}{path}"


def table_link(table_id: str) -> str:
    """Return the absolute link to a table."""
    return site_link(reverse("table", args=[table_id]))


def answer_link(address: str, subject: str, command: str) -> str:
    """Return the link that begins a mail with a command to a reply address."""
    return f"mailto:{quote(address, safe='@+')}?subject={quote(subject)}&body={quote(command)}"


def unsubscribe_link(user_id: int, kind: MailKind) -> str:
    """Return the link that ends this person's mails of a kind, or "" for a kind that cannot be turned off.

    It works without a log-in and does not expire, because mails are kept for years.
    """
    preference = PREFERENCES.get(kind)
    if preference is None:
        return ""
    token = signing.dumps([user_id, preference], salt=UNSUBSCRIBE_SALT)
    return site_link(reverse("unsubscribe", args=[token]))


def read_unsubscription(token: str) -> Unsubscription | None:
    """Return what the token of such a link allows, or None if the token is not valid."""
    try:
        user_id, preference = signing.loads(token, salt=UNSUBSCRIBE_SALT)
    except signing.BadSignature:
        return None
    return Unsubscription(user_id, preference)


def recheck_link(address: str) -> str:
    """Return the link with which the owner of a blocked address shows that mails reach it again."""
    return site_link(reverse("recheck_mail", args=[signing.dumps(address, salt=RECHECK_SALT)]))


def read_recheck(token: str) -> str | None:
    """Return the address of such a link's token, or None if it is not valid or too old."""
    try:
        address: str = signing.loads(token, salt=RECHECK_SALT, max_age=RECHECK_SECONDS)
    except signing.BadSignature:
        return None
    return address
