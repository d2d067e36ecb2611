from django.db import transaction

from accounts.errors import GuestHasNoEmail
from accounts.models import User
from accounts.services import mails
from accounts.services.email import set_email
from core.json import JsonObject


def update_profile(*, user: User, email: str | None = None, preferences: JsonObject | None = None) -> User:
    """Change the fields that are given; None leaves a field unchanged. Raises GuestHasNoEmail."""
    if user.is_guest and email:
        raise GuestHasNoEmail
    with transaction.atomic():
        is_new = email is not None and set_email(user=user, email=email)
        if preferences is not None:
            user.preferences = preferences
            user.save(update_fields=["preferences"])
    if is_new:
        mails.ask_to_confirm(user=user)
    return user
