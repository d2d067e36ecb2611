"""Queries about accounts."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Q, QuerySet

from accounts.models import KnownAddress, Token, User
from accounts.models.known_address import digest_of_address
from accounts.secret import digest_of

MAX_HOLDERS = 3
"""Accounts considered for an e-mail address that none of them has confirmed."""
KNOWN_FOR = timedelta(days=180)
"""How long an address counts as known after the last log-in from it."""


def user_of_token(plain_token: str, now: datetime) -> tuple[User, Token] | None:
    """Return the user and the token; None if it is unknown, expired or revoked, or the user is barred."""
    token = _open(now).select_related("user").filter(digest=digest_of(plain_token)).first()
    return None if token is None else (token.user, token)


def tokens_of(user: User, now: datetime) -> QuerySet[Token]:
    """Return the user's valid tokens, newest first."""
    return user.tokens.filter(revoked_at=None, expires_at__gt=now)


def dead_tokens(token_ids: Iterable[int], now: datetime) -> set[int]:
    """Return the ids of those tokens that are unknown, expired or revoked, or whose user is barred."""
    asked = set(token_ids)
    return asked - set(_open(now).filter(pk__in=asked).values_list("pk", flat=True))


def barred_users(user_ids: Iterable[int]) -> set[int]:
    """Return the ids of those users whom staff have deactivated, or who do not exist."""
    asked = set(user_ids)
    return asked - set(User.objects.filter(pk__in=asked, is_active=True).values_list("pk", flat=True))


def user_by_login(login: str) -> User | None:
    """Return the account with this name or confirmed e-mail address, or None.

    An unconfirmed address is not accepted. Otherwise strangers could give it to an account of their own and
    learn, by trying to log in, whether another account has the address.
    """
    named = User.objects.named(login).first()
    if named is not None or "@" not in login or "\0" in login:
        return named
    email = login.strip().lower()
    return User.objects.filter(emailaddress__email=email, emailaddress__verified=True).first()


def users_with_email(email: str) -> list[User]:
    """Return the accounts that receive mail for an address: those that confirmed it, else the oldest that
    have it.

    An account has an address as soon as somebody types it. The limit keeps a thousand such accounts from
    causing a thousand mails or password checks.
    """
    email = email.strip().lower()
    if not email or "\0" in email:
        return []
    confirmed = User.objects.filter(emailaddress__email=email, emailaddress__verified=True)
    holders = User.objects.filter(Q(email=email) | Q(emailaddress__email=email)).distinct().order_by("pk")
    return list(confirmed) or list(holders[:MAX_HOLDERS])


def has_confirmed(user: User, email: str) -> bool:
    """Whether the user has confirmed this e-mail address."""
    return EmailAddress.objects.filter(user=user, email=email, verified=True).exists()


def confirmed_emails(user: User) -> list[str]:
    """Return the e-mail addresses with which the user can log in."""
    return list(EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True))


def has_second_factor(user: User) -> bool:
    """Whether logging in needs more than a password."""
    types = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
    return Authenticator.objects.filter(user=user, type__in=types).exists()


def knows_address(user: User, address: str, now: datetime) -> bool:
    """Whether a recent log-in to the account came from this network address."""
    digest = digest_of_address(user.pk, address)
    since = now - KNOWN_FOR
    return KnownAddress.objects.filter(user=user, digest=digest, last_used_at__gt=since).exists()


def _open(now: datetime) -> QuerySet[Token]:
    return Token.objects.filter(revoked_at=None, expires_at__gt=now, user__is_active=True)
