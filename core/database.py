"""Database access from the event loop: in a thread, as in Channels, but SQLite's connection stays open.

Channels closes each connection after each call. Reopening SQLite, with all the pragmas that Django sets,
takes longer than most queries, and only one thread does it. A connection to a database server is returned to
its pool at once.

SQLite's connections stay open after errors, too. They do not break as connections to a server do, and the
first connection to a file creates the index of its write-ahead log: if a full disk made the process close all
of them, nothing could be read any more, either.
"""

import asyncio
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import SyncToAsync
from django.db import connections
from django.db.backends.utils import CursorWrapper

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class DatabaseSyncToAsync(SyncToAsync[Arguments, Result]):
    """Makes a function that uses the database awaitable."""

    def thread_handler(self, loop: asyncio.AbstractEventLoop, *args: Any, **kwargs: Any) -> Any:
        """Call the wrapped function.

        Before and after, close this thread's unusable or expired database connections.
        """
        _close_unusable_connections()
        try:
            # asgiref annotates only what its users call.
            return super().thread_handler(loop, *args, **kwargs)  # type: ignore[no-untyped-call]
        finally:
            _close_unusable_connections()


database_sync_to_async = DatabaseSyncToAsync


def prepared_cursor() -> CursorWrapper:
    """Return a PostgreSQL cursor that turns frequently used statements into prepared statements."""
    # It then parses and plans a statement only once for each connection. Django's own cursors put the
    # parameters into the text, which is parsed every time.
    # Here, so that a server on SQLite starts without loading the driver.
    from psycopg import Cursor

    database = connections["default"]
    database.ensure_connection()
    cursor: Any = Cursor(database.connection)
    # Wrapped as Django's own are: errors are translated, and queries are logged if Django logs them.
    return database.make_debug_cursor(cursor) if database.queries_logged else database.make_cursor(cursor)


def close_server_connections() -> None:
    """Close all of this thread's connections to database servers. Connections to SQLite stay open.

    Call this after a database failure, when the connections may be broken.
    """
    for connection in connections.all(initialized_only=True):
        if connection.vendor != "sqlite":
            connection.close()


def _close_unusable_connections() -> None:
    """Close this thread's database connections that are unusable or past their maximum age.

    Connections to SQLite stay open.
    """
    for connection in connections.all(initialized_only=True):
        # An open SQLite connection costs nothing; a database server allows only a limited number.
        if connection.vendor != "sqlite":
            connection.close_if_unusable_or_obsolete()
