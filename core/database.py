"""How code on the event loop asks the database: in a thread, as Channels does, but SQLite's file stays open.

Channels lets go of each connection after each call. To open SQLite's file anew, with all that Django tells
it, takes longer than most of what is asked, and there is one thread that does. A connection to a server goes
back to its pool at once, and one on which something failed is looked at and closed in any case.
"""

import asyncio
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import SyncToAsync
from django.db import connections

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class DatabaseSyncToAsync(SyncToAsync[Arguments, Result]):
    """A function that uses the database, to be awaited."""

    def thread_handler(self, loop: asyncio.AbstractEventLoop, *args: Any, **kwargs: Any) -> Any:
        """In the thread: the call, between two looks at its connections."""
        _let_go()
        try:
            # asgiref annotates what its users call, not this.
            return super().thread_handler(loop, *args, **kwargs)  # type: ignore[no-untyped-call]
        finally:
            _let_go()


database_sync_to_async = DatabaseSyncToAsync


def _let_go() -> None:
    for connection in connections.all(initialized_only=True):
        if connection.vendor != "sqlite" or connection.errors_occurred:
            connection.close_if_unusable_or_obsolete()
