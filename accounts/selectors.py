"""All reads of accounts; changes nothing, and takes the clock as an argument."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import Token, User
from accounts.secret import digest_of


def user_of_token(plain_token: str, now: datetime) -> tuple[User, Token] | None:
    """Whose token this is, or None if it is unknown, expired, revoked, or its user barred."""
    token = _living(plain_token, now).first()
    return None if token is None else (token.user, token)


async def auser_of_token(plain_token: str, now: datetime) -> tuple[User, Token] | None:
    """The same for code that must not block."""
    token = await _living(plain_token, now).afirst()
    return None if token is None else (token.user, token)


def tokens_of(user: User, now: datetime) -> QuerySet[Token]:
    """The tokens that open this account now, the newest first."""
    return user.tokens.filter(revoked_at=None, expires_at__gt=now)


def dead_tokens(token_ids: Iterable[int], now: datetime) -> set[int]:
    """Those of the tokens that open nothing: unknown, expired, revoked, or of a barred user."""
    asked = set(token_ids)
    return asked - set(_open(now).filter(pk__in=asked).values_list("pk", flat=True))


def barred_users(user_ids: Iterable[int]) -> set[int]:
    """Those of the users whom staff have barred, or who don't exist."""
    asked = set(user_ids)
    return asked - set(User.objects.filter(pk__in=asked, is_active=True).values_list("pk", flat=True))


def _living(plain_token: str, now: datetime) -> QuerySet[Token]:
    return _open(now).select_related("user").filter(digest=digest_of(plain_token))


def _open(now: datetime) -> QuerySet[Token]:
    return Token.objects.filter(revoked_at=None, expires_at__gt=now, user__is_active=True)
