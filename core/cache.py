"""A Redis cache without which the site keeps running: while Redis is down, every key counts as missing."""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis import RedisError

logger = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""Seconds for which a failed Redis is not asked again, so that not every request waits for it."""
LOG_INTERVAL_SECONDS = 60.0
"""Minimum seconds between two log lines about a failed Redis."""

T = TypeVar("T")
_rests_until = 0.0
_logged_at = -LOG_INTERVAL_SECONDS


class ForgivingRedisCache(RedisCache):
    """Django's cache for rate limits. While Redis is down, nothing is stored and no call fails."""

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Store the value if the key is new.

        Return True while Redis is down, so that callers of locks go on.
        """
        return _asked(lambda: super(ForgivingRedisCache, self).add(*args, **kwargs), True)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        """Return the value, or the default if it is missing or Redis is down."""
        return _asked(lambda: super(ForgivingRedisCache, self).get(key, default, version), default)

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Store the value; does nothing while Redis is down."""
        _asked(lambda: super(ForgivingRedisCache, self).set(*args, **kwargs), None)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Delete the key and return whether it existed; False while Redis is down."""
        return _asked(lambda: super(ForgivingRedisCache, self).delete(*args, **kwargs), False)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """Return the new count; raises ValueError if there is none or Redis is down."""
        count: int | None = _asked(lambda: super(ForgivingRedisCache, self).incr(key, delta, version), None)
        if count is None:
            raise ValueError("Nothing is counted while Redis is down.")
        return count


def _asked(ask: Callable[[], T], otherwise: T) -> T:
    """Return the result of `ask`, or `otherwise` if Redis is down.

    A failure pauses all calls for RETRY_SECONDS.
    """
    global _rests_until
    if time.monotonic() < _rests_until:
        return otherwise
    try:
        return ask()
    except RedisError as fault:
        _rests_until = time.monotonic() + RETRY_SECONDS
        _say(fault)
        return otherwise


def _say(fault: RedisError) -> None:
    """Log the failure, at most once per LOG_INTERVAL_SECONDS."""
    global _logged_at
    if time.monotonic() - _logged_at >= LOG_INTERVAL_SECONDS:
        _logged_at = time.monotonic()
        logger.error("Redis does not answer, attempts are not counted: %s", fault)
