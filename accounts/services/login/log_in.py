"""Logs in by name and password, and by a code if the account has a second factor."""

from datetime import datetime

from accounts import selectors
from accounts.errors import CodeRequired, WrongCode, WrongPassword
from accounts.limits import CODES, PASSWORDS
from accounts.models import User
from accounts.services.login.attempts import Attempt
from accounts.services.login.known_address import remember_network_address
from accounts.services.login.second_factor import use_second_factor_code
from accounts.services.token import IssuedToken, issue_token


def log_in(
    *, username: str, password: str, code: str = "", device: str = "", address: str, now: datetime
) -> IssuedToken:
    """Check a player's password and second factor, and return a new token for the device.

    `username` can also be a confirmed email address. `device` is the device's name in the user's list of
    devices. `address` is the client's network address. Raise a Refusal if a check fails.
    """
    user = selectors.find_user_by_login(username)
    attempt = Attempt(user, username, address, now)
    attempt.begin(PASSWORDS)
    if user is None:
        # Takes as long as for an existing name; otherwise the response time would reveal which names exist.
        User().set_password(password)
    # `is_active` comes last, so that a barred account takes as long as a wrong password.
    if user is None or not user.check_password(password) or not user.is_active:
        attempt.record_failure()
        raise WrongPassword
    attempt.reset_count(PASSWORDS)
    if selectors.has_second_factor(user):
        _check_second_factor_code(user, code, attempt)
    remember_network_address(user=user, address=address, now=now)
    User.objects.filter(pk=user.pk).update(last_login=now)
    return issue_token(user=user, device=device, now=now)


def _check_second_factor_code(user: User, code: str, attempt: Attempt) -> None:
    """Check the second-factor code of a log-in attempt, and mark the code as used.

    Raise CodeRequired if the code is empty, WrongCode if it is wrong or was used before, or Throttled after
    too many attempts.
    """
    # The first call only finds out that a code is needed, and does not count as an attempt.
    if not code:
        raise CodeRequired
    attempt.begin(CODES)
    authenticator = use_second_factor_code(user=user, code=code)
    if authenticator is None:
        attempt.record_failure()
        raise WrongCode
    attempt.reset_count(CODES)
    authenticator.record_usage()
