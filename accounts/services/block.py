"""Blocking: messages of a blocked account no longer reach the user who has blocked it."""

from datetime import datetime

from django.db import transaction

from accounts.errors import CannotBlockYourself, NoSuchPlayer, TooManyBlocks
from accounts.models import Block, User
from accounts.services.friends.friendship import (
    announce_friends_change,
    end_friendship,
    lock_users,
    withdraw_sent_request,
)

MAX_BLOCKS = 500


def block_player(*, user: User, name: str, now: datetime) -> None:
    """Block a player, end any friendship with them, and withdraw any friend request to them.

    Raise NoSuchPlayer, CannotBlockYourself or TooManyBlocks.
    """
    blocked = _find_user(name)
    if blocked == user:
        raise CannotBlockYourself
    with transaction.atomic():
        lock_users(user, blocked)
        blocks = Block.objects.filter(user=user)
        if not blocks.filter(blocked=blocked).exists():
            if blocks.count() >= MAX_BLOCKS:
                raise TooManyBlocks
            Block.objects.create(user=user, blocked=blocked, blocked_at=now)
        end_friendship(user, blocked)
        withdraw_sent_request(user, blocked, now)
        # A friend request from the blocked person disappears from the user's list.
        announce_friends_change(user)


def unblock_player(*, user: User, name: str) -> None:
    """Remove the user's block of a player, if any. Raise NoSuchPlayer if no account has this name."""
    deleted, _ = Block.objects.filter(user=user, blocked=_find_user(name)).delete()
    if deleted:
        # A friend request that the block has hidden appears again in the user's list.
        announce_friends_change(user)


def _find_user(name: str) -> User:
    """Return the account with this name, ignoring case, or raise NoSuchPlayer."""
    found = User.objects.filter_by_name(name).first()
    if found is None:
        raise NoSuchPlayer
    return found
