"""Issues and revokes bearer tokens. The plain token is returned once and never stored."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from accounts.models import Token, User
from accounts.secret import generate_token, hash_token
from accounts.services.access import announce_access_change

LAST_USED_UPDATE_INTERVAL = timedelta(minutes=5)
"""Minimum interval between two updates of `last_used_at`, so that polling clients cause few writes."""


@dataclass(frozen=True)
class IssuedToken:
    """A new token together with its plain text, which cannot be read again."""

    plain: str
    token: Token


def issue_token(*, user: User, device: str = "", now: datetime) -> IssuedToken:
    """Create a bearer token for the device, valid for TOKEN_DAYS days, and return it with its plain text."""
    plain = generate_token()
    token = Token.objects.create(
        user=user,
        digest=hash_token(plain),
        device=device,
        created_at=now,
        expires_at=now + timedelta(days=settings.TOKEN_DAYS),
    )
    return IssuedToken(plain, token)


def record_token_use(*, token: Token, now: datetime) -> None:
    """Set the token's `last_used_at` to `now`, but at most once in LAST_USED_UPDATE_INTERVAL."""
    before = now - LAST_USED_UPDATE_INTERVAL
    if token.last_used_at is None or token.last_used_at <= before:
        # The same condition in the query: of several simultaneous requests only one writes.
        stale = Q(last_used_at=None) | Q(last_used_at__lte=before)
        Token.objects.filter(stale, pk=token.pk).update(last_used_at=now)


@transaction.atomic
def revoke_token(*, token: Token, now: datetime) -> None:
    """Revoke a bearer token and close the sockets opened with it. Do nothing if it is already revoked."""
    if Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now):
        announce_access_change(user_id=token.user_id)


@transaction.atomic
def revoke_all_tokens(*, user: User, now: datetime) -> None:
    """Revoke all bearer tokens of a user.

    After the commit, send the signal `access_changed`, even if the user had no tokens. Its receivers close
    each of the user's sockets whose token or session is no longer valid.
    """
    # The signal is sent even without tokens, because sessions may have ended as well.
    user.tokens.filter(revoked_at=None).update(revoked_at=now)
    announce_access_change(user_id=user.pk)
