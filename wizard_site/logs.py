"""Keeps the log short and discreet: a client's mistake is one line, and no row of the database is shown."""

import logging
import re

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


class Discreet(logging.Formatter):
    """Leaves out the rows that the database shows in its errors."""

    def format(self, record: logging.LogRecord) -> str:
        """The whole record, its traceback included, without them."""
        return DETAIL.sub("DETAIL: (left out)\n", super().format(record)).rstrip("\n")
