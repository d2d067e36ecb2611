"""The cache in Redis, without which the site goes on: what can not be asked counts as not there."""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis import RedisError

logger = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""Seconds for which a Redis that failed is not asked again, so that not every request waits for it."""
LOG_INTERVAL_SECONDS = 60.0
"""Seconds between two lines of the log about it."""

T = TypeVar("T")
_rests_until = 0.0
_logged_at = -LOG_INTERVAL_SECONDS


class ForgivingRedisCache(RedisCache):
    """Django's cache for the counts of attempts: while Redis is down all is forgotten and nothing fails."""

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Done, as far as anyone can know: who adds a lock goes on."""
        return _asked(lambda: super(ForgivingRedisCache, self).add(*args, **kwargs), True)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        """The value or the default."""
        return _asked(lambda: super(ForgivingRedisCache, self).get(key, default, version), default)

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Keep it if possible."""
        _asked(lambda: super(ForgivingRedisCache, self).set(*args, **kwargs), None)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Whether there was something to delete."""
        return _asked(lambda: super(ForgivingRedisCache, self).delete(*args, **kwargs), False)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """The new count; ValueError where there is none, as always."""
        count: int | None = _asked(lambda: super(ForgivingRedisCache, self).incr(key, delta, version), None)
        if count is None:
            raise ValueError("Nothing is counted while Redis is down.")
        return count


def _asked(ask: Callable[[], T], otherwise: T) -> T:
    """The answer, or `otherwise` where Redis does not give one."""
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
    """One line now and then, however many requests there are."""
    global _logged_at
    if time.monotonic() - _logged_at >= LOG_INTERVAL_SECONDS:
        _logged_at = time.monotonic()
        logger.error("Redis does not answer, attempts are not counted: %s", fault)
