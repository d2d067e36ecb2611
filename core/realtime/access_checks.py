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
        """Bind this object to the running event loop, and start a task that checks all its connections.

        Every ACCESS_CHECK_INTERVAL_SECONDS, the task closes the connections whose access has ended.
        """
        super().__init__()
        self.run_every(
            lambda: ACCESS_CHECK_INTERVAL_SECONDS,
            lambda: self.close_connections_without_access(self.all_connections()),
        )

    @abstractmethod
    def all_connections(self) -> list[Subscriber]:
        """Return all WebSocket connections that this object serves."""

    @abstractmethod
    async def find_connections_without_access(self, connections: Collection[Subscriber]) -> list[Subscriber]:
        """Return the WebSocket connections in `connections` whose access has ended.

        Access ends when the login ends or the user is deactivated.
        """

    def check_access_of_user(self, user_id: int) -> None:
        """Start a task that checks all sockets of one user, and closes each one whose access has ended."""
        of_user = [each for each in self.all_connections() if each.user_id == user_id]
        self.start_task(self.close_connections_without_access(of_user))

    async def close_connections_without_access(self, connections: Collection[Subscriber]) -> None:
        """Send a `bye` message to each connection whose access has ended, and close the connection.

        Do nothing if `connections` is empty.
        """
        if not connections:
            return
        revoked = await self.find_connections_without_access(connections)
        # Concurrently, so that a client that does not read does not delay the other closes.
        await asyncio.gather(*(connection.close_with_bye(ACCESS_REVOKED) for connection in revoked))
