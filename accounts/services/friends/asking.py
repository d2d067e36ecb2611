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
    find_member,
    has_blocked,
    received_friend_requests,
    sent_friend_requests,
)
from accounts.services.friends.friendship import (
    announce_friends_change,
    create_friendship,
    lock_pair,
    withdraw_sent_request,
)
from core.limits import count_attempt
from core.sentence import Sentence

MAX_OPEN_REQUESTS = 20
DECLINED_FOR = timedelta(days=30)
"""How long a declined request stays declined, however often it is sent again."""


def ask_friend(*, user: User, name: str, now: datetime) -> bool:
    """Send a friend request to the account with this name, and return whether the two are now friends.

    If the other player has already sent the user a request, they become friends at once. If the user's
    earlier request is still open, do nothing. After the commit, send the signal `friends_changed` for both
    players. If the other player has blocked the user, or has declined a request within DECLINED_FOR, the
    request is stored but not shown to the other player.

    Raise AccountRequired, NoSuchMember, BotAccount, CannotBefriendYourself, BlockedByYou, AlreadyFriends,
    TooManyFriends, TooManyFriendRequests or Throttled.
    """
    other = find_contactable_person(user, name)
    if other == user:
        raise CannotBefriendYourself
    with transaction.atomic():
        lock_pair(user, other)
        if are_friends(user, other):
            raise AlreadyFriends
        if FriendRequest.objects.filter(sender=other, receiver=user, withdrawn_at=None).exists():
            create_friendship(user, other, now)
            return True
        if not sent_friend_requests(user).filter(receiver=other).exists():
            _store_friend_request(user, other, now)
    return False


def find_contactable_person(user: User, name: str) -> User:
    """Return the person with this name if `user` may befriend or challenge them.

    Raise AccountRequired if the user is a guest, NoSuchMember if no active account other than a guest's has
    this name, BotAccount if either account is a bot's, or BlockedByYou if the user has blocked the person.
    """
    if user.is_guest:
        raise AccountRequired
    other = find_member(name)
    if other is None:
        raise NoSuchMember
    if user.is_bot or other.is_bot:
        raise BotAccount
    if has_blocked(user, other):
        raise BlockedByYou
    return other


def _store_friend_request(user: User, other: User, now: datetime) -> None:
    """Store a friend request from `user` to `other`, or reopen the request that `user` has withdrawn.

    After the commit, send the signal `friends_changed` for both users. A request that was declined within
    DECLINED_FOR stays declined. Raise TooManyFriendRequests if the user already has MAX_OPEN_REQUESTS open
    requests, or Throttled if the user has sent too many requests in the last day.
    """
    if sent_friend_requests(user).count() >= MAX_OPEN_REQUESTS:
        raise TooManyFriendRequests
    count_attempt(limit=FRIEND_REQUESTS, key=str(user.pk), now=now)
    request, is_new = FriendRequest.objects.get_or_create(
        sender=user, receiver=other, defaults={"asked_at": now}
    )
    if not is_new:
        request.asked_at, request.withdrawn_at = now, None
        if request.declined_at is not None and now - request.declined_at >= DECLINED_FOR:
            request.declined_at = None
        request.save()
    announce_friends_change(user, other)


def withdraw_friend_request(*, user: User, name: str, now: datetime) -> None:
    """Withdraw the user's friend request to the account with this name.

    After the commit, send the signal `friends_changed` for both users. Raise NoSuchFriendRequest if
    `sent_friend_requests` contains no request to this account.
    """
    request = sent_friend_requests(user).filter(receiver__in=User.objects.named(name)).first()
    if request is None or not withdraw_sent_request(user, request.receiver, now):
        raise NoSuchFriendRequest(Sentence("There is no friend request to this player."))


def accept_friend_request(*, user: User, name: str, now: datetime) -> None:
    """Accept the friend request from the account with this name.

    Delete all friend requests between the two users and, after the commit, send the signal `friends_changed`
    for both. Raise NoSuchFriendRequest if there is no request that the user can accept, or TooManyFriends if
    either user already has MAX_FRIENDS friends.
    """
    with transaction.atomic():
        sender = _find_request_from(user, name).sender
        lock_pair(user, sender)
        # Again, now that the rows are locked: the request may have been withdrawn in the meantime.
        _find_request_from(user, name)
        create_friendship(user, sender, now)


def decline_friend_request(*, user: User, name: str, now: datetime) -> None:
    """Decline the friend request from the account with this name.

    The request is kept and marked as declined. After the commit, send the signal `friends_changed` only for
    `user`, because the sender must not learn of this. Raise NoSuchFriendRequest if there is no request that
    the user can decline.
    """
    request = _find_request_from(user, name)
    # The request may have been accepted or withdrawn in the meantime.
    if not FriendRequest.objects.filter(pk=request.pk, withdrawn_at=None).update(declined_at=now):
        raise NoSuchFriendRequest
    announce_friends_change(user)


def _find_request_from(user: User, name: str) -> FriendRequest:
    """Return the friend request from the account with this name.

    Raise NoSuchFriendRequest if this account has sent no request that the user can accept or decline.
    """
    request = received_friend_requests(user).filter(sender__in=User.objects.named(name)).first()
    if request is None:
        raise NoSuchFriendRequest
    return request
