"""How often somebody may try something; counts in the cache, so that nothing is written for a flood."""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

from accounts.errors import TooManyAttempts


class Limit(NamedTuple):
    """At most `times` in each window of so many `seconds`."""

    scope: str
    times: int
    seconds: int


ENTRIES = Limit("entries", 120, 60)
"""New accounts, guests and log-ins from one address."""
PASSWORDS = Limit("passwords", 20, 300)
"""Passwords tried for one name from one address."""

CALLS = Limit("calls", 900, 60)
"""Calls of the API by one account: a client that asks ten times a second all the time gets by with less."""
BOTS_CALLS = Limit("bots-calls", 300, 60)
"""Calls of the API by one bot's account: enough to find tables; the game itself comes by socket."""
STRANGERS_CALLS = Limit("strangers-calls", 600, 60)
"""Calls without account from one address."""


def count_attempt(*, limit: Limit, who: str, now: datetime) -> None:
    """Count one attempt and refuse it if it is one too many; RATE_LIMITS=off counts nothing."""
    if not settings.RATE_LIMITS:
        return
    seconds = int(now.timestamp())
    key = _key(limit, who, seconds)
    # Longer than the window, so that it can't vanish between the two calls.
    cache.add(key, 0, timeout=2 * limit.seconds)
    if _counted(key) > limit.times:
        raise TooManyAttempts(wait=limit.seconds - seconds % limit.seconds)


def forget_attempts(*, limit: Limit, who: str, now: datetime) -> None:
    """Begin to count anew: the one who tried has shown to be the right one."""
    cache.delete(_key(limit, who, int(now.timestamp())))


def _counted(key: str) -> int:
    """The count with this attempt; the first where the cache has lost it, or can't be asked."""
    try:
        return cache.incr(key)
    except ValueError:
        return 1


def _key(limit: Limit, who: str, seconds: int) -> str:
    # Names come from outside, and not every cache takes every character in a key.
    return f"attempts:{limit.scope}:{seconds // limit.seconds}:{who.lower().encode().hex()}"
