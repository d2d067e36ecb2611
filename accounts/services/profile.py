from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from accounts.errors import GuestHasNoEmail
from accounts.models import User
from accounts.services import mails
from accounts.services.email import set_email
from accounts.services.preferences import replace_preferences
from core.json import JsonObject

SEEN_INTERVAL = timedelta(minutes=20)
"""Minimum age of a stored `last_seen_at` before it is updated, to limit database writes."""


def update_last_seen(*, user_ids: Collection[int], now: datetime) -> None:
    """Set the users' `last_seen_at` to `now`, except for users seen less than SEEN_INTERVAL ago."""
    old = Q(last_seen_at=None) | Q(last_seen_at__lt=now - SEEN_INTERVAL)
    User.objects.filter(old, pk__in=user_ids).update(last_seen_at=now)


def store_browser_language(*, user: User, language: str) -> None:
    """Save the language of the user's browser, if it differs from the stored one."""
    # An account without a stored language has the site's default.
    if language != (user.browser_language or settings.LANGUAGE_CODE):
        user.browser_language = language
        User.objects.filter(pk=user.pk).update(browser_language=language)


def update_profile(*, user: User, email: str | None = None, preferences: JsonObject | None = None) -> User:
    """Change the email address, the preferences or both. None leaves a value unchanged.

    An empty `email` removes all addresses. Email a confirmation link to a new address, unless the account has
    requested too many links. `preferences` replace all stored preferences. Raise GuestHasNoEmail if the user
    is a guest and `email` is not empty.
    """
    if user.is_guest and email:
        raise GuestHasNoEmail
    with transaction.atomic():
        is_new = email is not None and set_email(user=user, email=email)
        if preferences is not None:
            replace_preferences(user=user, preferences=preferences)
    if is_new:
        mails.send_confirmation_link(user=user)
    return user
