"""Keeps the log short: a client's mistake is one line, only the server's own faults bring a traceback."""

import logging


class OneLine(logging.Filter):
    """Drops the traceback of records about refused requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        refused = 400 <= getattr(record, "status_code", 500) < 500
        if refused or record.name.startswith("django.security"):
            record.exc_info = None
            record.exc_text = None
        return True
