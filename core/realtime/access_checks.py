"""Closes sockets whose access was revoked: soon after a bus message, and otherwise by a regular check."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Generic, TypeVar

from core.realtime.close_codes import ACCESS_REVOKED
from core.realtime.connection import Connection
from core.realtime.event_loop import EventLoopBound

ACCESS_CHECK_INTERVAL_SECONDS = 10.0
"""Seconds between checks of all sockets for access that has ended without a bus message, as by expiry."""

Subscriber = TypeVar("Subscriber", bound=Connection)


class AccessChecks(EventLoopBound, ABC, Generic[Subscriber]):
    """The part of a hub that checks whether its sockets' access has ended."""

    def __init__(self) -> None:
        """Bind this object to the running event loop, and start to check its sockets' access regularly."""
        super().__init__()
        self.run_every(
            lambda: ACCESS_CHECK_INTERVAL_SECONDS, lambda: self.check_access(self.all_connections())
        )

    @abstractmethod
    def all_connections(self) -> list[Subscriber]:
        """Return all WebSocket connections that this object serves."""

    @abstractmethod
    async def find_sockets_without_access(self, connections: Collection[Subscriber]) -> list[Subscriber]:
        """Return those of the `connections` that have lost access.

        Access ends when the login ends or the user is deactivated.
        """

    def check_access_of_user(self, user_id: int) -> None:
        """Start a task that checks all sockets of one user, and closes each one whose access has ended."""
        self.start_task(
            self.check_access([each for each in self.all_connections() if each.user_id == user_id])
        )

    async def check_access(self, connections: Collection[Subscriber]) -> None:
        """Close each socket in `connections` whose access has ended, after a `bye` message to it."""
        if not connections:
            return
        revoked = await self.find_sockets_without_access(connections)
        # Concurrently, so that a client that does not read does not delay the other closes.
        await asyncio.gather(*(connection.close_with_bye(ACCESS_REVOKED) for connection in revoked))
