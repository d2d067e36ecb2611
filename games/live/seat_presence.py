"""Which seats are connected: counts this process's sockets, exchanges that with others, and tells clients."""

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
"""How often other processes are sent everything about this one's seats."""


class SeatPresence:
    """The presence at the tables of one hub."""

    def __init__(self, hub: "TableHub") -> None:
        self._hub = hub
        self._counted: dict[TableConnection, tuple[str, int]] = {}
        """The sockets that count as connected, with their table and seat."""
        self._announced_at = 0.0
        hub.on_message(broadcast.Presence, self.take_presence)
        hub.on_message(broadcast.Countdown, self.take_countdown)
        hub.on_message(broadcast.Life, self.take_life)
        hub.run_every(lambda: SILENCE_CHECK_INTERVAL_SECONDS, self.check)

    def counts(self, connection: TableConnection) -> bool:
        """Whether a socket counts as connected on a seat."""
        return connection in self._counted

    def count(self, table_id: str, connection: TableConnection) -> None:
        """Let a socket count for its seat while its client gives signs of life."""
        is_silent = connection.health.is_silent(time.monotonic())
        seat = None if connection.viewer is None or is_silent else connection.viewer
        new = None if seat is None else (table_id, seat)
        old = self._counted.get(connection)
        if new == old:
            return
        if old is not None:
            del self._counted[connection]
            self._announce(*old, is_changed=presence.depart(*old), connected=False)
            presence.note_life(*old, connection.health.last_activity_at)
        if new is not None:
            self._counted[connection] = new
            self._announce(*new, is_changed=presence.arrive(*new), connected=True)
            self._hub.return_soon(table_id, connection)

    def _announce(self, table_id: str, seat: int, *, is_changed: bool, connected: bool) -> None:
        """Tell other processes, and this one's sockets if the seat was or is without any other socket."""
        bus.announce(broadcast.Presence(bus.ORIGIN, {table_id: sorted(presence.here(table_id))}))
        if is_changed:
            self._update_seat(table_id, seat, connected)

    def _update_seat(self, table_id: str, seat: int, connected: bool) -> None:
        if connected:
            presence.set_away_at(table_id, seat, None)
        self._send_presence(table_id, seat, connected)

    def _send_presence(self, table_id: str, seat: int, connected: bool) -> None:
        """Send the frame to all sockets that have the table; the others find it in their first sight."""
        away_at = None if connected else presence.away_at(table_id).get(seat)
        text = protocol.presence(seat, connected, away_at)
        for connection in tuple(self._hub.subscribers(table_id)):
            if connection.has_first_update:
                self._hub.send(connection, text)

    # --- From other processes and the scheduler ------------------------------------------------------------

    def take_countdown(self, countdown: broadcast.Countdown) -> None:
        """Show when a stand-in takes over, or that none does any more."""
        at = datetime.fromisoformat(countdown.away_at) if countdown.away_at else None
        presence.set_away_at(countdown.table_id, countdown.seat, at)
        if self._hub.subscribers(countdown.table_id):
            connected = countdown.seat in presence.connected(countdown.table_id)
            self._send_presence(countdown.table_id, countdown.seat, connected)

    def take_life(self, life: broadcast.Life) -> None:
        """Note a player's sign of life at another process."""
        presence.note_life(life.table_id, life.seat, time.monotonic())

    def take_presence(self, message: broadcast.Presence) -> None:
        """Show what changes by another process's sockets."""
        if message.process == bus.ORIGIN:
            return
        before = self._connected()
        changed = presence.hear_of(message.process, message.seats, whole=message.whole, now=time.monotonic())
        self._show_changes(before, changed)

    def _connected(self) -> dict[str, frozenset[int]]:
        return {table_id: presence.connected(table_id) for table_id in self._hub.topics()}

    def _show_changes(self, before: dict[str, frozenset[int]], tables: set[str]) -> None:
        for table_id in tables & before.keys():
            for seat in presence.connected(table_id) ^ before[table_id]:
                self._update_seat(table_id, seat, seat in presence.connected(table_id))

    # --- Now and then --------------------------------------------------------------------------------------

    async def check(self) -> None:
        """Count all sockets anew; at a longer interval, announce them all and forget silent processes."""
        self.count_all()
        now = time.monotonic()
        if now - self._announced_at >= ANNOUNCE_INTERVAL_SECONDS:
            self._announced_at = now
            bus.announce(broadcast.Presence(bus.ORIGIN, presence.all_here(), whole=True))
            before = self._connected()
            self._show_changes(before, presence.forget_silent(now))

    def count_all(self) -> None:
        """Count all sockets anew, since clients fall silent without a message."""
        for table_id in self._hub.topics():
            for connection in tuple(self._hub.subscribers(table_id)):
                if connection.viewer is not None:
                    self.count(table_id, connection)
