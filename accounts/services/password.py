from datetime import datetime

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.errors import PasswordTooWeak
from accounts.models import User
from accounts.services.token import revoke_all_tokens


def check_password(*, password: str, user: User) -> None:
    """Raise PasswordTooWeak if the site's password validators refuse the password for this user."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise PasswordTooWeak(*error.messages) from None


def set_password(*, user: User, password: str, now: datetime) -> None:
    """Change the password and revoke all tokens: a stolen device may be the reason for the change."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        revoke_all_tokens(user=user, now=now)
