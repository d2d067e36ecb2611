"""Stores preferences, and announces the change so that the account's open pages follow it."""

from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.preferences import Preferences, stored_preferences
from accounts.signals import preferences_changed
from core.json import JsonObject


def replace_preferences(*, user: User, stored: JsonObject) -> None:
    """Replace all stored preferences with `stored`, which must be valid, and send `preferences_changed`."""
    with transaction.atomic():
        user.preferences = stored
        user.save(update_fields=["preferences"])
        transaction.on_commit(lambda: preferences_changed.send_robust(sender=None, user_id=user.pk))


def set_preferences(*, user: User, preferences: Preferences) -> User:
    """Save all preferences, keeping the client's own fields, and return the updated user."""
    with transaction.atomic():
        current = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        replace_preferences(user=current, stored={**current.preferences, **preferences._asdict()})
    return current


def change_preference(*, user: User, name: str, value: Any) -> None:
    """Change one preference, keeping concurrent changes to others. The value is not validated."""
    with transaction.atomic():
        current = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        changed = stored_preferences(current.preferences)._replace(**{name: value})
        set_preferences(user=current, preferences=changed)
