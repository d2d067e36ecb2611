"""How many messages may come: a bucket for each account, which fills slowly; the clock is an argument."""

from typing import NamedTuple

from cachetools import LRUCache


class Rate(NamedTuple):
    """How many messages may come at once, and how many on average."""

    burst: int
    per_second: float


PEOPLE = Rate(120, 40.0)
"""A person's, in all their tabs; a stranger's, for each socket."""
BOTS = Rate(60, 10.0)
"""A bot's account, at all its tables: what several games at once need, and no flood."""


class Bucket:
    """Lets through bursts and an average, as the rate says."""

    def __init__(self, now: float, rate: Rate) -> None:
        self._level = float(rate.burst)
        self._at = now
        self._rate = rate

    def take(self, now: float) -> bool:
        """Whether one more message may come at `now` (seconds of any steady clock)."""
        self._level = min(self._rate.burst, self._level + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


REMEMBERED = 10_000
"""Accounts; who sent nothing since so many others did finds a full bucket, as after some seconds anyway."""
_buckets: LRUCache[tuple[int, bool], Bucket] = LRUCache(REMEMBERED)


def bucket_of(user_id: int | None, now: float, *, bot: bool = False) -> Bucket:
    """One bucket for all sockets of an account, so that to connect anew fills none; one for each stranger."""
    if user_id is None:
        return Bucket(now, PEOPLE)
    return _buckets.setdefault((user_id, bot), Bucket(now, BOTS if bot else PEOPLE))


def forget_buckets() -> None:
    """Begin anew, as a new process does."""
    _buckets.clear()
