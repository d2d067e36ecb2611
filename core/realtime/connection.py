"""The parts of sockets and of topics' snapshots that a hub uses."""

from typing import Protocol

from core.realtime.health import ConnectionHealth
from core.refusal import Refusal


class Connection(Protocol):
    """The part of a socket that a hub uses."""

    user_id: int | None
    number: int
    """The number (version) of the newest snapshot that this socket has been sent."""
    has_first_update: bool
    health: ConnectionHealth

    def put(self, text: str) -> None:
        """Send a text frame, without waiting until it has been sent."""

    async def close_with_bye(self, code: int) -> None:
        """Send a `bye` frame with this close code, then close the socket."""

    async def refuse(self, refusal: Refusal) -> None:
        """Send a refusal, which says why the topic cannot be shown to this client, and close the socket."""


class Numbered(Protocol):
    """A snapshot of a topic; its number (version) grows with each change of the topic."""

    @property
    def number(self) -> int:
        """Return the snapshot's version number, which grows with each change of the topic."""
