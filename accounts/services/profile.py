"""Changes what people keep about themselves."""

from typing import Any

from django.db import transaction

from accounts.errors import GuestHasNoEmail
from accounts.models import User
from accounts.services.email import check_email, set_email


@transaction.atomic
def update_profile(
    *, user: User, email: str | None = None, preferences: dict[str, Any] | None = None
) -> User:
    """Change what is given; None leaves it as it is."""
    if email is not None:
        if user.is_guest and email:
            raise GuestHasNoEmail
        check_email(email=email, user=user)
        set_email(user=user, email=email)
    if preferences is not None:
        user.preferences = preferences
        user.save(update_fields=["preferences"])
    return user
