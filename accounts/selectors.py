"""All reads of accounts; changes nothing, and takes the clock as an argument."""

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


def _living(plain_token: str, now: datetime) -> QuerySet[Token]:
    return Token.objects.select_related("user").filter(
        digest=digest_of(plain_token), revoked_at=None, expires_at__gt=now, user__is_active=True
    )
