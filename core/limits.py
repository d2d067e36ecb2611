"""Rate limits by key and window. Counts are in the cache, so a flood writes nothing to the database."""

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
    """Count one attempt and refuse it if it is one too many; RATE_LIMITS=off counts nothing.

    Returns how many there are in this window.
    """
    if not settings.RATE_LIMITS:
        return 0
    seconds = int(now.timestamp())
    key = _key(limit, who, seconds)
    # Longer than the window, so that it can't vanish between the two calls.
    cache.add(key, 0, timeout=2 * limit.seconds)
    count = _counted(key)
    if count > limit.times:
        raise _refusal(limit, seconds)
    return count


def refuse_if_reached(*, limit: Limit, who: str, now: datetime) -> None:
    """Refuse an attempt if as many as there may be have been counted; it is not counted itself."""
    seconds = int(now.timestamp())
    if settings.RATE_LIMITS and cache.get(_key(limit, who, seconds), 0) >= limit.times:
        raise _refusal(limit, seconds)


def forget_attempts(*, limit: Limit, who: str, now: datetime) -> None:
    """Reset the count, as after a correct password."""
    cache.delete(_key(limit, who, int(now.timestamp())))


def _refusal(limit: Limit, seconds: int) -> Throttled:
    return Throttled(wait=limit.seconds - seconds % limit.seconds)


def _counted(key: str) -> int:
    """The count including this attempt; 1 if the cache has lost the key or is unreachable."""
    try:
        return cache.incr(key)
    except ValueError:
        return 1


def _key(limit: Limit, who: str, seconds: int) -> str:
    # Names come from outside, and not every cache takes every character in a key.
    return f"attempts:{limit.scope}:{seconds // limit.seconds}:{who.lower().encode().hex()}"
