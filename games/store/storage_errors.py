"""Tells apart errors of the database itself and errors of a single table."""

import sqlite3

from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, ProgrammingError


def is_wait_timeout(error: BaseException) -> bool:
    """Whether an error is a timeout of waiting for a database connection or for SQLite's lock."""
    # Here, because PostgreSQL's driver takes a while to load, which a start with SQLite can do without.
    from psycopg_pool import PoolTimeout

    # Another attempt would probably time out as well.
    cause = error.__cause__
    return isinstance(cause, PoolTimeout) or getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def is_storage_error(error: BaseException) -> bool:
    """Whether an error means that the database cannot store anything now, for example on a full disk.

    Return False if the statement or its values have caused the error.
    """
    of_the_rows = isinstance(error, DataError | IntegrityError | ProgrammingError)
    return isinstance(error, DatabaseError | InterfaceError) and not of_the_rows
