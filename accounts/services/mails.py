"""Emails about accounts. If the mail server is unavailable, the failure is only logged.

Links contain the site's address, which is known only within a request, so no email is sent outside of one.
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

from accounts.language import language_of_emails
from accounts.limits import MAILS
from accounts.models import User
from core.limits import count_attempt
from core.refusal import Throttled

logger = logging.getLogger(__name__)

GUESSING_INTERVAL = 24 * 60 * 60
"""Minimum seconds between two emails to one user about wrong passwords."""
ADDRESS_IN_USE_INTERVAL = 60 * 60
"""Minimum seconds between two emails to one address that somebody else has entered."""


def send_guessing_warning(*, user: User) -> None:
    """Warn an account's owner by email that many wrong passwords or codes have been tried.

    Do nothing if the account has no email address, if such a warning was sent within GUESSING_INTERVAL, or if
    no HTTP request is being handled. A failure to send the email is only logged.
    """
    if user.email and _reserve_email(f"guessing:{user.pk}", GUESSING_INTERVAL):
        send_email_or_log(
            lambda request: _send_template_email(
                request,
                "account/email/guessing",
                user.email,
                language_of_emails(user),
                username=user.username,
            )
        )


def send_address_in_use_warning(*, email: str, username: str) -> None:
    """Warn an email address's owner by email that the user of the account `username` has entered the address.

    The email is in the language of the current request. Do nothing if such a warning or a confirmation link
    was sent to the address within ADDRESS_IN_USE_INTERVAL, or if no HTTP request is being handled. A failure
    to send the email is only logged.
    """
    if reserve_email_to_address(email=email):
        template = "account/email/account_already_exists"
        # Several accounts can have the address, so this is the language of the request.
        language = get_language() or settings.LANGUAGE_CODE
        send_email_or_log(
            lambda request: _send_template_email(request, template, email, language, username=username)
        )


def reserve_email_to_address(*, email: str) -> bool:
    """Return whether the caller may now send an email to an address that somebody has entered.

    If so, further calls return False for ADDRESS_IN_USE_INTERVAL seconds: an address gets only one email,
    either a confirmation link or a warning that it is in use. If each kind of email had its own limit,
    somebody who enters an address twice could tell from the response time whether it belongs to an account.
    """
    return _reserve_email(f"in-use:{email.encode().hex()}", ADDRESS_IN_USE_INTERVAL)


def send_confirmation_link(*, user: User) -> None:
    """Email a confirmation link to the account's address, or warn the owner of an address that is in use.

    Do nothing if the account has no email address, if the account has exceeded the rate limit MAILS, or if no
    HTTP request is being handled. A failure to send the email is only logged.
    """
    address = EmailAddress.objects.filter(user=user, email=user.email).first()
    if address is None:
        return
    with suppress(Throttled):
        count_attempt(limit=MAILS, key=str(user.pk), now=timezone.now())
        send_email_or_log(lambda request: address.send_confirmation(request, signup=True))


def _reserve_email(key: str, seconds: int) -> bool:
    """Return whether the caller may now send an email with this key.

    If so, further calls with the key return False for `seconds` seconds. The key identifies the recipient and
    the reason for the email.
    """
    # `add` is atomic: of two simultaneous requests only one sends the email.
    return cache.add(f"mail:{key}", True, timeout=seconds)


def send_email_or_log(send: Callable[[HttpRequest], object]) -> None:
    """Call `send`, a function that sends an email, with the current HTTP request.

    Do nothing if no request is being handled. An exception is only logged, so that somebody who has entered
    another person's address cannot tell from the response that an email was sent.
    """
    request = context.request
    if request is None:
        return
    try:
        send(request)
    except Exception:
        logger.exception("A mail about an account could not be sent")


def _send_template_email(
    request: HttpRequest, template: str, email: str, language: str, **more: object
) -> None:
    """Send an email to the address `email`, rendered from a template in the given language.

    The template's context consists of `more` and the URL of the page that resets passwords.
    """
    reset_url = build_absolute_uri(request, reverse("account_reset_password"))
    with translation.override(language):
        get_adapter().send_mail(template, email, {"password_reset_url": reset_url, **more})
