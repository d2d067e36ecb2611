"""Queued moves on the wire."""

from typing import TypedDict


class MoveQueue(TypedDict):
    """The caller's queued moves at a slow table."""

    moves: list[str]
    """As typed, the next one first: each is made on the caller's turn if it is legal then."""
    report: str | None
    """Why the queue before this one was dropped; null if it was not, and once moves are queued or dropped."""
