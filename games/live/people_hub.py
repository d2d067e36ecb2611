"""The base of hubs whose sockets are closed when their users' access ends."""

from collections.abc import Collection, Hashable
from typing import TypeVar

from django.utils import timezone

from core.database import database_sync_to_async
from core.realtime.connection import VersionedSnapshot
from core.realtime.hub import Hub
from games.broadcast import Access
from games.live.access import find_revoked_sockets
from games.live.connection import LobbyConnection

Topic = TypeVar("Topic", bound=Hashable)
Snapshot = TypeVar("Snapshot", bound=VersionedSnapshot)
Socket = TypeVar("Socket", bound=LobbyConnection)


class PeopleHub(Hub[Topic, Snapshot, Socket]):
    """Closes sockets whose token or session has ended, or whose user was barred."""

    def __init__(self) -> None:
        """Create a hub that checks a user's sockets when an `Access` message about this user arrives."""
        super().__init__()
        self.on_message(Access, lambda message: self.check_access_of_user(message.user_id))

    async def find_connections_without_access(self, connections: Collection[Socket]) -> list[Socket]:
        """Return the sockets whose token or session is no longer valid, or whose account is inactive."""
        return await database_sync_to_async(find_revoked_sockets)(connections, now=timezone.now())
