"""Tracks which seats are connected: counts this process's sockets, informs other processes and clients."""

import time
from datetime import datetime
from typing import TYPE_CHECKING

from core.realtime import bus
from core.realtime.health import CHECK_SLOT_SECONDS
from core.realtime.timer_wheel import TimerWheel
from games import broadcast, presence
from games.live import protocol
from games.live.connection import TableConnection

if TYPE_CHECKING:
    from games.live.hub import TableHub

ANNOUNCE_INTERVAL_SECONDS = 2.0
"""How often other processes are sent all seats that are connected in this one."""


class SeatPresence:
    """Tracks which seats at the tables of one hub are connected."""

    def __init__(self, hub: "TableHub") -> None:
        self._hub = hub
        self._counted: dict[TableConnection, tuple[str, int]] = {}
        """The sockets that count as connected, with their table and seat."""
        self._checks: TimerWheel[TableConnection] = TimerWheel(CHECK_SLOT_SECONDS)
        """When each counted socket will have been silent for too long."""
        self.turns: dict[TableConnection, float | None] = {}
        """Sockets that got an update since the last check, with the time if it is their player's turn now.

        The hub only notes it here, because the next move must not wait for it.
        """
        self._silent: dict[TableConnection, str] = {}
        """Players' sockets that do not count because their clients are silent, with their tables."""
        hub.on_message(broadcast.Presence, self.handle_presence)
        hub.on_message(broadcast.Countdown, self.handle_countdown)
        hub.on_message(broadcast.Life, self.handle_sign_of_life)
        hub.run_every(lambda: CHECK_SLOT_SECONDS, self._check_now)
        hub.run_every(lambda: ANNOUNCE_INTERVAL_SECONDS, self.announce_all)

    def is_counted(self, connection: TableConnection) -> bool:
        """Whether a socket counts as connected for a seat."""
        return connection in self._counted

    def count(self, table_id: str, connection: TableConnection, now: float) -> None:
        """Count a socket for its viewer's seat, or stop counting it if it is silent or has no seat.

        A change is announced to other processes and sent to the table's sockets, and a player who connects
        gets the seat back from a stand-in. Do nothing if the socket is already counted correctly.
        """
        is_silent = connection.health.is_silent(now)
        seat = None if is_silent else connection.viewer
        self._schedule_check(table_id, connection, is_silent=is_silent)
        new = None if seat is None else (table_id, seat)
        old = self._counted.get(connection)
        if new == old:
            return
        if old is not None:
            del self._counted[connection]
            self._announce(*old, is_changed=presence.uncount_socket(*old), connected=False)
            # A grace period runs from the last sign of life, not from the moment the silence was noticed.
            presence.record_sign_of_life(*old, connection.health.last_activity_at)
        if new is not None:
            self._counted[connection] = new
            self._announce(*new, is_changed=presence.count_socket(*new), connected=True)
            self._hub.start_return_to_seat(table_id, connection)

    def _schedule_check(self, table_id: str, connection: TableConnection, *, is_silent: bool) -> None:
        """Schedule when a socket is checked again for a silent client.

        A silent socket is checked every time. Any other is checked when its client could have been silent for
        too long. A socket without a seat, or whose client is not pinged, is never checked.
        """
        self._checks.cancel(connection)
        self._silent.pop(connection, None)
        if connection.viewer is None:
            return
        if is_silent:
            self._silent[connection] = table_id
        elif connection.health.is_pinged:
            self._checks.schedule(connection, connection.health.silent_at)

    def _announce(self, table_id: str, seat: int, *, is_changed: bool, connected: bool) -> None:
        """Tell other processes which of the table's seats are connected in this process.

        If `is_changed` is True, also tell this process's sockets that `seat` is now `connected` or not.
        """
        bus.announce_news(
            broadcast.Presence(bus.ORIGIN, {table_id: sorted(presence.seats_connected_here(table_id))})
        )
        if is_changed:
            self._update_seat(table_id, seat, connected)

    def _update_seat(self, table_id: str, seat: int, connected: bool) -> None:
        """Send the table's sockets whether a seat's player is connected.

        If the player has connected, first forget when a stand-in would have taken over.
        """
        if connected:
            presence.set_stand_in_time(table_id, seat, None)
        self._send_presence(table_id, seat, connected)

    def _send_presence(self, table_id: str, seat: int, connected: bool) -> None:
        """Send the presence frame to the table's sockets that have had their first update.

        Other sockets get the presence with that update.
        """
        away_at = None if connected else presence.stand_in_times(table_id).get(seat)
        text = protocol.encode_presence(seat, connected, away_at)
        for connection in tuple(self._hub.subscribers(table_id)):
            if connection.has_first_update:
                self._hub.send(connection, text)

    # --- From other processes and the scheduler ------------------------------------------------------------

    def handle_countdown(self, countdown: broadcast.Countdown) -> None:
        """Store when a stand-in will take over a seat, or that none will, and tell the table's sockets."""
        at = datetime.fromisoformat(countdown.away_at) if countdown.away_at else None
        presence.set_stand_in_time(countdown.table_id, countdown.seat, at)
        if self._hub.subscribers(countdown.table_id):
            connected = countdown.seat in presence.connected_seats(countdown.table_id)
            self._send_presence(countdown.table_id, countdown.seat, connected)

    def handle_sign_of_life(self, life: broadcast.Life) -> None:
        """Store a player's sign of life that another process noticed."""
        presence.record_sign_of_life(life.table_id, life.seat, time.monotonic())

    def handle_presence(self, message: broadcast.Presence) -> None:
        """Store which seats are connected in another process, and send the resulting changes.

        Ignore messages from this process, whose seats are already counted.
        """
        # The bus calls this process's own listeners too, and its seats are counted already.
        if message.process == bus.ORIGIN:
            return
        before = self._connected_seats()
        changed = presence.record_announced_seats(
            message.process, message.seats, whole=message.whole, now=time.monotonic()
        )
        self._send_changes(before, changed)

    def _connected_seats(self) -> dict[str, frozenset[int]]:
        """Return the connected seats of each table of the hub, by table id."""
        return {table_id: presence.connected_seats(table_id) for table_id in self._hub.topics()}

    def _send_changes(self, before: dict[str, frozenset[int]], tables: set[str]) -> None:
        """Send the presence of each seat at these tables that has connected or disconnected since `before`.

        `before` has the connected seats by table id; tables that are missing in it are ignored.
        """
        for table_id in tables & before.keys():
            for seat in presence.connected_seats(table_id) ^ before[table_id]:
                self._update_seat(table_id, seat, seat in presence.connected_seats(table_id))

    # --- Periodic checks -----------------------------------------------------------------------------------

    async def _check_now(self) -> None:
        """Check which sockets' clients have fallen silent or come back by now."""
        self.check(time.monotonic())

    def check(self, now: float) -> None:
        """Stop counting sockets whose clients have fallen silent, and count those that respond again.

        First note whose turn has begun or ended since the last check: players to move are watched more
        closely. `now` is a monotonic time in seconds.
        """
        self._note_turns(now)
        for connection, table_id in tuple(self._silent.items()):
            self.count(table_id, connection, now)
        for connection in self._checks.take_due(now):
            table_id, _ = self._counted[connection]
            self.count(table_id, connection, now)

    def _note_turns(self, now: float) -> None:
        """Watch the sockets in `turns` closely if it is their player's turn, otherwise loosely.

        Empty `turns`. `now` is a monotonic time in seconds.
        """
        while self.turns:
            connection, began_at = self.turns.popitem()
            if began_at is None:
                connection.health.watch_loosely(now)
                continue
            connection.health.watch_closely(began_at)
            if connection in self._checks:
                self._checks.schedule(connection, connection.health.silent_at)

    async def announce_all(self) -> None:
        """Tell other processes all seats that are connected in this one, and forget silent processes.

        Seats that were connected only in a forgotten process are sent to the tables' sockets as disconnected.
        """
        bus.announce_news(broadcast.Presence(bus.ORIGIN, presence.all_seats_connected_here(), whole=True))
        now = time.monotonic()
        if presence.has_silent_processes(now):
            before = self._connected_seats()
            self._send_changes(before, presence.forget_silent_processes(now))
