"""Queued moves on the wire."""

from typing import TypedDict


class MoveQueue(TypedDict):
    """The caller's queued moves at a slow table."""

    moves: list[str]
    """The moves as typed, the next move first. Each is made on the caller's turn if it is legal then."""
    report: str | None
    """Why the previous queue was dropped; null if it was not, or after the caller has changed the queue."""
