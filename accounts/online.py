"""Who has a page open: marks in the cache, which all processes share and which expire by themselves.

A process renews the marks of its people. A killed one renews none, so its people count as offline after
ONLINE_TIMEOUT_SECONDS.
"""

from collections.abc import Collection

from django.core.cache import cache

ONLINE_TIMEOUT_SECONDS = 60
RENEWAL_INTERVAL_SECONDS = 20.0
"""How often a process renews its people's marks."""


def mark_online(user_ids: Collection[int]) -> None:
    """Store that these users have a page open now."""
    if user_ids:
        cache.set_many({_cache_key(user_id): True for user_id in user_ids}, timeout=ONLINE_TIMEOUT_SECONDS)


def mark_offline(user_id: int) -> None:
    """Store that a user has no page open; another process that knows better stores its mark again."""
    cache.delete(_cache_key(user_id))


def find_online_users(user_ids: Collection[int]) -> set[int]:
    """Return those of these users who have a page open."""
    found = cache.get_many([_cache_key(user_id) for user_id in user_ids])
    return {user_id for user_id in user_ids if _cache_key(user_id) in found}


def _cache_key(user_id: int) -> str:
    """Return the cache key of a user's mark."""
    return f"online:{user_id}"
