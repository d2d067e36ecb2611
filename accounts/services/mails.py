"""Mails about accounts. A mail server that is unavailable stops nothing.

Links contain the site's address, which only requests know: outside of a request nothing is sent.
"""

import logging
from collections.abc import Callable
from contextlib import suppress

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.utils import build_absolute_uri
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from accounts.limits import MAILS
from accounts.models import User
from core.limits import count_attempt
from core.refusal import Throttled

logger = logging.getLogger(__name__)

GUESSING_INTERVAL = 24 * 60 * 60
"""Minimum seconds between two mails to one user about wrong passwords."""
ADDRESS_IN_USE_INTERVAL = 60 * 60
"""Minimum seconds between two mails to one address that somebody else has typed."""


def tell_of_guessing(*, user: User) -> None:
    """Mail an account's owner that many passwords have been tried, at most once per GUESSING_INTERVAL."""
    if user.email and _is_due(f"guessing:{user.pk}", GUESSING_INTERVAL):
        send(lambda request: _notify(request, "account/email/guessing", user.email, user=user))


def tell_address_in_use(*, email: str, username: str) -> None:
    """Mail an address's owner that the account `username` has asked for it, at most once per interval."""
    if note_first_mail(email=email):
        template = "account/email/account_already_exists"
        send(lambda request: _notify(request, template, email, username=username))


def note_first_mail(*, email: str) -> bool:
    """Record a mail to an address that somebody has typed; return whether it is the first in the interval.

    The first confirmation link counts too. Otherwise somebody who types the same address twice could tell by
    the response time whether it was free before.
    """
    return _is_due(f"in-use:{email.encode().hex()}", ADDRESS_IN_USE_INTERVAL)


def ask_to_confirm(*, user: User) -> None:
    """Mail a confirmation link to the account's address, or notify its owner if others have it.

    Does nothing for an account without an address, or beyond the rate limit.
    """
    address = EmailAddress.objects.filter(user=user, email=user.email).first()
    if address is None:
        return
    with suppress(Throttled):
        count_attempt(limit=MAILS, who=str(user.pk), now=timezone.now())
        send(lambda request: address.send_confirmation(request, signup=True))


def _is_due(what: str, seconds: int) -> bool:
    return cache.add(f"mail:{what}", True, timeout=seconds)


def send(mail: Callable[[HttpRequest], object]) -> None:
    """Send a mail. A failure is only logged: strangers who typed an address must not learn of it."""
    request = context.request
    if request is None:
        return
    try:
        mail(request)
    except Exception:
        logger.exception("A mail about an account could not be sent")


def _notify(request: HttpRequest, template: str, email: str, **more: object) -> None:
    reset_url = build_absolute_uri(request, reverse("account_reset_password"))
    get_adapter().send_mail(template, email, {"password_reset_url": reset_url, **more})
