"""Whether the database could not be had, or could store nothing: that is no single table's fault."""

import sqlite3

from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, ProgrammingError
from psycopg_pool import PoolTimeout


def is_away(error: BaseException) -> bool:
    """Whether all waiting for the database, or for its lock, was in vain: to ask again would take as long."""
    cause = error.__cause__
    return isinstance(cause, PoolTimeout) or getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def is_storage_fault(error: BaseException) -> bool:
    """Whether nothing might be stored just now, for a full disk, say, whatever it is."""
    of_the_rows = isinstance(error, DataError | IntegrityError | ProgrammingError)
    return isinstance(error, DatabaseError | InterfaceError) and not of_the_rows
