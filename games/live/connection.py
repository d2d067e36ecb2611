"""What the hubs of games know of a socket, beyond what all hubs know."""

from typing import Protocol

from core.realtime.connection import Connection
from games.live.access import Credentials


class LobbyConnection(Connection, Credentials, Protocol):
    """A socket with what it was opened with."""


class TableConnection(LobbyConnection, Protocol):
    """A socket at a table."""

    viewer: int | None
    """The seat of the socket's user, None for spectators."""
