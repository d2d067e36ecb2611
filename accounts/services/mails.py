"""Emails about accounts, sent on background threads. If the mail server is unavailable, that is only logged.

Links contain the site's address, which is known only within a request, so no email is sent outside of one.
"""

import logging
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime

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

from accounts.errors import LinkRequestedRecently
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
LINK_INTERVAL = 3 * 60
"""Minimum seconds between two requests for a confirmation link to one address."""
SENDING_THREADS = 4
_threads = ThreadPoolExecutor(SENDING_THREADS, thread_name_prefix="account-mail")


def send_guessing_warning(*, user: User) -> None:
    """Email the account's owner a warning about many wrong passwords or codes.

    Send at most one warning per GUESSING_INTERVAL, and none if the account has no email address.
    """
    if user.email and _start_email_interval(f"guessing:{user.pk}", GUESSING_INTERVAL):
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
    """Warn the owner of an email address that another account, `username`, has entered the address.

    Do nothing outside an HTTP request. The caller must limit how often this function is called.
    """
    template = "account/email/account_already_exists"
    # Several accounts can have the address, so this is the language of the request.
    language = get_language() or settings.LANGUAGE_CODE
    send_email_or_log(
        lambda request: _send_template_email(request, template, email, language, username=username)
    )


def count_email_if_allowed(*, email: str) -> bool:
    """Return whether a sign-up link or a warning about an address in use may be sent to this address.

    If so, count the email. One such email of either kind is allowed per ADDRESS_IN_USE_INTERVAL.
    """
    # If each kind of email had its own limit, somebody who enters an address twice could tell from the
    # response time whether it belongs to an account.
    return _start_email_interval(f"in-use:{email.encode().hex()}", ADDRESS_IN_USE_INTERVAL)


def record_link_request(*, address: EmailAddress, now: datetime) -> None:
    """Record a request for a confirmation link to this address. Do nothing if rate limits are turned off.

    Raise LinkRequestedRecently if any account has requested a link to the address within LINK_INTERVAL.
    """
    if not settings.RATE_LIMITS:
        return
    key = f"mail:link:{address.email.encode().hex()}"
    next_at = now.timestamp() + LINK_INTERVAL
    # `add` is atomic: of two simultaneous requests only one sends the email.
    if not cache.add(key, (address.pk, next_at), timeout=LINK_INTERVAL):
        # Without a value, the recorded request has just expired.
        last_id, next_at = cache.get(key) or (None, now.timestamp())
        wait = max(1, math.ceil(next_at - now.timestamp()))
        raise LinkRequestedRecently(wait=wait, last_link_works=last_id == address.pk)


def send_confirmation_link(*, user: User) -> None:
    """Email a confirmation link to the user's unconfirmed address, if there is one.

    Do nothing outside an HTTP request, or if the account has requested too many links.
    """
    address = EmailAddress.objects.get_new(user)
    if address is None or context.request is None:
        return
    with suppress(Throttled):
        count_attempt(limit=MAILS, key=str(user.pk), now=timezone.now())
        # Sends a warning instead if another account uses the address.
        address.send_confirmation(context.request, signup=True)


def _start_email_interval(key: str, seconds: int) -> bool:
    """Start an interval of `seconds` during which no other email with this key may be sent.

    Return True if the interval was started, and False if an earlier one is still running, so that no email
    may be sent now. `key` names the recipient and the kind of email.
    """
    # `add` is atomic: of two simultaneous requests only one sends the email.
    return cache.add(f"mail:{key}", True, timeout=seconds)


def send_email_or_log(send: Callable[[HttpRequest], object]) -> None:
    """Call `send` with the current request on a background thread and log any exception.

    Do nothing outside an HTTP request. `send` sends the email, and must not use the database.
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
    request: HttpRequest, template_prefix: str, email: str, language: str, **variables: object
) -> None:
    """Send an email to the address `email`, rendered in the given language.

    `template_prefix` is the start of the names of its templates, such as "account/email/guessing".
    `variables` are the template's variables, to which the URL for resetting the password is added.
    """
    reset_url = build_absolute_uri(request, reverse("account_reset_password"))
    with translation.override(language):
        get_adapter().send_mail(template_prefix, email, {"password_reset_url": reset_url, **variables})
