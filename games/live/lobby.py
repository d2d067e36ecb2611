"""The hub of the lobby: sends the list of open tables, soon after each change."""

import asyncio
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.utils import timezone

from core.database import database_sync_to_async
from core.realtime.hub import Hub, SharedFrames
from games import broadcast
from games.live import protocol
from games.live.access import revoked
from games.live.connection import LobbyConnection
from games.live.hub import LOOK_INTERVAL_SECONDS
from games.selectors import tables

LOBBY = "lobby"
"""The lobby hub's only topic."""
UPDATE_INTERVAL_SECONDS = 0.3
"""The least time between two updates, however much happens at tables."""


class TableList(NamedTuple):
    """The frame that lists the open tables; its number is this process's own."""

    number: int
    text: str


class LobbyHub(Hub[str, TableList, LobbyConnection]):
    """The sockets in the lobby."""

    topic_name = "The"

    def __init__(self) -> None:
        super().__init__()
        self._newest_list = TableList(0, "")
        self._update: asyncio.Task[None] | None = None
        """Under way or waiting for its time."""
        self.listen(broadcast.Wake, self._hear_wake)
        self.on_message(broadcast.Access, lambda message: self.check_access_of(message.user_id))

    def _hear_wake(self, wake: broadcast.Wake) -> None:
        if wake.lobby:
            self.wake_soon(LOBBY)

    def wake(self, topic: str, number: int | None = None) -> None:
        """Send the list after a while, once for everything that happens until then."""
        if topic in self._subscribers and self._update is None:
            self._update = self.loop.create_task(self._wake_later())

    async def _wake_later(self) -> None:
        await asyncio.sleep(UPDATE_INTERVAL_SECONDS)
        self._update = None
        super().wake(LOBBY)

    def look_interval(self) -> float:
        return LOOK_INTERVAL_SECONDS

    async def look_for_changes(self) -> None:
        """Read the list anew; the lobby has no number in the database."""
        self.wake(LOBBY)

    async def read_numbers(self, topics: list[str]) -> Mapping[str, int | None]:
        return {LOBBY: self._newest_list.number}

    async def read(self, topic: str, at_least: int | None = None) -> TableList:
        text = protocol.tables(await database_sync_to_async(tables.open_tables)())
        if text != self._newest_list.text:
            self._newest_list = TableList(self._newest_list.number + 1, text)
        return self._newest_list

    async def find_revoked(self, connections: Collection[LobbyConnection]) -> list[LobbyConnection]:
        return await database_sync_to_async(revoked)(connections, now=timezone.now())

    def send_update(
        self,
        topic: str,
        snapshot: TableList,
        connection: LobbyConnection,
        shared: SharedFrames,
        *,
        is_full: bool = False,
    ) -> None:
        connection.number = snapshot.number
        self.send(connection, snapshot.text)
