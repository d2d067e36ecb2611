"""The environment variables with which a server under test runs."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from tests.support.databases import new_database
from tests.support.servers import left_out

QUIET = {
    "BOT_PAUSE": "0",
    "RATE_LIMITS": "off",
    "MAX_OPEN_TABLES": "0",
    "EMAIL_URL": "dummymail://",
    "SECRET_KEY": "only for tests",
    "SQLITE_SYNCHRONOUS": "OFF",
}
OURS = {
    "PORT",
    "DATABASE_URL",
    "REDIS_URL",
    "REDIS_PREFIX",
    "ALLOWED_HOSTS",
    "DEBUG",
    "RATE_LIMITS",
}


@contextmanager
def environment(backend: str, folder: Path, *, migrated: bool = True) -> Iterator[dict[str, str]]:
    """SQLite alone, or PostgreSQL with Redis; the database is new, and is gone afterwards."""
    inherited = {name: value for name, value in os.environ.items() if name not in OURS}
    with new_database(backend, folder, migrated=migrated) as url:
        quiet = {**inherited, **QUIET, "DATABASE_URL": url}
        if backend == "sqlite":
            yield quiet
        else:
            yield {**quiet, "REDIS_URL": _broker(), "REDIS_PREFIX": uuid.uuid4().hex}


def _broker() -> str:
    url = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")
    try:
        redis.Redis.from_url(url).ping()
    except redis.RedisError:
        left_out("there is no Redis server (TEST_REDIS_URL)")
    return url
