from datetime import datetime

from django.db import transaction

from accounts.models import AccountKind, User
from accounts.services import mails
from accounts.services.email import set_email
from accounts.services.name import check_name, save_account
from accounts.services.password import check_password_strength


def register_user(*, username: str, password: str, email: str = "", now: datetime) -> User:
    """Create an account and email a link to confirm `email`, if given.

    Raise InvalidField if the name or password is not allowed.
    """
    user = User(username=username, email=email.lower(), kind=AccountKind.HUMAN, date_joined=now)
    check_name(username=username, user=user)
    check_password_strength(password=password, user=user)
    # Hashing is slow by design, and an open transaction would block all moves in the meantime.
    user.set_password(password)
    with transaction.atomic():
        save_account(user=user)
        set_email(user=user, email=email)
    mails.send_confirmation_link(user=user)
    return user
