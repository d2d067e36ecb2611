"""Gives and takes the tokens of devices; the plain token is known to the caller alone, once."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from accounts.models import Token, User
from accounts.secret import digest_of, draw_token
from accounts.services.access import tell_access_changed

USE_NOTED_EVERY = timedelta(minutes=5)
"""So that a device that asks every second does not write every second."""


@dataclass(frozen=True)
class IssuedToken:
    """A token at the only moment at which it is known in plain."""

    plain: str
    token: Token


def issue_token(*, user: User, device: str = "", now: datetime) -> IssuedToken:
    """A new token for one device of this user."""
    plain = draw_token()
    token = Token.objects.create(
        user=user,
        digest=digest_of(plain),
        device=device,
        created_at=now,
        expires_at=now + timedelta(days=settings.TOKEN_DAYS),
    )
    return IssuedToken(plain, token)


def note_token_use(*, token: Token, now: datetime) -> None:
    """Remember that the token was used, at most once in some minutes."""
    before = now - USE_NOTED_EVERY
    if token.last_used_at is None or token.last_used_at <= before:
        stale = Q(last_used_at=None) | Q(last_used_at__lte=before)
        Token.objects.filter(stale, pk=token.pk).update(last_used_at=now)


@transaction.atomic
def revoke_token(*, token: Token, now: datetime) -> None:
    """Make the token dead; whoever holds sockets of it is told once, after the commit."""
    if Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now):
        tell_access_changed(user_id=token.user_id)


@transaction.atomic
def revoke_all_tokens(*, user: User, now: datetime) -> None:
    """Make all of a user's tokens dead; told in any case, for sessions may have died with them."""
    user.tokens.filter(revoked_at=None).update(revoked_at=now)
    tell_access_changed(user_id=user.pk)
