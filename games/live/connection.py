"""The interfaces that the games' hubs require of a socket, beyond those of all hubs."""

from typing import Protocol

from core.realtime.connection import Connection
from games.live.access import Credentials
from games.rules.marks import SeatMarks


class LobbyConnection(Connection, Credentials, Protocol):
    """A socket in the lobby, with the credentials that opened it."""


class TableConnection(LobbyConnection, Protocol):
    """A socket at a table."""

    viewer: int | None
    """The seat of the socket's user, or None for spectators."""
    marks: SeatMarks
    """The viewer's marks (premoves) in the last view of the table (sight) that this socket has been sent."""
