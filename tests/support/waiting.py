"""The timeout of tests."""

import time
from collections.abc import Callable

WAIT_TIMEOUT = 300
"""Seconds. What is waited for comes at once on an idle machine; a busy one must not fail a test."""
LOOK_INTERVAL = 0.02


def wait_until(happened: Callable[[], bool], say: Callable[[], str] = lambda: "stuck") -> None:
    """Look again and again; `say` tells what the matter is when it never happens."""
    ends = time.monotonic() + WAIT_TIMEOUT
    while not happened():
        assert time.monotonic() < ends, say()
        time.sleep(LOOK_INTERVAL)
