"""Tracks which seats are connected: counts this process's sockets, informs other processes and clients."""

import time
from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from core.database import database_sync_to_async
from core.realtime import bus
from core.realtime.health import CHECK_SLOT_SECONDS
from core.realtime.timer_wheel import TimerWheel
from games import broadcast, presence
from games.live import protocol
from games.live.connection import TableConnection
from games.presence import marks
from games.services.attendance import announcements
from games.shards import ALL_SHARDS, shard_of

if TYPE_CHECKING:
    from games.live.hub import TableHub

ANNOUNCE_INTERVAL_SECONDS = 3.0
"""How often the seats that are connected in this process are announced again to those that follow them."""
ANSWER_SECONDS = 0.05
"""How long requests for the connected seats are collected: many shards may be followed at the same moment."""


class SeatPresence:
    """Tracks which seats at the tables of one hub are connected."""

    def __init__(self, hub: "TableHub") -> None:
        """Register this object's listeners and periodic tasks with the hub."""
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
        self._asked: set[int] = set()
        """The shards of which other processes want to know the connected seats."""
        for kind, listener in announcements.LISTENERS.items():
            hub.listen(kind, listener)
        hub.on_message(presence.SeatChange, self.handle_seat_change)
        hub.on_message(broadcast.PresenceWanted, self.handle_presence_request)
        hub.on_message(broadcast.Countdown, self.handle_countdown)
        hub.run_every(lambda: CHECK_SLOT_SECONDS, self._check_for_silence_now)
        hub.run_every(lambda: ANNOUNCE_INTERVAL_SECONDS, self.announce_all_seats)
        hub.run_every(
            lambda: marks.RENEWAL_INTERVAL_SECONDS, database_sync_to_async(marks.renew_connected_marks)
        )

    def counts_as_connected(self, connection: TableConnection) -> bool:
        """Whether this socket makes its player's seat count as connected.

        False for spectators and for sockets whose client is silent.
        """
        return connection in self._counted

    def update_seat_connection(self, table_id: str, connection: TableConnection, now: float) -> None:
        """Update whether a socket makes its user's seat count as connected, and announce any change.

        The socket does not count if its client is silent or if its user has no seat. When the socket begins
        to count, its player gets the seat back from a stand-in (a bot). `now` is a monotonic time in seconds.
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
            self._announce_seats_of_table(*old, is_changed=presence.remove_socket(*old), connected=False)
            # A grace period runs from the last sign of life, not from the moment the silence was noticed.
            presence.record_player_activity(*old, connection.health.last_activity_at)
        if new is not None:
            self._counted[connection] = new
            self._announce_seats_of_table(*new, is_changed=presence.add_socket(*new), connected=True)
            self._hub.start_returning_seat(table_id, connection)

    def _schedule_check(self, table_id: str, connection: TableConnection, *, is_silent: bool) -> None:
        """Schedule the next check of whether a player's client is silent (has sent nothing for too long).

        A silent client is checked every CHECK_SLOT_SECONDS. Any other client is checked when its silence
        timeout ends. Spectators, and clients that the server does not ping, are not checked.
        """
        self._checks.cancel(connection)
        self._silent.pop(connection, None)
        if connection.viewer is None:
            return
        if is_silent:
            self._silent[connection] = table_id
        elif connection.health.is_pinged:
            self._checks.schedule(connection, connection.health.silence_timeout_at)

    def _announce_seats_of_table(
        self, table_id: str, seat: int, *, is_changed: bool, connected: bool
    ) -> None:
        """Announce to other processes which of a table's seats are connected to this process.

        Also update the flag in the shared cache that says whether `seat` is connected. If the seat's status
        has changed (`is_changed`), tell the table's sockets in this process whether the seat is now
        `connected`.
        """
        bus.publish_message(
            broadcast.Presence(bus.ORIGIN, {table_id: sorted(presence.seats_connected_here(table_id))})
        )
        if is_changed:
            self._report_connection_change(table_id, seat, connected)
        if bus.has_broker():
            self._hub.start_task(self._update_connected_mark(table_id, seat))

    async def _update_connected_mark(self, table_id: str, seat: int) -> None:
        """Update the flag in the shared cache that says whether a seat is connected to any process."""
        await database_sync_to_async(marks.update_connected_mark)(table_id, seat)

    def _report_connection_change(self, table_id: str, seat: int, connected: bool) -> None:
        """Tell the table's sockets whether the player in a seat is now connected.

        For a connected player, also clear the time at which a stand-in (a bot) was to take over the seat.
        """
        if connected:
            presence.set_stand_in_time(table_id, seat, None)
        self._send_presence(table_id, seat, connected)

    def _send_presence(self, table_id: str, seat: int, connected: bool) -> None:
        """Tell the table's sockets whether the player in a seat is connected.

        For an absent player, include the time at which a stand-in (a bot) takes over the seat. Skip sockets
        that have not been sent their first update yet.
        """
        # The first update of a socket contains this as well.
        away_at = None if connected else presence.stand_in_times(table_id).get(seat)
        text = protocol.encode_presence(seat, connected, away_at)
        for connection in tuple(self._hub.subscribers(table_id)):
            if connection.has_first_update:
                self._hub.send(connection, text)

    # --- From other processes and the scheduler ------------------------------------------------------------

    def handle_countdown(self, countdown: broadcast.Countdown) -> None:
        """Store the time at which a stand-in (a bot) will take over a seat, and tell the table's sockets.

        If the message contains no time, no stand-in will take over, so clear the stored time.
        """
        at = datetime.fromisoformat(countdown.away_at) if countdown.away_at else None
        presence.set_stand_in_time(countdown.table_id, countdown.seat, at)
        if self._hub.subscribers(countdown.table_id):
            connected = countdown.seat in presence.connected_seats(countdown.table_id)
            self._send_presence(countdown.table_id, countdown.seat, connected)

    def handle_seat_change(self, change: presence.SeatChange) -> None:
        """Tell the table's sockets that a player has connected to another process or disconnected from it."""
        self._report_connection_change(change.table_id, change.seat, change.connected)

    def handle_presence_request(self, request: broadcast.PresenceWanted) -> None:
        """Schedule an answer to a process that asks for the connected seats of a shard (group of tables).

        Requests that arrive within ANSWER_SECONDS are answered together.
        """
        if not self._asked:
            self._hub.loop.call_later(ANSWER_SECONDS, self._answer_presence_requests)
        self._asked.add(request.shard)

    def _answer_presence_requests(self) -> None:
        """Announce to other processes the connected seats for which they have asked."""
        asked, self._asked = self._asked, set()
        self._announce_seats_in_shards(asked)

    def _announce_seats_in_shards(self, shards: Collection[int] = ALL_SHARDS) -> None:
        """Announce the seats that are connected to this process to the other processes.

        Only tables in `shards` (fixed subsets of all tables) are announced, in one message for each shard. Do
        nothing if this process does not exchange messages with others.
        """
        # Only processes that follow a shard receive its message.
        if not bus.has_relay():
            return
        by_shard: dict[int, dict[str, list[int]]] = {}
        for table_id, seats in presence.all_seats_connected_here().items():
            if (shard := shard_of(table_id)) in shards:
                by_shard.setdefault(shard, {})[table_id] = seats
        for seats_of_shard in by_shard.values():
            bus.send_to_others(broadcast.Presence(bus.ORIGIN, seats_of_shard))

    # --- Periodic checks -----------------------------------------------------------------------------------

    async def _check_for_silence_now(self) -> None:
        """Call `check_for_silence` with the current monotonic time."""
        self.check_for_silence(time.monotonic())

    def check_for_silence(self, now: float) -> None:
        """Find clients that have become silent or respond again, and update which seats count as connected.

        Also adjust how often clients are pinged. `now` is a monotonic time in seconds.
        """
        self._adjust_ping_intervals(now)
        for connection, table_id in tuple(self._silent.items()):
            self.update_seat_connection(table_id, connection, now)
        for connection in self._checks.take_due(now):
            if connection.health.is_silent(now):
                table_id, _ = self._counted[connection]
                self.update_seat_connection(table_id, connection, now)
            else:
                # Nearly always: it has answered a ping since.
                self._checks.schedule(connection, connection.health.silence_timeout_at)

    def _adjust_ping_intervals(self, now: float) -> None:
        """Adjust how often clients are pinged: often if it is their player's turn, otherwise seldom.

        Only clients that were sent an update since the last call are adjusted. `now` is a monotonic time in
        seconds.
        """
        while self.turns:
            connection, began_at = self.turns.popitem()
            if began_at is None:
                connection.health.watch_loosely(now)
                continue
            connection.health.watch_closely(began_at)
            if connection in self._checks:
                self._checks.schedule(connection, connection.health.silence_timeout_at)

    async def announce_all_seats(self) -> None:
        """Announce this process's connected seats, and drop outdated announcements of other processes.

        Seats that only a stopped process has announced then count as disconnected.
        """
        self._announce_seats_in_shards()
        presence.forget_old_announcements(time.monotonic())
