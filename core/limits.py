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


def count_attempt(*, limit: Limit, who: str, now: datetime) -> int:
    """Count one attempt by `who`, and return the number of attempts in the current window.

    `who` is any key, such as a user's id or a network address. Raise Throttled if the attempt exceeds the
    limit. If the setting RATE_LIMITS is off, count nothing and return 0.
    """
    if not settings.RATE_LIMITS:
        return 0
    seconds = int(now.timestamp())
    key = _cache_key(limit, who, seconds)
    # Longer than the window, so that the key can't vanish between the two calls.
    cache.add(key, 0, timeout=2 * limit.seconds)
    count = _increment_count(key)
    if count > limit.times:
        raise _throttled_refusal(limit, seconds)
    return count


def refuse_if_reached(*, limit: Limit, who: str, now: datetime) -> None:
    """Raise Throttled if `who` has reached the limit, without counting an attempt.

    `who` is any key, such as a user's id. Do nothing if the setting RATE_LIMITS is off.
    """
    seconds = int(now.timestamp())
    if settings.RATE_LIMITS and cache.get(_cache_key(limit, who, seconds), 0) >= limit.times:
        raise _throttled_refusal(limit, seconds)


def forget_attempts(*, limit: Limit, who: str, now: datetime) -> None:
    """Reset the count of attempts by `who` in the current window, for example after a correct password."""
    cache.delete(_cache_key(limit, who, int(now.timestamp())))


def _throttled_refusal(limit: Limit, seconds: int) -> Throttled:
    """Return the refusal of an attempt at the Unix time `seconds`; its `wait` is the rest of the window."""
    return Throttled(wait=limit.seconds - seconds % limit.seconds)


def _increment_count(key: str) -> int:
    """Add 1 to the count stored under a cache key, and return the new count.

    Return 1 if the key is missing or the cache is unreachable.
    """
    try:
        return cache.incr(key)
    except ValueError:
        return 1


def _cache_key(limit: Limit, who: str, seconds: int) -> str:
    """Return the cache key for attempts by `who` in the window that contains the Unix time `seconds`."""
    # Users choose the names, and not every cache accepts every character in a key.
    return f"attempts:{limit.scope}:{seconds // limit.seconds}:{who.lower().encode().hex()}"
