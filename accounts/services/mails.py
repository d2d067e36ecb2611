"""Emails about accounts, sent on background threads. If the mail server is unavailable, that is only logged.

Links contain the site's address, which is known only within a request, so no email is sent outside of one.
"""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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
SENDING_THREADS = 4
_threads = ThreadPoolExecutor(SENDING_THREADS, thread_name_prefix="account-mail")


def send_guessing_warning(*, user: User) -> None:
    """Warn an account's owner by email that somebody has tried many wrong passwords or codes.

    Do nothing if the account has no email address or was sent such a warning within GUESSING_INTERVAL.
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
    """Warn the owner of an email address that the account `username` has entered it as well.

    Do nothing if a warning or a confirmation link was sent to the address within ADDRESS_IN_USE_INTERVAL.
    """
    if count_email_if_allowed(email=email):
        template = "account/email/account_already_exists"
        # Several accounts can have the address, so this is the language of the request.
        language = get_language() or settings.LANGUAGE_CODE
        send_email_or_log(
            lambda request: _send_template_email(request, template, email, language, username=username)
        )


def count_email_if_allowed(*, email: str) -> bool:
    """Return True if an email may be sent to this address now, and count that email as sent.

    The limit is one confirmation link or warning per ADDRESS_IN_USE_INTERVAL.
    """
    # If each kind of email had its own limit, somebody who enters an address twice could tell from the
    # response time whether it belongs to an account.
    return _reserve_email(f"in-use:{email.encode().hex()}", ADDRESS_IN_USE_INTERVAL)


def send_confirmation_link(*, user: User) -> None:
    """Email a confirmation link to the user's unconfirmed address.

    If another account uses the address, email a warning instead. Do nothing if no address is unconfirmed,
    outside a request, or when the user has reached the rate limit MAILS.
    """
    address = EmailAddress.objects.get_new(user)
    if address is None or context.request is None:
        return
    with suppress(Throttled):
        count_attempt(limit=MAILS, key=str(user.pk), now=timezone.now())
        address.send_confirmation(context.request, signup=True)


def _reserve_email(key: str, seconds: int) -> bool:
    """Return True for the first email with this key, and False for any other in the next `seconds`.

    The key names the recipient and the kind of email.
    """
    # `add` is atomic: of two simultaneous requests only one sends the email.
    return cache.add(f"mail:{key}", True, timeout=seconds)


def send_email_or_log(send: Callable[[HttpRequest], object]) -> None:
    """Call `send` with the current request on a background thread, and log any exception.

    Do nothing if there is no current request. `send` must not use the database.
    """
    request = context.request
    if request is not None:
        # In the background, so that neither an error nor the response time reveals whether an email is sent.
        _threads.submit(_send_or_log, send, request, get_language() or settings.LANGUAGE_CODE)


def _send_or_log(send: Callable[[HttpRequest], object], request: HttpRequest, language: str) -> None:
    """Call `send` with the request, in this language, and log any exception."""
    try:
        with context.request_context(request), translation.override(language):
            send(request)
    except Exception:
        logger.exception("A mail about an account could not be sent")


def _send_template_email(
    request: HttpRequest, template: str, email: str, language: str, **more: object
) -> None:
    """Send an email rendered in the given language. `more` are further variables for the template."""
    reset_url = build_absolute_uri(request, reverse("account_reset_password"))
    with translation.override(language):
        get_adapter().send_mail(template, email, {"password_reset_url": reset_url, **more})
