"""Connections at a hub that keep what they were told."""

import asyncio
import json
import time
from collections.abc import Callable

from core.realtime.health import ConnectionHealth


class Wire:
    """What the hub knows of a connection, and what it was told."""

    token_id = None
    session = None

    def __init__(self, user_id: int | None = None, on_text: Callable[[], None] = lambda: None) -> None:
        self.user_id = user_id
        self.viewer: int | None = None
        self.health = ConnectionHealth(time.monotonic())
        self.number = -1
        self.has_first_update = False
        self.told: list[dict] = []
        self._on_text = on_text

    def put(self, text: str) -> None:
        self.told.append(json.loads(text))
        self._on_text()

    async def close_with_bye(self, code: int) -> None:
        raise AssertionError(code)

    def updates(self) -> list[dict]:
        return [frame for frame in self.told if frame["type"] == "update"]


async def settled(room) -> None:
    """Everything that the hub has begun is done."""
    while tasks := list(room._tasks):
        await asyncio.wait(tasks)
