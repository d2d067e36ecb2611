"""Friend requests: sent, withdrawn, accepted and declined."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.errors import (
    AccountRequired,
    AlreadyFriends,
    BlockedByYou,
    BotAccount,
    CannotBefriendYourself,
    NoSuchFriendRequest,
    NoSuchMember,
    TooManyFriendRequests,
)
from accounts.limits import FRIEND_REQUESTS
from accounts.models import FriendRequest, User
from accounts.selectors import (
    are_friends,
    find_permanent_account,
    has_blocked,
    received_friend_requests,
    sent_friend_requests,
)
from accounts.services.friends.friendship import (
    announce_friends_change,
    create_friendship,
    lock_users,
    withdraw_sent_request,
)
from core.limits import count_attempt
from core.sentence import Sentence

MAX_OPEN_REQUESTS = 20
DECLINED_FOR = timedelta(days=30)
"""How long a declined request stays declined, however often it is sent again."""


def send_friend_request(*, user: User, name: str, now: datetime) -> bool:
    """Send the player `name` a friend request, or accept the request that this player has already sent.

    Return whether the two are now friends. Do nothing if the user has already sent this player a request and
    not withdrawn it, even if it was declined. Raise a Refusal if the request is not allowed.
    """
    other = find_contactable_person(user, name)
    if other == user:
        raise CannotBefriendYourself
    with transaction.atomic():
        lock_users(user, other)
        if are_friends(user, other):
            raise AlreadyFriends
        if FriendRequest.objects.filter(sender=other, receiver=user, withdrawn_at=None).exists():
            create_friendship(user, other, now)
            return True
        if not sent_friend_requests(user).filter(receiver=other).exists():
            # If the other player has blocked the user or recently declined, they do not see the request.
            _store_friend_request(user, other, now)
    return False


def find_contactable_person(user: User, name: str) -> User:
    """Return the person to whom `user` wants to send a friend request or a challenge.

    Raise a Refusal if there is no such person, or if the user may not contact them.
    """
    if user.is_guest:
        raise AccountRequired
    other = find_permanent_account(name)
    if other is None:
        raise NoSuchMember
    if user.is_bot or other.is_bot:
        raise BotAccount
    if has_blocked(user, other):
        raise BlockedByYou
    return other


def _store_friend_request(user: User, other: User, now: datetime) -> None:
    """Store a friend request or reopen a withdrawn one.

    Raise TooManyFriendRequests if the user has too many open requests, or Throttled if the user has sent too
    many recently.
    """
    if sent_friend_requests(user).count() >= MAX_OPEN_REQUESTS:
        raise TooManyFriendRequests
    count_attempt(limit=FRIEND_REQUESTS, key=str(user.pk), now=now)
    request, is_new = FriendRequest.objects.get_or_create(
        sender=user, receiver=other, defaults={"asked_at": now}
    )
    if not is_new:
        request.asked_at, request.withdrawn_at = now, None
        # A recently declined request stays declined.
        if request.declined_at is not None and now - request.declined_at >= DECLINED_FOR:
            request.declined_at = None
        request.save()
    announce_friends_change(user, other)


def withdraw_friend_request(*, user: User, name: str, now: datetime) -> None:
    """Withdraw the user's friend request to the player `name`.

    Raise NoSuchFriendRequest if there is no request to withdraw.
    """
    request = sent_friend_requests(user).filter(receiver__in=User.objects.filter_by_name(name)).first()
    if request is None or not withdraw_sent_request(user, request.receiver, now):
        raise NoSuchFriendRequest(Sentence("There is no friend request to this player."))


def accept_friend_request(*, user: User, name: str, now: datetime) -> None:
    """Accept the friend request of the player `name`.

    Raise NoSuchFriendRequest, or TooManyFriends if either user has too many friends.
    """
    with transaction.atomic():
        sender = _find_request_from(user, name).sender
        lock_users(user, sender)
        # Again, now that the rows are locked: the request may have been withdrawn in the meantime.
        _find_request_from(user, name)
        create_friendship(user, sender, now)


def decline_friend_request(*, user: User, name: str, now: datetime) -> None:
    """Decline the friend request of the player `name`. That player is not told.

    Raise NoSuchFriendRequest if there is no open request.
    """
    request = _find_request_from(user, name)
    # The request may have been accepted or withdrawn in the meantime.
    if not FriendRequest.objects.filter(pk=request.pk, withdrawn_at=None).update(declined_at=now):
        raise NoSuchFriendRequest
    announce_friends_change(user)


def _find_request_from(user: User, name: str) -> FriendRequest:
    """Return the open friend request from the player `name` to `user`, or raise NoSuchFriendRequest."""
    request = received_friend_requests(user).filter(sender__in=User.objects.filter_by_name(name)).first()
    if request is None:
        raise NoSuchFriendRequest
    return request
