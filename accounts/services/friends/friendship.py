"""Friendships: how they begin and end."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.errors import NoSuchPlayer, TooManyFriends
from accounts.models import FriendRequest, Friendship, User
from accounts.signals import friends_changed
from core.sentence import Sentence

MAX_FRIENDS = 200


def remove_friend(*, user: User, name: str) -> None:
    """End a friendship, if there is one. Raise NoSuchPlayer if no account has this name."""
    friend = User.objects.filter_by_name(name).first()
    if friend is None:
        raise NoSuchPlayer
    with transaction.atomic():
        lock_users(user, friend)
        end_friendship(user, friend)


def lock_users(user: User, other: User) -> None:
    """Lock both users' rows until the end of the transaction, in an order that avoids deadlocks."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=(user.pk, other.pk))
    # The queryset is lazy: reading it runs the query.
    list(rows.order_by("pk").values_list("pk"))


def create_friendship(user: User, friend: User, now: datetime) -> None:
    """Make two users friends and delete the friend requests between them. Call `lock_users` first.

    Raise TooManyFriends if either user already has MAX_FRIENDS friends.
    """
    if Friendship.objects.filter(user=user).count() >= MAX_FRIENDS:
        raise TooManyFriends
    if Friendship.objects.filter(user=friend).count() >= MAX_FRIENDS:
        raise TooManyFriends(
            Sentence("%(name)s has as many friends as an account can have.", name=friend.username)
        )
    rows = [Friendship(user=one, friend=two, since=now) for one, two in ((user, friend), (friend, user))]
    Friendship.objects.bulk_create(rows, ignore_conflicts=True)
    _requests_between(user, friend).delete()
    announce_friends_change(user, friend)


def end_friendship(user: User, friend: User) -> None:
    """End the friendship of two users, if there is one. Call `lock_users` first."""
    ended, _ = Friendship.objects.filter(Q(user=user, friend=friend) | Q(user=friend, friend=user)).delete()
    # Only then is anything sent to the other user: even an unchanged frame would reveal a block.
    if ended:
        announce_friends_change(user, friend)


def withdraw_sent_request(user: User, receiver: User, now: datetime) -> bool:
    """Withdraw the friend request from `user` to `receiver`. Return whether there was one to withdraw."""
    # The row is kept, so that a declined request stays declined if it is withdrawn and sent again.
    requests = FriendRequest.objects.filter(sender=user, receiver=receiver, withdrawn_at=None)
    is_withdrawn = requests.update(withdrawn_at=now) > 0
    if is_withdrawn:
        announce_friends_change(user, receiver)
    return is_withdrawn


def announce_friends_change(*users: User) -> None:
    """Send the signal `friends_changed` for each user after the commit.

    It causes the users' open pages to be updated.
    """
    for user_id in [user.pk for user in users]:
        transaction.on_commit(
            lambda user_id=user_id: friends_changed.send_robust(sender=None, user_id=user_id)  # type: ignore[misc]
        )


def _requests_between(user: User, other: User) -> QuerySet[FriendRequest]:
    """Return the friend requests that either user has sent to the other."""
    return FriendRequest.objects.filter(Q(sender=user, receiver=other) | Q(sender=other, receiver=user))
