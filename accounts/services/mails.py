"""Mails to people about their accounts; a mail server that is away stops nothing.

Links in them need the site's address, which requests know: outside of a request nothing is sent.
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
"""Seconds between two mails to one person about wrong passwords."""
ADDRESS_IN_USE_INTERVAL = 60 * 60
"""Seconds between two mails to one address which somebody else has typed."""


def tell_of_guessing(*, user: User) -> None:
    """Tell the owner of an account that somebody tries many passwords, at most once in a while."""
    if user.email and _is_due(f"guessing:{user.pk}", GUESSING_INTERVAL):
        send(lambda request: _notify(request, "account/email/guessing", user.email, user=user))


def tell_address_in_use(*, email: str, username: str) -> None:
    """Tell the owner of an e-mail address that an account with this name would have it, too."""
    if note_first_mail(email=email):
        template = "account/email/account_already_exists"
        send(lambda request: _notify(request, template, email, username=username))


def note_first_mail(*, email: str) -> bool:
    """Count a mail to an address that somebody has typed; whether it is the first for a while.

    The first link to confirm an address counts, too. Otherwise whoever types the same address twice could
    tell by the time that the second answer takes whether it was free before.
    """
    return _is_due(f"in-use:{email.encode().hex()}", ADDRESS_IN_USE_INTERVAL)


def ask_to_confirm(*, user: User) -> None:
    """Send a link to confirm an address that is new to the account, or tell its owner if others have it."""
    address = EmailAddress.objects.filter(user=user, email=user.email).first()
    if address is None:
        return
    with suppress(Throttled):
        count_attempt(limit=MAILS, who=str(user.pk), now=timezone.now())
        send(lambda request: address.send_confirmation(request, signup=True))


def _is_due(what: str, seconds: int) -> bool:
    return cache.add(f"mail:{what}", True, timeout=seconds)


def send(mail: Callable[[HttpRequest], object]) -> None:
    """Send a mail; whether that fails is told to the log alone, not to strangers who typed an address."""
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
