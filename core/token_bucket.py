"""A token bucket: allows bursts, and limits the average rate. The clock is an argument."""

from typing import NamedTuple


class Rate(NamedTuple):
    """The maximum number of calls at once, and per second on average."""

    burst: int
    per_second: float


class TokenBucket:
    """A bucket that starts full. Each call takes a token, and tokens are refilled at a fixed rate."""

    def __init__(self, now: float, rate: Rate) -> None:
        """Create a full bucket at the monotonic time `now`, in seconds.

        `rate` gives the bucket's size and how fast it is refilled.
        """
        self._tokens = float(rate.burst)
        self._filled_at = now
        self._rate = rate

    def take(self, now: float) -> bool:
        """Take a token from the bucket. Return False if the bucket is empty.

        `now` is a monotonic time in seconds.
        """
        refill = (now - self._filled_at) * self._rate.per_second
        self._tokens = min(self._rate.burst, self._tokens + refill)
        self._filled_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
