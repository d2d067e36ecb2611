"""Online users, who have a page open: stored as marks that expire, in the cache that all processes share.

A process renews the marks of the users with sockets in it. A killed process renews none, so its users count
as offline after ONLINE_TIMEOUT_SECONDS.
"""

from collections.abc import Collection

from django.core.cache import cache

ONLINE_TIMEOUT_SECONDS = 60
RENEWAL_INTERVAL_SECONDS = 20.0
"""How often a process renews its users' marks."""


def mark_online(user_ids: Collection[int]) -> None:
    """Mark the users as online for the next ONLINE_TIMEOUT_SECONDS."""
    if user_ids:
        cache.set_many({_cache_key(user_id): True for user_id in user_ids}, timeout=ONLINE_TIMEOUT_SECONDS)


def mark_offline(user_id: int) -> None:
    """Mark the user as offline.

    A process that still has an open socket of the user soon marks the user as online again.
    """
    cache.delete(_cache_key(user_id))


def find_online_users(user_ids: Collection[int]) -> set[int]:
    """Return the subset of ids whose users are online."""
    found = cache.get_many([_cache_key(user_id) for user_id in user_ids])
    return {user_id for user_id in user_ids if _cache_key(user_id) in found}


def _cache_key(user_id: int) -> str:
    """Return the cache key that stores whether the user is online."""
    return f"online:{user_id}"
