"""Tells apart errors of the database itself and errors of a single table."""

import sqlite3

from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, ProgrammingError
from psycopg_pool import PoolTimeout


def is_unreachable(error: BaseException) -> bool:
    """Whether waiting for the database or its lock timed out, so that another attempt would take as long."""
    cause = error.__cause__
    return isinstance(cause, PoolTimeout) or getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def is_storage_fault(error: BaseException) -> bool:
    """Whether the error suggests that the database cannot store anything, for example on a full disk."""
    of_the_rows = isinstance(error, DataError | IntegrityError | ProgrammingError)
    return isinstance(error, DatabaseError | InterfaceError) and not of_the_rows
