"""Tracks which seats are connected: counts this process's sockets, informs other processes and clients."""

import time
from datetime import datetime
from typing import TYPE_CHECKING

from core.realtime import bus
from games import broadcast, presence
from games.live import protocol
from games.live.connection import TableConnection

if TYPE_CHECKING:
    from games.live.hub import TableHub

SILENCE_CHECK_INTERVAL_SECONDS = 0.5
"""How often sockets are checked for clients that have fallen silent."""
ANNOUNCE_INTERVAL_SECONDS = 2.0
"""How often other processes are sent all seats that are connected in this one."""


class SeatPresence:
    """Counts which seats at the tables of one hub are connected."""

    def __init__(self, hub: "TableHub") -> None:
        self._hub = hub
        self._counted: dict[TableConnection, tuple[str, int]] = {}
        """The sockets that count as connected, with their table and seat."""
        self._announced_at = 0.0
        hub.on_message(broadcast.Presence, self.take_presence)
        hub.on_message(broadcast.Countdown, self.take_countdown)
        hub.on_message(broadcast.Life, self.take_life)
        hub.run_every(lambda: SILENCE_CHECK_INTERVAL_SECONDS, self.check)

    def is_counted(self, connection: TableConnection) -> bool:
        """Whether a socket counts as connected for a seat."""
        return connection in self._counted

    def count(self, table_id: str, connection: TableConnection) -> None:
        """Count a socket towards its viewer's seat, or stop counting it if it is silent or has no seat.

        A change is announced to other processes and sent to the table's sockets, and a player who connects
        gets the seat back from a stand-in. Does nothing if the socket is already counted correctly.
        """
        is_silent = connection.health.is_silent(time.monotonic())
        seat = None if connection.viewer is None or is_silent else connection.viewer
        new = None if seat is None else (table_id, seat)
        old = self._counted.get(connection)
        if new == old:
            return
        if old is not None:
            del self._counted[connection]
            self._announce(*old, is_changed=presence.uncount_socket(*old), connected=False)
            # A grace period runs from the last sign of life, not from the moment the silence was noticed.
            presence.note_sign_of_life(*old, connection.health.last_activity_at)
        if new is not None:
            self._counted[connection] = new
            self._announce(*new, is_changed=presence.count_socket(*new), connected=True)
            self._hub.return_soon(table_id, connection)

    def _announce(self, table_id: str, seat: int, *, is_changed: bool, connected: bool) -> None:
        """Announce to other processes which seats are connected in this one.

        If the seat's connection has changed (`is_changed`), also tell this process's sockets.
        """
        bus.announce_news(
            broadcast.Presence(bus.ORIGIN, {table_id: sorted(presence.seats_connected_here(table_id))})
        )
        if is_changed:
            self._update_seat(table_id, seat, connected)

    def _update_seat(self, table_id: str, seat: int, connected: bool) -> None:
        """Send a seat's new presence to the table's sockets.

        A connected player's countdown is cleared first.
        """
        if connected:
            presence.set_stand_in_time(table_id, seat, None)
        self._send_presence(table_id, seat, connected)

    def _send_presence(self, table_id: str, seat: int, connected: bool) -> None:
        """Send the presence frame to the table's sockets that have got a first update.

        Other sockets get the presence with their first update.
        """
        away_at = None if connected else presence.stand_in_times(table_id).get(seat)
        text = protocol.encode_presence(seat, connected, away_at)
        for connection in tuple(self._hub.subscribers(table_id)):
            if connection.has_first_update:
                self._hub.send(connection, text)

    # --- From other processes and the scheduler ------------------------------------------------------------

    def take_countdown(self, countdown: broadcast.Countdown) -> None:
        """Store when a stand-in will take over a seat (or that none will), and tell the table's sockets."""
        at = datetime.fromisoformat(countdown.away_at) if countdown.away_at else None
        presence.set_stand_in_time(countdown.table_id, countdown.seat, at)
        if self._hub.subscribers(countdown.table_id):
            connected = countdown.seat in presence.connected_seats(countdown.table_id)
            self._send_presence(countdown.table_id, countdown.seat, connected)

    def take_life(self, life: broadcast.Life) -> None:
        """Record a player's sign of life that another process noticed."""
        presence.note_sign_of_life(life.table_id, life.seat, time.monotonic())

    def take_presence(self, message: broadcast.Presence) -> None:
        """Store which seats another process has sockets for, and send the resulting changes.

        Ignores messages from this process, whose seats are counted already.
        """
        # The bus calls this process's own listeners too, and its seats are counted already.
        if message.process == bus.ORIGIN:
            return
        before = self._connected_seats()
        changed = presence.note_announced_seats(
            message.process, message.seats, whole=message.whole, now=time.monotonic()
        )
        self._send_changes(before, changed)

    def _connected_seats(self) -> dict[str, frozenset[int]]:
        """Return the connected seats of each table of the hub."""
        return {table_id: presence.connected_seats(table_id) for table_id in self._hub.topics()}

    def _send_changes(self, before: dict[str, frozenset[int]], tables: set[str]) -> None:
        """Send the new presence of the seats at `tables` whose presence differs from `before`."""
        for table_id in tables & before.keys():
            for seat in presence.connected_seats(table_id) ^ before[table_id]:
                self._update_seat(table_id, seat, seat in presence.connected_seats(table_id))

    # --- Periodic checks -----------------------------------------------------------------------------------

    async def check(self) -> None:
        """Count all sockets again.

        Every ANNOUNCE_INTERVAL_SECONDS, also announces all seats and forgets silent processes.
        """
        self.count_all()
        now = time.monotonic()
        if now - self._announced_at >= ANNOUNCE_INTERVAL_SECONDS:
            self._announced_at = now
            bus.announce_news(broadcast.Presence(bus.ORIGIN, presence.all_seats_connected_here(), whole=True))
            before = self._connected_seats()
            self._send_changes(before, presence.forget_silent_processes(now))

    def count_all(self) -> None:
        """Count the sockets of all players again, because a client that falls silent sends no message."""
        for table_id in self._hub.topics():
            for connection in tuple(self._hub.subscribers(table_id)):
                if connection.viewer is not None:
                    self.count(table_id, connection)
