"""What tests of accounts share: a moment, a good password, second factors, and who a browser is."""

import time
from datetime import UTC, datetime

from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.test import Client

from accounts.models import User

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PASSWORD = "brass lamp 71"
WRONG_CODE = "12"
"""Too short to be right by chance."""


def user_in(client: Client) -> User | None:
    """The user logged in in this browser."""
    return User.objects.filter(pk=client.session.get("_auth_user_id")).first()


def confirm_email(user: User) -> None:
    """Confirm the account's e-mail address, as the link in the mail does."""
    EmailAddress.objects.filter(user=user).update(verified=True)


def set_up_app(user: User) -> str:
    """Give the account an authenticator app and recovery codes; returns the app's secret."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    return secret


def code_of(secret: str, periods: int = 0) -> str:
    """The code of an authenticator app now, or some periods of 30 seconds later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + periods))


def recovery_codes_of(user: User) -> list[str]:
    """The recovery codes that are left."""
    codes: list[str] = RecoveryCodes.activate(user).get_unused_codes()
    return codes
