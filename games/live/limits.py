"""How many messages sockets may send: one token bucket for each account, shared by all its sockets."""

from cachetools import LRUCache

from core.token_bucket import Rate, TokenBucket

PERSON_RATE = Rate(120, 40.0)
"""For a person, in all their tabs together, and for each socket without an account."""
BOT_RATE = Rate(60, 10.0)
"""For a bot's account at all its tables: enough for several games at once, and no flood."""
MAX_BUCKETS = 10_000
"""A forgotten account starts with a full bucket, which an idle one has after some seconds anyway."""
_buckets: LRUCache[tuple[int, bool], TokenBucket] = LRUCache(MAX_BUCKETS)


def bucket_of(user_id: int | None, now: float, *, bot: bool = False) -> TokenBucket:
    """An account's bucket, so that to reconnect refills nothing; without an account, a new one."""
    if user_id is None:
        return TokenBucket(now, PERSON_RATE)
    return _buckets.setdefault((user_id, bot), TokenBucket(now, BOT_RATE if bot else PERSON_RATE))


def forget_buckets() -> None:
    """Empty the process's memory, as after a restart."""
    _buckets.clear()
