"""Keeps the log short and discreet: a client's mistake is one line, and no row of the database is shown."""

import logging
import re
import time
from collections.abc import Callable

DETAIL = re.compile(r"DETAIL: .*?(?=^The above exception|^During handling|\Z)", re.MULTILINE | re.DOTALL)
"""What PostgreSQL adds to an error, up to the next exception: it shows whole rows, and so hands and bids."""


class OneLine(logging.Filter):
    """Drops the traceback of records about refused requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        refused = 400 <= getattr(record, "status_code", 500) < 500
        if refused or record.name.startswith("django.security"):
            record.exc_info = None
            record.exc_text = None
        return True


class Seldom(logging.Filter):
    """For a library that shows the same traceback each second while Redis is away: one line a minute."""

    EVERY = 60.0

    def __init__(self, name: str = "", steady: Callable[[], float] = time.monotonic) -> None:
        super().__init__(name)
        self._steady = steady
        self._said_at: dict[str, float] = {}
        """When an error was last shown, by its kind."""

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        if fault is None:
            return True
        kind, now = type(fault).__name__, self._steady()
        if now - self._said_at.get(kind, now - self.EVERY) < self.EVERY:
            return False
        self._said_at[kind] = now
        record.msg = f"{record.getMessage()}: {kind}: {fault} (the same again is left out for a minute)"
        record.args = None
        record.exc_info = record.exc_text = None
        return True


class Discreet(logging.Formatter):
    """Leaves out the rows that the database shows in its errors."""

    def format(self, record: logging.LogRecord) -> str:
        """The whole record, its traceback included, without them."""
        return DETAIL.sub("DETAIL: (left out)\n", super().format(record)).rstrip("\n")
