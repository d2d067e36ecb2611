"""Limits on passwords and codes, shared by the browser and the API.

Attempts are counted by account and address, so that wrong passwords from elsewhere lock nobody out. A second,
higher limit by account stops guessing from many addresses. It applies only to addresses from which nobody has
logged in to the account before, and the account's owner is notified by email.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from accounts import selectors
from accounts.limits import FAILURES, PASSWORDS
from accounts.models import User
from accounts.services import mails
from core.limits import Limit, count_attempt, forget_attempts, refuse_if_limit_reached
from core.refusal import Throttled

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Attempt:
    """One attempt to log in, with the name as entered. `user` is None if there is no such account."""

    user: User | None
    name: str
    address: str
    now: datetime

    def begin(self, limit: Limit) -> None:
        """Count the attempt, and raise Throttled if there are too many.

        `limit` applies to the attempts for this account from this network address. Failed attempts for the
        account are limited as well, unless the user has recently logged in from this network address.
        """
        count_attempt(limit=limit, key=self._account_and_address_key, now=self.now)
        # FAILURES counts the wrong passwords and codes from all unknown addresses together.
        if not self._comes_from_known_address():
            refuse_if_limit_reached(limit=FAILURES, key=self._account_key, now=self.now)

    def record_failure(self) -> None:
        """Count a wrong password or code, unless the user has recently logged in from this network address.

        When the account reaches the limit for wrong passwords and codes, email a warning to its owner. Raise
        no error for failures beyond the limit.
        """
        if self._comes_from_known_address():
            return
        # Counting beyond the limit raises, but the response to a wrong password must stay the same.
        with suppress(Throttled):
            if (
                count_attempt(limit=FAILURES, key=self._account_key, now=self.now) == FAILURES.times
                and self.user
            ):
                logger.warning("Many wrong passwords or codes for account %d", self.user.pk)
                mails.send_guessing_warning(user=self.user)

    def reset_count(self, limit: Limit) -> None:
        """Reset the count of attempts for this account from this network address.

        `limit` is the limit under which the attempt was counted, such as PASSWORDS.
        """
        forget_attempts(limit=limit, key=self._account_and_address_key, now=self.now)

    @property
    def _account_key(self) -> str:
        """The key under which failed attempts for this account are counted.

        The count covers all network addresses from which the user has not logged in recently.
        """
        # An email address is counted by itself: if it shared a count with its account's public name, the
        # count would reveal whose address it is. Names have no @.
        if "@" in self.name:
            return f"name {self.name.strip()}"
        return f"name {self.name}" if self.user is None else f"user {self.user.pk}"

    @property
    def _account_and_address_key(self) -> str:
        """The key under which attempts for this account from this network address are counted."""
        return f"{self._account_key} {self.address}"

    def _comes_from_known_address(self) -> bool:
        """Return whether the user exists and has recently logged in from this network address."""
        return self.user is not None and selectors.is_known_address(self.user, self.address, self.now)


def reset_password_attempts(*, user: User, address: str, now: datetime) -> None:
    """Reset the count of password attempts for this account from this network address.

    Call this after the user has set a new password.
    """
    # The count of second-factor codes is kept: access to the account's email is enough for a new password,
    # but does not prove that somebody has the second factor.
    for name in (user.username, *selectors.confirmed_emails(user)):
        Attempt(user, name, address, now).reset_count(PASSWORDS)
