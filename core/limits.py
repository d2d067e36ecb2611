"""Rate limits per time window. Counts are in the cache, so a flood writes nothing to the database."""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

from core.refusal import Throttled


class Limit(NamedTuple):
    """At most `times` attempts in each window of `seconds`."""

    scope: str
    times: int
    seconds: int


def count_attempt(*, limit: Limit, key: str, now: datetime) -> int:
    """Count an attempt and return the number of attempts with this key in the current time window.

    `key` names what is limited, such as a user or a network address. Raise Throttled if the number exceeds
    the limit. Return 0 if rate limits are turned off.
    """
    if not settings.RATE_LIMITS:
        return 0
    unix_time = int(now.timestamp())
    cache_key = _cache_key(limit, key, unix_time)
    # Longer than the window, so that the cache key can't vanish between the two calls.
    cache.add(cache_key, 0, timeout=2 * limit.seconds)
    count = _increment_count(cache_key)
    if count > limit.times:
        raise _throttled_refusal(limit, unix_time)
    return count


def refuse_if_limit_reached(*, limit: Limit, key: str, now: datetime) -> None:
    """Raise Throttled if no attempt with this key is left in the current time window.

    `key` names what is limited, such as a user or a network address. This check does not count as an attempt.
    Do nothing if rate limits are turned off.
    """
    unix_time = int(now.timestamp())
    if settings.RATE_LIMITS and cache.get(_cache_key(limit, key, unix_time), 0) >= limit.times:
        raise _throttled_refusal(limit, unix_time)


def forget_attempts(*, limit: Limit, key: str, now: datetime) -> None:
    """Delete the count of attempts with this key in the current time window, for example after a login.

    `key` names what is limited, such as a user or a network address.
    """
    cache.delete(_cache_key(limit, key, int(now.timestamp())))


def _throttled_refusal(limit: Limit, unix_time: int) -> Throttled:
    """Return a Throttled error whose `wait` is the number of seconds from `unix_time` to the next window."""
    return Throttled(wait=limit.seconds - unix_time % limit.seconds)


def _increment_count(cache_key: str) -> int:
    """Add 1 to the count stored under a cache key, and return the new count.

    If there is no count or the cache is down, store nothing and return 1.
    """
    try:
        return cache.incr(cache_key)
    except ValueError:
        return 1


def _cache_key(limit: Limit, key: str, unix_time: int) -> str:
    """Return the cache key for the count of attempts with `key` in the window that contains `unix_time`."""
    # Users choose the names, and not every cache accepts every character in a key.
    return f"attempts:{limit.scope}:{unix_time // limit.seconds}:{key.lower().encode().hex()}"
