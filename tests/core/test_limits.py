"""How often somebody may try something."""

from datetime import timedelta

import pytest

from core import limits
from core.limits import Limit, count_attempt, forget_attempts
from core.refusal import Throttled
from tests.support.accounts import NOW

THREE_A_MINUTE = Limit("test", 3, 60)


def _try(who="alice 10.0.0.1", now=NOW):
    count_attempt(limit=THREE_A_MINUTE, key=who, now=now)


def test_one_attempt_too_many_is_refused_with_the_seconds_to_wait():
    for _ in range(3):
        _try()
    with pytest.raises(Throttled) as refusal:
        _try(now=NOW + timedelta(seconds=20))
    assert refusal.value.wait == 40


def test_the_next_window_counts_anew():
    for _ in range(3):
        _try()
    _try(now=NOW + timedelta(seconds=60))


def test_everybody_is_counted_alone_but_case_makes_nobody_else():
    for _ in range(3):
        _try()
    _try(who="bob 10.0.0.1")
    with pytest.raises(Throttled):
        _try(who="ALICE 10.0.0.1")


def test_attempts_can_be_forgotten():
    for _ in range(3):
        _try()
    forget_attempts(limit=THREE_A_MINUTE, key="alice 10.0.0.1", now=NOW)
    _try()


def test_a_visitors_count_outlasts_many_others():
    for _ in range(3):
        _try()
    for number in range(1000):
        _try(who=f"10.0.{number // 256}.{number % 256}")
    with pytest.raises(Throttled):
        _try()


def test_a_count_that_vanishes_meanwhile_is_no_fault(monkeypatch):
    monkeypatch.setattr(limits.cache, "add", lambda *args, **kwargs: True)
    _try()


def test_rate_limits_off_counts_nothing(settings):
    settings.RATE_LIMITS = False
    for _ in range(10):
        _try()
