"""Mails about accounts. If the mail server is unavailable, the failure is only logged.

Links contain the site's address, which is known only within a request; outside of one nothing is sent.
"""

import logging
from collections.abc import Callable
from contextlib import suppress

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.utils import build_absolute_uri
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import get_language

from accounts.language import language_of_mail
from accounts.limits import MAILS
from accounts.models import User
from core.limits import count_attempt
from core.refusal import Throttled

logger = logging.getLogger(__name__)

GUESSING_INTERVAL = 24 * 60 * 60
"""Minimum seconds between two mails to one user about wrong passwords."""
ADDRESS_IN_USE_INTERVAL = 60 * 60
"""Minimum seconds between two mails to one address that somebody else has entered."""


def notify_of_guessing(*, user: User) -> None:
    """Mail an account's owner that many passwords have been tried; a failure is only logged.

    Does nothing for an account without an address, within GUESSING_INTERVAL of the last such mail, or outside
    of a request.
    """
    if user.email and _claim_mail(f"guessing:{user.pk}", GUESSING_INTERVAL):
        send_or_log(
            lambda request: _send_template_mail(
                request, "account/email/guessing", user.email, language_of_mail(user), username=user.username
            )
        )


def notify_address_in_use(*, email: str, username: str) -> None:
    """Mail the owner of an address that the account named `username` has entered it.

    A failure is only logged. The mail is in the language of the request. Does nothing if the address got such
    a mail or a confirmation link within ADDRESS_IN_USE_INTERVAL, or outside of a request.
    """
    if claim_mail_to_address(email=email):
        template = "account/email/account_already_exists"
        # Several accounts can have the address, so this is the language of the request.
        language = get_language() or settings.LANGUAGE_CODE
        send_or_log(
            lambda request: _send_template_mail(request, template, email, language, username=username)
        )


def claim_mail_to_address(*, email: str) -> bool:
    """Return whether a mail may be sent now to an address that somebody has entered; if so, count it as sent.

    Within ADDRESS_IN_USE_INTERVAL, an address gets only one mail, either a confirmation link or a warning
    that the address is in use. If each kind had its own limit, somebody who enters an address twice could
    tell by the response time whether it belongs to an account.
    """
    return _claim_mail(f"in-use:{email.encode().hex()}", ADDRESS_IN_USE_INTERVAL)


def send_confirmation_link(*, user: User) -> None:
    """Mail a confirmation link to the account's address; if another account has it, notify its owner instead.

    A failure is only logged. Does nothing for an account without an address, beyond the rate limit MAILS, or
    outside of a request.
    """
    address = EmailAddress.objects.filter(user=user, email=user.email).first()
    if address is None:
        return
    with suppress(Throttled):
        count_attempt(limit=MAILS, who=str(user.pk), now=timezone.now())
        send_or_log(lambda request: address.send_confirmation(request, signup=True))


def _claim_mail(kind: str, seconds: int) -> bool:
    """Return whether no mail of this kind was sent within the last `seconds`; if so, count one as sent."""
    # `add` is atomic: of two simultaneous requests only one sends the mail.
    return cache.add(f"mail:{kind}", True, timeout=seconds)


def send_or_log(mail: Callable[[HttpRequest], object]) -> None:
    """Call `mail`, which sends a mail, with the current request.

    A failure is only logged, because somebody who entered another person's address must not learn of it. Does
    nothing outside of a request.
    """
    request = context.request
    if request is None:
        return
    try:
        mail(request)
    except Exception:
        logger.exception("A mail about an account could not be sent")


def _send_template_mail(
    request: HttpRequest, template: str, email: str, language: str, **more: object
) -> None:
    """Send a mail to `email`, rendered from a template in the given language.

    The template's context is `more` and the link to the page that resets passwords.
    """
    reset_url = build_absolute_uri(request, reverse("account_reset_password"))
    with translation.override(language):
        get_adapter().send_mail(template, email, {"password_reset_url": reset_url, **more})
