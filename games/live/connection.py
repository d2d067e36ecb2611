"""What the hubs of games know of a socket, beyond what all hubs know."""

from typing import Protocol

from accounts.sessions import HeldSession
from core.realtime.connection import Connection


class LobbyConnection(Connection, Protocol):
    """A socket with what it was opened with."""

    token_id: int | None
    session: HeldSession | None


class TableConnection(LobbyConnection, Protocol):
    """A socket at a table."""

    viewer: int | None
    """The seat of the socket's user, None for spectators."""
