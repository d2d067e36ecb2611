"""Tells apart errors of the database itself and errors of a single table."""

import sqlite3

from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, ProgrammingError


def is_wait_timeout(error: BaseException) -> bool:
    """Whether an error was caused by waiting too long for a database connection or for SQLite's lock."""
    # Here, because PostgreSQL's driver takes a while to load, which a start with SQLite can do without.
    from psycopg_pool import PoolTimeout

    # Another attempt would probably time out as well.
    cause = error.__cause__
    return isinstance(cause, PoolTimeout) or getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def is_storage_error(error: BaseException) -> bool:
    """Whether an error means that the database itself fails now, for example because its disk is full.

    Return False for an error that the statement or its values have caused.
    """
    of_the_rows = isinstance(error, DataError | IntegrityError | ProgrammingError)
    return isinstance(error, DatabaseError | InterfaceError) and not of_the_rows
