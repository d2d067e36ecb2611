"""What the hubs of games need of a socket, beyond what all hubs need."""

from typing import Protocol

from core.realtime.connection import Connection
from games.live.access import Credentials
from games.rules.marks import SeatMarks


class LobbyConnection(Connection, Credentials, Protocol):
    """A socket in the lobby, with the credentials that opened it."""


class TableConnection(LobbyConnection, Protocol):
    """A socket at a table."""

    viewer: int | None
    """The seat of the socket's user, None for spectators."""
    marks: SeatMarks
    """What the viewer had marked in the newest sight that this socket has been sent."""
