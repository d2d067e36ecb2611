"""Queries about accounts."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from accounts.models import AccountKind, Block, FriendRequest, Friendship, KnownAddress, Token, User
from accounts.models.known_address import hash_address
from accounts.preferences import Preferences, stored_preferences
from accounts.secret import hash_token

MAX_HOLDERS = 3
"""Maximum number of accounts considered for an email address that no account has confirmed."""
KNOWN_ADDRESS_LIFETIME = timedelta(days=180)
"""How long an address counts as known after the last log-in from it."""


def find_user_of_token(plain_token: str, now: datetime) -> tuple[User, Token] | None:
    """Return the user and the Token object of a bearer token, which is given in plain text.

    Return None if the token is unknown, expired or revoked, or if its user is deactivated.
    """
    token = _valid_tokens(now).select_related("user").filter(digest=hash_token(plain_token)).first()
    return None if token is None else (token.user, token)


def list_tokens(user: User, now: datetime) -> QuerySet[Token]:
    """Return the user's valid tokens, newest first."""
    return user.tokens.filter(revoked_at=None, expires_at__gt=now)


def find_invalid_tokens(token_ids: Iterable[int], now: datetime) -> set[int]:
    """Return those ids whose token is unknown, expired or revoked, or whose user is deactivated."""
    asked = set(token_ids)
    return asked - set(_valid_tokens(now).filter(pk__in=asked).values_list("pk", flat=True))


def list_blocks(user: User) -> QuerySet[Block]:
    """Return the user's blocks of other players, sorted by the blocked player's name."""
    return Block.objects.filter(user=user).select_related("blocked").order_by("blocked__username")


def find_blocked_users(user_id: int) -> set[int]:
    """Return the ids of the users whom this user has blocked."""
    return set(Block.objects.filter(user=user_id).values_list("blocked_id", flat=True))


def find_blockers(user_id: int) -> set[int]:
    """Return the ids of the users who have blocked this user."""
    return set(Block.objects.filter(blocked=user_id).values_list("user_id", flat=True))


def has_blocked(user: User, other: User) -> bool:
    """Return whether `user` has blocked `other`, not the reverse."""
    return Block.objects.filter(user=user, blocked=other).exists()


def list_friendships(user: User) -> QuerySet[Friendship]:
    """Return the user's friendships with active accounts, sorted by the friend's name."""
    found = Friendship.objects.filter(user=user, friend__is_active=True)
    return found.select_related("friend").order_by(Lower("friend__username"))


def are_friends(user: User, other: User) -> bool:
    return Friendship.objects.filter(user=user, friend=other).exists()


def received_friend_requests(user: User) -> QuerySet[FriendRequest]:
    """Return the friend requests that the user can accept or decline, newest first.

    Requests from blocked or deactivated accounts are left out.
    """
    found = FriendRequest.objects.filter(
        receiver=user, declined_at=None, withdrawn_at=None, sender__is_active=True
    )
    return found.exclude(sender__blocked_by__user=user).select_related("sender").order_by("-asked_at", "-pk")


def sent_friend_requests(user: User) -> QuerySet[FriendRequest]:
    """Return the friend requests that the user has sent, newest first.

    Declined requests are included. Withdrawn requests and requests to deactivated accounts are left out.
    """
    found = FriendRequest.objects.filter(sender=user, withdrawn_at=None, receiver__is_active=True)
    return found.select_related("receiver").order_by("-asked_at", "-pk")


def find_permanent_account(name: str) -> User | None:
    """Return the active account with this name, ignoring case. Return None if there is none.

    Return None for a guest account too.
    """
    return User.objects.filter_by_name(name).filter(is_active=True).exclude(kind=AccountKind.GUEST).first()


def find_block_pairs(user_ids: Iterable[int]) -> set[frozenset[int]]:
    """Return the pairs of the given users in which one user has blocked the other.

    Each pair is a set of two user ids.
    """
    asked = set(user_ids)
    pairs = Block.objects.filter(user__in=asked, blocked__in=asked).values_list("user_id", "blocked_id")
    return {frozenset(pair) for pair in pairs}


def find_account(user_id: int) -> User | None:
    """Return the active account with this id, or None."""
    return User.objects.filter(pk=user_id, is_active=True).first()


def find_inactive_users(user_ids: Iterable[int]) -> set[int]:
    """Return the given ids that belong to a deactivated account or to no account."""
    asked = set(user_ids)
    return asked - set(User.objects.filter(pk__in=asked, is_active=True).values_list("pk", flat=True))


def find_user_by_login(login: str) -> User | None:
    """Return the account with this name or confirmed email address, or None.

    Case is ignored. The account may be deactivated.
    """
    named = User.objects.filter_by_name(login).first()
    # PostgreSQL raises an error for a NUL character in a string.
    if named is not None or "@" not in login or "\0" in login:
        return named
    # django-allauth stores addresses in lower case.
    # Unconfirmed addresses are ignored: otherwise somebody could enter another person's address for their own
    # account and learn, by trying to log in, whether that person has an account.
    email = login.strip().lower()
    return User.objects.filter(emailaddress__email=email, emailaddress__verified=True).first()


def find_users_with_email(email: str) -> list[User]:
    """Return the accounts that have confirmed this email address.

    If there are none, return up to MAX_HOLDERS accounts that have entered the address but not confirmed it.
    """
    email = email.strip().lower()
    if not email or "\0" in email:
        return []
    confirmed = User.objects.filter(emailaddress__email=email, emailaddress__verified=True)
    holders = User.objects.filter(Q(email=email) | Q(emailaddress__email=email)).distinct().order_by("pk")
    # Without the limit, entering one address for a thousand accounts could trigger a thousand emails.
    return list(confirmed) or list(holders[:MAX_HOLDERS])


def entered_email(user: User) -> str:
    """Return the email address that the user entered last, confirmed or not, or "" if there is none."""
    pending = EmailAddress.objects.get_new(user)
    return user.email if pending is None else pending.email


def has_confirmed_email(user: User, email: str) -> bool:
    """Return whether the user has confirmed this email address, which must be in lower case."""
    return EmailAddress.objects.filter(user=user, email=email, verified=True).exists()


def confirmed_emails(user: User) -> list[str]:
    """Return the user's confirmed email addresses, with which the user can log in."""
    return list(EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True))


def has_second_factor(user: User) -> bool:
    """Return whether logging in requires an authenticator app or a passkey as well as the password."""
    # Recovery codes alone are not a second factor: they only replace one that has been lost.
    types = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
    return Authenticator.objects.filter(user=user, type__in=types).exists()


def is_known_address(user: User, address: str, now: datetime) -> bool:
    """Return whether the user has logged in from this network address within KNOWN_ADDRESS_LIFETIME."""
    digest = hash_address(user.pk, address)
    since = now - KNOWN_ADDRESS_LIFETIME
    return KnownAddress.objects.filter(user=user, digest=digest, last_used_at__gt=since).exists()


def preferences_of(user_id: int) -> Preferences:
    """Return the user's preferences, or the default preferences if no account has this id."""
    stored = User.objects.filter(pk=user_id).values_list("preferences", flat=True).first()
    return stored_preferences(stored or {})


def _valid_tokens(now: datetime) -> QuerySet[Token]:
    """Return the tokens that are neither revoked nor expired and that belong to active users."""
    return Token.objects.filter(revoked_at=None, expires_at__gt=now, user__is_active=True)
