"""A Redis cache that the site can do without: while Redis is down, every key counts as missing."""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis import RedisError

logger = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""Seconds after a failure before Redis is tried again, so that not every request waits for it."""
LOG_INTERVAL_SECONDS = 60.0
"""Minimum seconds between two log lines about a Redis failure."""

T = TypeVar("T")
_rests_until = 0.0
# A monotonic clock may start at 0 when the machine boots; even then, the first failure is logged.
_logged_at = -LOG_INTERVAL_SECONDS


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, for rate limits. While Redis is down, nothing is stored or found."""

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Store a value if its key does not exist yet, and return whether it was stored.

        While Redis is down, store nothing but return True, so that a caller that uses the key as a lock can
        continue.
        """
        return _call_redis(lambda: super(ForgivingRedisCache, self).add(*args, **kwargs), True)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        """Return the value of a key. Return `default` if the key does not exist or Redis is down."""
        return _call_redis(lambda: super(ForgivingRedisCache, self).get(key, default, version), default)

    def get_many(self, keys: Any, version: Any = None) -> dict[Any, Any]:
        """Return the existing keys with their values. The dictionary is empty while Redis is down."""
        return _call_redis(lambda: super(ForgivingRedisCache, self).get_many(keys, version), {})

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Store a value under a key. Do nothing while Redis is down."""
        _call_redis(lambda: super(ForgivingRedisCache, self).set(*args, **kwargs), None)

    def set_many(self, data: Any, *args: Any, **kwargs: Any) -> list[Any]:
        """Store each value in `data` under its key, and return the keys that could not be stored.

        While Redis is down, these are all keys.
        """
        return _call_redis(
            lambda: super(ForgivingRedisCache, self).set_many(data, *args, **kwargs), list(data)
        )

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Delete a key, and return whether the key existed. Return False while Redis is down."""
        return _call_redis(lambda: super(ForgivingRedisCache, self).delete(*args, **kwargs), False)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """Add `delta` to a stored number, and return the new number.

        Raise ValueError if the key does not exist or Redis is down.
        """
        count: int | None = _call_redis(
            lambda: super(ForgivingRedisCache, self).incr(key, delta, version), None
        )
        if count is None:
            raise ValueError("Nothing is counted while Redis is down.")
        return count


def _call_redis(query: Callable[[], T], fallback: T) -> T:
    """Return the result of `query`, or `fallback` if Redis fails or has failed in the last RETRY_SECONDS."""
    global _rests_until
    # A circuit breaker: while Redis is away, nobody waits for it again.
    if time.monotonic() < _rests_until:
        return fallback
    try:
        return query()
    except RedisError as error:
        _rests_until = time.monotonic() + RETRY_SECONDS
        _log_failure(error)
        return fallback


def _log_failure(error: RedisError) -> None:
    """Log a Redis failure, at most once every LOG_INTERVAL_SECONDS."""
    global _logged_at
    if time.monotonic() - _logged_at >= LOG_INTERVAL_SECONDS:
        _logged_at = time.monotonic()
        logger.error("Redis does not answer, attempts are not counted: %s", error)
