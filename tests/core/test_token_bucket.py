"""A token bucket lets a burst through, and then a stream."""

import pytest

from core.token_bucket import Rate, TokenBucket


@pytest.mark.parametrize("rate", [Rate(120, 40.0), Rate(60, 10.0), Rate(1, 0.5)])
def test_a_bucket_lets_a_burst_through_and_then_its_rate(rate: Rate):
    bucket = TokenBucket(100.0, rate)
    assert sum(bucket.take(100.0) for _ in range(rate.burst + 50)) == rate.burst
    assert sum(bucket.take(102.0) for _ in range(rate.burst + 50)) == min(rate.burst, 2 * rate.per_second)
    assert sum(bucket.take(1e6) for _ in range(2 * rate.burst)) == rate.burst


def test_a_refused_call_takes_nothing():
    bucket = TokenBucket(0.0, Rate(1, 1.0))
    assert bucket.take(0.0)
    assert not bucket.take(0.5)
    assert bucket.take(1.0)
