"""What a hub knows of a socket and of what it shows."""

from typing import Protocol

from core.realtime.health import ConnectionHealth
from core.refusal import Refusal


class Connection(Protocol):
    """What a hub knows of a socket."""

    user_id: int | None
    number: int
    """The number of the topic's newest snapshot that this socket has been sent."""
    has_first_update: bool
    health: ConnectionHealth

    def put(self, text: str) -> None:
        """Send a frame without waiting for it."""

    async def close_with_bye(self, code: int) -> None:
        """Send the `bye` frame with this close code, then close."""

    async def refuse(self, refusal: Refusal) -> None:
        """Say why there is nothing to see here, and close."""


class Numbered(Protocol):
    """A snapshot of a topic, whose number grows with each change."""

    @property
    def number(self) -> int: ...
