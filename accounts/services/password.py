from datetime import datetime

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from accounts.errors import PasswordTooWeak
from accounts.models import User
from accounts.services.token import revoke_all_tokens

MAX_PASSWORD_LENGTH = 256


class MaximumLengthValidator:
    """Rejects passwords that could be set but are too long for a login over the API."""

    def validate(self, password: str, user: object = None) -> None:
        """Raise ValidationError if the password has more than MAX_PASSWORD_LENGTH characters."""
        if len(password) > MAX_PASSWORD_LENGTH:
            raise ValidationError(self.get_help_text())

    def get_help_text(self) -> str:
        """Return a sentence with the maximum length of a password."""
        return gettext("Your password can have at most %(length)s characters.") % {
            "length": MAX_PASSWORD_LENGTH
        }


def check_password_strength(*, password: str, user: User) -> None:
    """Raise PasswordTooWeak if one of the site's password validators rejects the password."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise PasswordTooWeak(*error.messages) from None


def set_password(*, user: User, password: str, now: datetime) -> None:
    """Save the new password and revoke all of the user's tokens."""
    # Before the transaction: hashing is slow by design, and an open transaction blocks all moves.
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        # The user may have changed the password because a device was stolen.
        revoke_all_tokens(user=user, now=now)
