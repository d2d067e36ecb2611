"""Lets people in by name and password."""

from datetime import datetime

from accounts.errors import WrongPassword
from accounts.models import User
from accounts.services.token import IssuedToken, issue_token


def log_in(*, username: str, password: str, device: str = "", now: datetime) -> IssuedToken:
    """A token for the one who knows name and password."""
    user = User.objects.named(username).first()
    if user is None:
        # As slow as for a name that exists, which the time would give away otherwise.
        User().set_password(password)
        raise WrongPassword
    if not user.check_password(password) or not user.is_active:
        raise WrongPassword
    User.objects.filter(pk=user.pk).update(last_login=now)
    return issue_token(user=user, device=device, now=now)
