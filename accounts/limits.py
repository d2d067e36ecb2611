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
PASSWORDS = Limit("passwords", 10, 300)
"""Passwords tried for one account from one address."""
CODES = Limit("codes", 10, 300)
"""Codes of a second factor tried for one account from one address."""
FAILURES = Limit("failures", 100, 3600)
"""Wrong passwords and codes for one account from all addresses that are new to it."""
MAILS = Limit("mails", 10, 3600)
"""Links to confirm an address that one account has sent over the API."""

CALLS = Limit("calls", 900, 60)
"""Calls of the API by one account: a client that asks ten times a second all the time gets by with less."""
BOTS_CALLS = Limit("bots-calls", 300, 60)
"""Calls of the API by one bot's account: enough to find tables; the game itself comes by socket."""
STRANGERS_CALLS = Limit("strangers-calls", 600, 60)
"""Calls without account from one address."""


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
    """Begin to count anew: the one who tried has shown to be the right one."""
    cache.delete(_key(limit, who, int(now.timestamp())))


def _refusal(limit: Limit, seconds: int) -> TooManyAttempts:
    return TooManyAttempts(wait=limit.seconds - seconds % limit.seconds)


def _counted(key: str) -> int:
    """The count with this attempt; the first where the cache has lost it, or can't be asked."""
    try:
        return cache.incr(key)
    except ValueError:
        return 1


def _key(limit: Limit, who: str, seconds: int) -> str:
    # Names come from outside, and not every cache takes every character in a key.
    return f"attempts:{limit.scope}:{seconds // limit.seconds}:{who.lower().encode().hex()}"
