"""The lobby: a hub that sends the list of open tables soon after each change, and the socket that gets it."""

import asyncio
from collections.abc import Mapping
from typing import NamedTuple

from core.database import database_sync_to_async
from core.realtime.hub import SharedFrames
from games import broadcast
from games.live.connection import LobbyConnection
from games.live.consumers import LiveConsumer
from games.live.hub import POLL_INTERVAL_SECONDS
from games.live.matches import MatchFeed
from games.live.people import frames
from games.live.people_hub import PeopleHub
from games.selectors import tables

LOBBY = "lobby"
"""The topic of sockets that get the list."""
NO_TABLES = "no tables"
"""The topic of sockets that get no list. The hub only closes them when their access ends."""
UPDATE_INTERVAL_SECONDS = 0.3
"""Minimum time between two updates, however much happens at tables."""


class TableList(NamedTuple):
    """The frame that lists the open tables; `number` is its version in this process."""

    number: int
    text: str


class LobbyHub(PeopleHub[str, TableList, LobbyConnection]):
    """Keeps the sockets in the lobby up to date."""

    # With the topic's name, the log reads "The lobby cannot be shown".
    topic_name = "The"

    def __init__(self) -> None:
        """Create a hub without sockets, and start listening for changes to tables and match requests."""
        super().__init__()
        self._newest_list = TableList(0, "")
        self._update: asyncio.Task[None] | None = None
        """The task of the next update, if one is scheduled."""
        self.matches = MatchFeed(self)
        self.listen(broadcast.TableListingChanged, self._wake_lobby)

    async def join(self, topic: str, connection: LobbyConnection) -> None:
        """Subscribe a socket to the lobby, and send it the state of its user's search for a quick match.

        `topic` is LOBBY, or NO_TABLES for a socket that does not get the list of open tables.
        """
        await super().join(topic, connection)
        if connection in self.subscribers(topic):
            await self.matches.join(connection)

    def leave(self, topic: str, connection: LobbyConnection) -> None:
        """Stop sending the lobby's updates to a socket."""
        super().leave(topic, connection)
        self.matches.leave(connection)

    def _wake_lobby(self, message: broadcast.TableListingChanged) -> None:
        """Schedule an update of the lobby's list of open tables. May be called from any thread."""
        self.schedule_update(LOBBY)

    def update_subscribers(self, topic: str, number: int | None = None) -> None:
        """Schedule an update of the list of open tables, if none is scheduled yet.

        Ignore all topics except LOBBY. `number` is ignored.
        """
        # The update will include all changes made until it is sent.
        if topic == LOBBY and topic in self._subscribers and self._update is None:
            self._update = self.loop.create_task(self._send_list_later())

    async def _send_list_later(self) -> None:
        """Wait UPDATE_INTERVAL_SECONDS, then start a task that reads and sends the list of open tables."""
        await asyncio.sleep(UPDATE_INTERVAL_SECONDS)
        # Before the list is read: a change during the reading schedules another update.
        self._update = None
        super().update_subscribers(LOBBY)

    def poll_interval(self) -> float:
        """Return how many seconds to wait between checks of the list of open tables."""
        return POLL_INTERVAL_SECONDS

    async def poll_for_changes(self) -> None:
        """Read the list of open tables, and send it to the sockets that do not have its newest version."""
        # The list must be read, because the database stores no version number for it.
        if LOBBY in self._subscribers:
            await self.read_snapshot(LOBBY)
            await self.poll_topics([LOBBY])

    async def read_version_numbers(self, topics: list[str]) -> Mapping[str, int | None]:
        """Return a dict from LOBBY to the version number of the list of open tables that was read last.

        The number is 0 before the first read. `topics` is ignored.
        """
        return {LOBBY: self._newest_list.number}

    async def read_snapshot(self, topic: str, min_number: int | None = None) -> TableList:
        """Read the list of open tables from the database.

        The list has a new version number if it has changed since the last read. If `topic` is NO_TABLES (for
        sockets that get no list), read nothing and return an empty list. `min_number` is ignored.
        """
        if topic == NO_TABLES:
            return TableList(0, "")
        text = frames.encode_tables(await database_sync_to_async(tables.open_tables)())
        if text != self._newest_list.text:
            # The list gets a new version number only if it has changed.
            self._newest_list = TableList(self._newest_list.number + 1, text)
        return self._newest_list

    def send_update(
        self,
        topic: str,
        snapshot: TableList,
        connection: LobbyConnection,
        shared: SharedFrames,
        *,
        is_full: bool = False,
    ) -> None:
        """Send a socket the whole list of open tables. If `topic` is NO_TABLES, send nothing.

        `shared` and `is_full` are ignored.
        """
        connection.number = snapshot.number
        if topic == LOBBY:
            self.send(connection, snapshot.text)


class LobbyConsumer(LiveConsumer):
    """A socket that sends the list of open tables and the user's own changes; `?tables=0` omits the list."""

    topic = LOBBY

    async def start(self) -> None:
        """Join the lobby's hub. The hub sends the list of open tables, unless the URL has `?tables=0`."""
        if self.query.get("tables") == ["0"]:
            self.topic = NO_TABLES
        await LobbyHub.get_current().join(self.topic, self)

    def clean_up(self) -> None:
        """Unsubscribe the socket from the lobby's hub."""
        LobbyHub.get_current().leave(self.topic, self)
