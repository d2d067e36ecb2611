"""Rate limits for messages: each account has one token bucket, which all its sockets share."""

from cachetools import LRUCache

from core.token_bucket import Rate, TokenBucket

PERSON_RATE = Rate(120, 40.0)
"""The rate for a person in all tabs together, and for each socket without an account."""
BOT_RATE = Rate(60, 10.0)
"""The rate for a bot's account at all its tables: enough for several games at once."""
MAX_BUCKETS = 10_000
"""A discarded account starts with a full bucket, which an idle one has after a few seconds anyway."""
_buckets: LRUCache[tuple[int, bool], TokenBucket] = LRUCache(MAX_BUCKETS)


def get_token_bucket(user_id: int | None, now: float, *, is_bot: bool = False) -> TokenBucket:
    """Return the token bucket that limits how many messages an account may send.

    All sockets of the account share it. If `user_id` is None, return a new bucket, for one socket. Bots have
    a lower rate than people. `now` is a monotonic time in seconds.
    """
    if user_id is None:
        return TokenBucket(now, PERSON_RATE)
    # The key has `is_bot`, so that an account that becomes a bot's gets a bucket at its new rate.
    return _buckets.setdefault((user_id, is_bot), TokenBucket(now, BOT_RATE if is_bot else PERSON_RATE))


def forget_buckets() -> None:
    """Delete the token buckets of all accounts, which resets the rate limits of messages."""
    _buckets.clear()
