"""Keeps the log short and free of secrets: one line for a client's mistake, and no database rows."""

import logging
import re
import time
from collections.abc import Callable

DETAIL = re.compile(r"DETAIL: .*?(?=^The above exception|^During handling|\Z)", re.MULTILINE | re.DOTALL)
"""The DETAIL part of a PostgreSQL error: it contains rows, and so hands and bids."""


class TracebackFilter(logging.Filter):
    """Drops the traceback of records about refused requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback from a record about a request that the server has refused.

        Such a record has a 4xx status code or comes from a `django.security` logger. Always return True, so
        that every record is logged.
        """
        refused = 400 <= getattr(record, "status_code", 500) < 500
        if refused or record.name.startswith("django.security"):
            record.exc_info = None
            # A formatter that came earlier may have kept the traceback here.
            record.exc_text = None
        return True


class RepetitionFilter(logging.Filter):
    """Limits a repeated traceback to one line a minute: while Redis is down, a library logs one
    every second.
    """

    EVERY = 60.0

    def __init__(self, name: str = "", monotonic_clock: Callable[[], float] = time.monotonic) -> None:
        """Create the filter.

        `monotonic_clock` returns the time in seconds. `name`, a parameter of logging.Filter, has no effect.
        """
        super().__init__(name)
        self._monotonic_clock = monotonic_clock
        self._said_at: dict[str, float] = {}
        """When an exception was last logged, by the name of its type."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log the record: each type of exception is logged at most once a minute.

        In a record that is logged, replace the exception's traceback by a single line. Return True for a
        record without an exception, and leave the record unchanged.
        """
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        kind, now = type(error).__name__, self._monotonic_clock()
        if now - self._said_at.get(kind, now - self.EVERY) < self.EVERY:
            return False
        self._said_at[kind] = now
        record.msg = f"{record.getMessage()}: {kind}: {error} (the same again is left out for a minute)"
        record.args = None
        record.exc_info = record.exc_text = None
        return True


class DiscreetFormatter(logging.Formatter):
    """Removes database rows from log records."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a log record without the DETAIL of PostgreSQL errors, which contains database rows."""
        return DETAIL.sub("DETAIL: (left out)\n", super().format(record)).rstrip("\n")
