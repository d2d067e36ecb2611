"""Lets people in by name and password."""

from datetime import datetime

from accounts.errors import WrongPassword
from accounts.limits import PASSWORDS
from accounts.models import User
from accounts.services.attempts import Attempt
from accounts.services.known_address import remember_address
from accounts.services.token import IssuedToken, issue_token


def log_in(*, username: str, password: str, device: str = "", address: str, now: datetime) -> IssuedToken:
    """A token for the one who knows name and password; `address` is the network address they come from."""
    user = User.objects.named(username).first()
    attempt = Attempt(user, username, address, now)
    attempt.begin(PASSWORDS)
    if user is None:
        # As slow as for a name that exists, which the time would give away otherwise.
        User().set_password(password)
    if user is None or not user.check_password(password) or not user.is_active:
        attempt.fail()
        raise WrongPassword
    attempt.succeed(PASSWORDS)
    remember_address(user=user, address=address, now=now)
    User.objects.filter(pk=user.pk).update(last_login=now)
    return issue_token(user=user, device=device, now=now)
