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
        """Start to track which seats at the tables of `hub` are connected.

        Register handlers for messages with the hub. Also let the hub run three periodic tasks: check which
        players' clients are silent, tell other processes which seats are connected to this process, and renew
        these seats' entries in the shared cache.
        """
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
        """Return whether this socket makes its player's seat count as connected.

        Spectators' sockets do not, nor do sockets whose client has sent nothing for too long.
        """
        return connection in self._counted

    def update_seat_connection(self, table_id: str, connection: TableConnection, now: float) -> None:
        """Start or stop counting a socket as a connection of its player's seat, and announce any change.

        A socket counts while its client is not silent. The sockets of spectators never count. When a socket
        starts to count, also start a task that gives the player the seat back if a stand-in (a bot) plays in
        it. When a socket stops counting, record the client's last activity as an activity of the player. Also
        schedule the next check for silence. `now` is a monotonic time in seconds.
        """
        is_silent = connection.health.is_silent(now)
        # The socket does not count if its client is silent or if its user has no seat.
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
            # The player gets the seat back from a stand-in (a bot).
            self._hub.start_seat_return(table_id, connection)

    def _schedule_check(self, table_id: str, connection: TableConnection, *, is_silent: bool) -> None:
        """Schedule the next check of whether a player's client is silent (sends nothing for too long).

        `is_silent` tells whether the client is silent now. This check replaces any that is already scheduled.
        Schedule none for spectators, nor for clients that the server does not ping.
        """
        self._checks.cancel(connection)
        self._silent.pop(connection, None)
        if connection.viewer is None:
            return
        # A silent client is checked every CHECK_SLOT_SECONDS, any other when its silence timeout ends.
        if is_silent:
            self._silent[connection] = table_id
        elif connection.health.is_pinged:
            self._checks.schedule(connection, connection.health.silence_timeout_at)

    def _announce_seats_of_table(
        self, table_id: str, seat: int, *, is_changed: bool, connected: bool
    ) -> None:
        """Announce which seats of a table are connected to this process.

        Processes that do not follow the table's shard (group of tables) are not told. If `seat` has just
        connected or disconnected (`is_changed`), also tell the table's sockets whether it is `connected` now.
        If there is a message broker, also update the seat's entry in the shared cache.
        """
        bus.publish_message(
            broadcast.Presence(bus.ORIGIN, {table_id: sorted(presence.seats_connected_here(table_id))})
        )
        if is_changed:
            self._report_connection_change(table_id, seat, connected)
        # A flag in the shared cache says whether the seat is connected to any process.
        if bus.has_broker():
            self._hub.start_task(self._update_connected_mark(table_id, seat))

    async def _update_connected_mark(self, table_id: str, seat: int) -> None:
        """Update a seat's entry in the shared cache of connected seats.

        The entry exists while the seat is connected to any process.
        """
        await database_sync_to_async(marks.update_connected_mark)(table_id, seat)

    def _report_connection_change(self, table_id: str, seat: int, connected: bool) -> None:
        """Tell the table's sockets that a seat has connected or disconnected.

        If it has connected, cancel the planned takeover by a bot.
        """
        if connected:
            # No stand-in (a bot) will take over the seat of a connected player.
            presence.set_stand_in_time(table_id, seat, None)
        self._send_presence(table_id, seat, connected)

    def _send_presence(self, table_id: str, seat: int, connected: bool) -> None:
        """Tell the table's sockets whether a player is connected.

        If a bot will take over the player's seat, include the time.
        """
        away_at = None if connected else presence.stand_in_times(table_id).get(seat)
        text = protocol.encode_presence(seat, connected, away_at)
        # Sockets that wait for their first update are skipped, because it contains this as well.
        for connection in tuple(self._hub.subscribers(table_id)):
            if connection.has_first_update:
                self._hub.send(connection, text)

    # --- From other processes and the scheduler ------------------------------------------------------------

    def handle_countdown(self, countdown: broadcast.Countdown) -> None:
        """Store the time at which a bot will take over a seat, or delete it if no bot will.

        Then tell the table's sockets.
        """
        # A message without a time means that no bot will take over.
        at = datetime.fromisoformat(countdown.away_at) if countdown.away_at else None
        presence.set_stand_in_time(countdown.table_id, countdown.seat, at)
        if self._hub.subscribers(countdown.table_id):
            connected = countdown.seat in presence.connected_seats(countdown.table_id)
            self._send_presence(countdown.table_id, countdown.seat, connected)

    def handle_seat_change(self, change: presence.SeatChange) -> None:
        """Tell the table's sockets that a player has connected to another process or disconnected from it."""
        self._report_connection_change(change.table_id, change.seat, change.connected)

    def handle_presence_request(self, request: broadcast.PresenceWanted) -> None:
        """Schedule an answer to a process that asks for the connected seats of a group of tables."""
        # Requests that arrive within ANSWER_SECONDS are answered together.
        if not self._asked:
            self._hub.loop.call_later(ANSWER_SECONDS, self._answer_presence_requests)
        self._asked.add(request.shard)

    def _answer_presence_requests(self) -> None:
        """Announce this process's connected seats in the shards (groups of tables) that others asked for."""
        asked, self._asked = self._asked, set()
        self._announce_seats_in_shards(asked)

    def _announce_seats_in_shards(self, shards: Collection[int] = ALL_SHARDS) -> None:
        """Announce to other processes which seats are connected to this process.

        Send one message for each shard (group of tables) in `shards` that has such seats.
        """
        # Without a relay, this process exchanges no messages with others.
        if not bus.has_relay():
            return
        by_shard: dict[int, dict[str, list[int]]] = {}
        for table_id, seats in presence.all_seats_connected_here().items():
            if (shard := shard_of(table_id)) in shards:
                by_shard.setdefault(shard, {})[table_id] = seats
        for seats_of_shard in by_shard.values():
            # Only processes that follow a shard receive its message.
            bus.send_to_other_processes(broadcast.Presence(bus.ORIGIN, seats_of_shard))

    # --- Periodic checks -----------------------------------------------------------------------------------

    async def _check_for_silence_now(self) -> None:
        """Call `check_for_silence` with the current monotonic time."""
        self.check_for_silence(time.monotonic())

    def check_for_silence(self, now: float) -> None:
        """Check which clients have been silent for too long, and update which seats count as connected.

        `now` is a monotonic time in seconds.
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

        `now` is a monotonic time in seconds.
        """
        # These clients were sent an update since the last call.
        while self.turns:
            connection, began_at = self.turns.popitem()
            if began_at is None:
                connection.health.watch_loosely(now)
                continue
            connection.health.watch_closely(began_at)
            if connection in self._checks:
                self._checks.schedule(connection, connection.health.silence_timeout_at)

    async def announce_all_seats(self) -> None:
        """Tell other processes which seats are connected to this process.

        Also forget seats of other processes that have not announced them again in time.
        """
        self._announce_seats_in_shards()
        # Seats that only a stopped process has announced then count as disconnected.
        presence.forget_old_announcements(time.monotonic())
