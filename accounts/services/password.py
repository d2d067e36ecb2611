from datetime import datetime

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.errors import PasswordTooWeak
from accounts.models import User
from accounts.services.token import revoke_all_tokens


def check_password_strength(*, password: str, user: User) -> None:
    """Raise PasswordTooWeak if a password validator of the site rejects the password."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise PasswordTooWeak(*error.messages) from None


def set_password(*, user: User, password: str, now: datetime) -> None:
    """Save the new password and revoke all of the user's tokens, in case a device was stolen."""
    # Before the transaction: hashing is slow by design, and an open transaction blocks all moves.
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        revoke_all_tokens(user=user, now=now)
