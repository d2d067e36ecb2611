"""Tells apart errors of the database itself and errors of a single table."""

import sqlite3

from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, ProgrammingError


def is_wait_timeout(error: BaseException) -> bool:
    """Return whether an error was caused by waiting too long for a database connection or SQLite's lock."""
    # Here, because PostgreSQL's driver takes a while to load, which a start with SQLite can do without.
    from psycopg_pool import PoolTimeout

    # Another attempt would probably time out as well.
    cause = error.__cause__
    return isinstance(cause, PoolTimeout) or getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def is_storage_error(error: BaseException) -> bool:
    """Return whether the database itself caused an error, for example because its disk is full."""
    of_the_rows = isinstance(error, DataError | IntegrityError | ProgrammingError)
    return isinstance(error, DatabaseError | InterfaceError) and not of_the_rows
