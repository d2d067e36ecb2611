"""Stores preferences, and announces the change so that the account's open pages follow it."""

from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.preferences import Preferences, stored_preferences
from accounts.signals import preferences_changed
from core.json import JsonObject


def replace_preferences(*, user: User, preferences: JsonObject) -> None:
    """Replace all of the user's stored preferences with `preferences`, without checking them.

    Send the signal `preferences_changed` after the commit.
    """
    with transaction.atomic():
        user.preferences = preferences
        user.save(update_fields=["preferences"])
        transaction.on_commit(lambda: preferences_changed.send_robust(sender=None, user_id=user.pk))


def set_preferences(*, user: User, preferences: Preferences) -> User:
    """Save all preferences and return the updated user.

    Keep any other fields that clients have stored in `User.preferences`.
    """
    with transaction.atomic():
        current = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        replace_preferences(user=current, preferences={**current.preferences, **preferences._asdict()})
    return current


def change_preference(*, user: User, name: str, value: Any) -> None:
    """Save one preference without checking its value.

    Keep all other preferences, including changes made by simultaneous requests.
    """
    with transaction.atomic():
        current = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        changed = stored_preferences(current.preferences)._replace(**{name: value})
        set_preferences(user=current, preferences=changed)
