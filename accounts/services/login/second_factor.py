"""Codes of a second factor, from an authenticator app or the recovery list. Each code works once."""

from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from django.core.cache import cache

from accounts.models import User


def use_second_factor_code(*, user: User, code: str) -> Authenticator | None:
    """Mark the code of a second factor as used, and return the authenticator to which it belongs.

    Return None if the code is wrong or was used before.
    """
    for authenticator in Authenticator.objects.filter(user=user).exclude(type=Authenticator.Type.WEBAUTHN):
        if authenticator.wrap().validate_code(code):
            # django-allauth refuses a used code for one period, but also accepts codes of adjacent periods.
            periods = 2 * app_settings.TOTP_TOLERANCE + 1
            key = f"code-used:{user.pk}:{normalize_user_code(code)}"
            return authenticator if cache.add(key, True, timeout=periods * app_settings.TOTP_PERIOD) else None
    return None
