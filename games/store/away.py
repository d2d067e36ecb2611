"""Whether the database could not be had at all: that is no single table's fault."""

import sqlite3

from psycopg_pool import PoolTimeout


def is_away(error: BaseException) -> bool:
    """Whether all waiting for the database, or for its lock, was in vain: to ask again would take as long."""
    cause = error.__cause__
    return isinstance(cause, PoolTimeout) or getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
