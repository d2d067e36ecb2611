"""The parts of sockets and of topics' snapshots that a hub uses."""

from typing import Protocol

from core.realtime.health import ConnectionHealth
from core.refusal import Refusal


class Connection(Protocol):
    """The part of a socket that a hub uses."""

    user_id: int | None
    number: int
    """The version number of the newest snapshot that was sent to this socket."""
    has_first_update: bool
    health: ConnectionHealth

    def put(self, text: str) -> None:
        """Queue a text frame for the client, and return without waiting until it is sent."""

    async def close_with_bye(self, code: int) -> None:
        """Send a `bye` message that contains a WebSocket close code, and close the socket with this code."""

    async def refuse(self, refusal: Refusal) -> None:
        """Send the error code and message of `refusal` to the client, and close the socket."""


class VersionedSnapshot(Protocol):
    """A snapshot of a topic, with a version number that increases with each change of the topic."""

    @property
    def number(self) -> int:
        """The version number of the snapshot. Each change of the topic increases it."""
