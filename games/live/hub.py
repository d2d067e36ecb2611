"""The hub of tables: hands each socket its own sight of its table, directly and without a channel layer."""

from collections.abc import Collection, Mapping
from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from accounts.signals import access_changed
from core.database import database_sync_to_async
from core.realtime import bus
from core.realtime.close_codes import FORBIDDEN
from core.realtime.hub import Hub, SharedFrames
from core.refusal import Refusal
from games import broadcast
from games.live import protocol
from games.live.access import revoked
from games.live.connection import TableConnection
from games.live.seat_presence import SeatPresence
from games.rules.errors import Quarantined
from games.selectors import tables
from games.selectors.table_sights import TableSights, cached_sights
from games.selectors.table_sights import table_sights as read_sights
from games.services.attendance.absence import come_back
from games.services.attendance.signs_of_life import note_arrival

LOOK_INTERVAL_SECONDS = 2.0
"""How often the tables' numbers are read for changes that the bus did not report."""


class TableHub(Hub[str, TableSights, TableConnection]):
    """The sockets at tables."""

    topic_name = "Table"

    def __init__(self) -> None:
        super().__init__()
        self.presence = SeatPresence(self)
        self.listen(broadcast.Wake, self._hear_wake)
        self.on_message(broadcast.Access, lambda message: self.check_access_of(message.user_id))

    def _hear_wake(self, wake: broadcast.Wake) -> None:
        self.wake_soon(wake.table_id, wake.number)

    # --- Reading -------------------------------------------------------------------------------------------

    def look_interval(self) -> float:
        return LOOK_INTERVAL_SECONDS

    async def read(self, topic: str, at_least: int | None = None) -> TableSights:
        return await database_sync_to_async(read_sights)(topic, at_least=at_least, now=timezone.now())

    def cached(self, topic: str) -> TableSights | None:
        return cached_sights(topic, now=timezone.now())

    async def read_numbers(self, topics: list[str]) -> Mapping[str, int | None]:
        return await database_sync_to_async(tables.numbers)(topics)

    def unavailable(self, topic: str) -> Refusal:
        return Quarantined()

    async def find_revoked(self, connections: Collection[TableConnection]) -> list[TableConnection]:
        return await database_sync_to_async(revoked)(connections, now=timezone.now())

    # --- Updates -------------------------------------------------------------------------------------------

    def send_update(
        self,
        topic: str,
        snapshot: TableSights,
        connection: TableConnection,
        shared: SharedFrames,
        *,
        is_full: bool = False,
    ) -> None:
        """Send an update; sockets of the same viewer that have the same number share one text."""
        viewer = snapshot.viewer(connection.user_id)
        if viewer != connection.viewer:
            self._reseat(topic, connection, viewer)
            if viewer is None:
                self.run(self._close_if_sealed(topic, connection))
        key = (viewer, connection.number)
        if key not in shared:
            shared[key] = protocol.update(**snapshot.update(viewer, after=connection.number, anew=is_full))
        if (
            viewer is not None
            and self.presence.counts(connection)
            and snapshot.sent_away(viewer, after=connection.number)
        ):
            # A scheduler that heard nothing of this socket took its player for gone.
            self.return_soon(topic, connection)
        connection.number = snapshot.number
        self.send(connection, shared[key])

    async def refresh(self, table_id: str, connection: TableConnection, after: int) -> None:
        """Send the events after a number and the newest sight, whatever the socket had."""
        connection.number = after
        await self.send_newest(table_id, connection)

    async def _close_if_sealed(self, table_id: str, connection: TableConnection) -> None:
        """Close the socket of somebody who lost their seat at a table that only its players may see."""
        if await database_sync_to_async(tables.is_sealed)(table_id):
            await connection.close_with_bye(FORBIDDEN)

    # --- Seats ---------------------------------------------------------------------------------------------

    def leave(self, topic: str, connection: TableConnection) -> None:
        """Forget a socket, and count its seat without it."""
        if topic in self._subscribers:
            super().leave(topic, connection)
            self._reseat(topic, connection, None)

    def _reseat(self, table_id: str, connection: TableConnection, viewer: int | None) -> None:
        """Keep the presence right when a socket's user gets, changes or loses a seat."""
        connection.viewer = viewer
        if viewer is not None and connection.user_id is not None:
            self.run(self._note_arrival(table_id, connection.user_id))
        self.presence.count(table_id, connection)

    async def _note_arrival(self, table_id: str, user_id: int) -> None:
        await database_sync_to_async(note_arrival)(table_id=table_id, user=user_id, now=timezone.now())

    def return_soon(self, table_id: str, connection: TableConnection) -> None:
        """End the absence of a socket's player, if there is one."""
        if connection.user_id is not None:
            self.run(self._return(table_id, connection.user_id))

    async def _return(self, table_id: str, user_id: int) -> None:
        await database_sync_to_async(come_back)(table_id=table_id, user=user_id, now=timezone.now())


@receiver(access_changed)
def _announce_access_change(user_id: int, **_: Any) -> None:
    bus.announce(broadcast.Access(user_id))
