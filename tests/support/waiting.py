"""The timeout of tests."""

import time
from collections.abc import Callable

WAIT_TIMEOUT = 300
"""Seconds; on an idle machine everything comes at once, and a busy one must not fail a test."""
LOOK_INTERVAL = 0.02


def wait_until(happened: Callable[[], bool], say: Callable[[], str] = lambda: "stuck") -> None:
    """Poll until `happened()` is true; `say` describes the problem if it never is."""
    ends = time.monotonic() + WAIT_TIMEOUT
    while not happened():
        assert time.monotonic() < ends, say()
        time.sleep(LOOK_INTERVAL)
