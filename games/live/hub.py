"""The hub of tables: sends each socket its user's view of the table (sight), without a channel layer."""

import time
from collections.abc import Mapping
from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from accounts.selectors import preferences_of
from accounts.signals import access_changed, friends_changed, preferences_changed
from core.database import database_sync_to_async
from core.realtime import bus
from core.realtime.close_codes import FORBIDDEN
from core.realtime.hub import SharedFrames
from core.refusal import Refusal
from games import broadcast
from games.live import protocol
from games.live.chat import ChatFeed
from games.live.connection import TableConnection
from games.live.people_hub import PeopleHub
from games.live.seat_presence import SeatPresence
from games.rules.errors import Quarantined
from games.rules.marks import NO_MARKS
from games.selectors import tables
from games.selectors.sights import TableSights, cached_sights
from games.selectors.sights import load_table_sights as read_sights
from games.services.attendance.absence import return_seat_to_player
from games.services.attendance.signs_of_life import record_arrival
from games.shards import shard_of

POLL_INTERVAL_SECONDS = 2.0
"""How often tables are checked for log entries that the bus did not report."""


class TableHub(PeopleHub[str, TableSights, TableConnection]):
    """Keeps the sockets at tables up to date."""

    topic_name = "Table"

    def __init__(self) -> None:
        """Create a hub without sockets, and start listening for bus messages about tables and users."""
        super().__init__()
        self.presence = SeatPresence(self)
        self.chat = ChatFeed(self)
        self._newly_followed: set[int] = set()
        self.listen(broadcast.Wake, self._wake_table)
        self.on_message(bus.ShardFollowed, self._schedule_poll_of_shard)
        self.on_message(broadcast.MarksChanged, self._send_marks)
        self.on_message(
            broadcast.PreferencesChanged,
            lambda message: self.start_task(self._send_preferences(message.user_id)),
        )

    def _wake_table(self, wake: broadcast.Wake) -> None:
        """Schedule updates for the sockets at the table that has changed according to the message `wake`.

        This method may be called from any thread.
        """
        # New log entries in the message are added to the cached table.
        if wake.rows:
            tables.update_cached_table(wake)
        self.schedule_update(wake.table_id, wake.number)

    def prepare_topic(self, topic: str) -> None:
        """Start receiving bus messages about a table, before its first socket is added.

        `topic` is the table's id.
        """
        # The messages come by shard, that is, for a group of tables.
        bus.follow_shards([shard_of(topic)])

    def release_topic(self, topic: str) -> None:
        """Stop receiving bus messages about a table, after its last socket has left.

        `topic` is the table's id.
        """
        # The messages come by shard (group of tables): they continue while another table needs them.
        bus.unfollow_shards([shard_of(topic)])

    def _schedule_poll_of_shard(self, message: bus.ShardFollowed) -> None:
        """Schedule a check of the tables in a shard (group of tables).

        This process has just begun to receive bus messages about the shard. The check finds earlier changes.
        """
        if not self._newly_followed:
            self.loop.call_soon(self._poll_newly_followed_shards)
        self._newly_followed.add(message.shard)

    def _poll_newly_followed_shards(self) -> None:
        """Start a task that checks the tables of newly followed shards (groups of tables).

        It finds changes that were made before this process received the shards' messages.
        """
        shards, self._newly_followed = self._newly_followed, set()
        topics = [topic for topic in self.topics() if shard_of(topic) in shards]
        self.start_task(self.poll_topics(topics))

    # --- Reading -------------------------------------------------------------------------------------------

    def poll_interval(self) -> float:
        """Return the seconds between checks of the tables' logs for entries that the bus did not report."""
        return POLL_INTERVAL_SECONDS

    async def read_snapshot(self, topic: str, min_number: int | None = None) -> TableSights:
        """Read the table with id `topic`, and return an object that builds each viewer's view of it.

        If `min_number` is None, read the newest state. Otherwise, a cached table is enough if it includes the
        log entry with this number.
        """
        return await database_sync_to_async(read_sights)(topic, min_number=min_number, now=timezone.now())

    def cached_snapshot(self, topic: str) -> TableSights | None:
        """Return an object that builds each viewer's view of the table with id `topic`.

        Return None if the table is not cached.
        """
        return cached_sights(topic, now=timezone.now())

    async def read_version_numbers(self, topics: list[str]) -> Mapping[str, int | None]:
        """Return the number of each table's last log entry, by table id. `topics` are the tables' ids.

        The number is None if the log is damaged. Unknown tables are left out.
        """
        return await database_sync_to_async(tables.current_log_numbers)(topics)

    def unavailable_refusal(self, topic: str) -> Refusal:
        """Return the refusal that clients get if the log of their table is damaged."""
        return Quarantined()

    def is_behind(self, connection: TableConnection, snapshot: TableSights) -> bool:
        """Return whether the snapshot of a table has something new for the socket.

        This may be a log entry, or a change to the card or bid that the player has chosen in advance.
        """
        # Marks are a premove and a bid set in advance, which only the player sees.
        return super().is_behind(connection, snapshot) or (
            connection.number == snapshot.number
            and connection.viewer is not None
            and connection.marks != snapshot.marks_of(connection.viewer)
        )

    def _send_marks(self, message: broadcast.MarksChanged) -> None:
        """Send the players at a table their changed marks: the card and the bid they chose in advance.

        A player's marks are sent only to that player's own sockets in this process.
        """
        if not self.subscribers(message.table_id):
            return
        cached = self.cached_snapshot(message.table_id)
        if cached is not None and cached.mark_version >= message.mark_version:
            self._send_newest_to_subscribers(message.table_id, cached)
        else:
            self.start_task(self._read_and_send_marks(message.table_id))

    async def _read_and_send_marks(self, table_id: str) -> None:
        """Read a table, and send its players the card and bid chosen in advance, if these have changed."""
        self._send_newest_to_subscribers(table_id, await self.read_snapshot(table_id))

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
        """Send a socket the new events of the table with id `topic`, and its user's view of the table.

        If the user may no longer see the table, close the socket. `shared` caches frames for several sockets.
        If `is_full` is set, the score sheet is included even if it has not changed.
        """
        viewer = snapshot.seat_of_user(connection.user_id)
        if viewer != connection.viewer:
            self._set_seat(topic, connection, viewer)
            if viewer is None:
                self.start_task(self._close_if_sealed(topic, connection))
        # Others wait for a player whose turn it is, and must soon see that they wait for nobody.
        self.presence.turns[connection] = time.monotonic() if viewer in snapshot.seats_to_act else None
        if viewer is None and snapshot.is_closed:
            self.start_task(connection.close_with_bye(FORBIDDEN))
            return
        # Sockets of the same seat that lack the same events share a frame.
        key = (viewer, connection.number)
        if key not in shared:
            # The score sheet is included if it has changed, in a first update, or if `is_full` is set.
            shared[key] = protocol.encode_update(
                **snapshot.update(viewer, after=connection.number, with_sheet=is_full)
            )
        if (
            viewer is not None
            and snapshot.lost_seat_to_stand_in(viewer, after=connection.number)
            and self.presence.counts_as_connected(connection)
        ):
            # A scheduler that was not told of this socket considered its player absent and let a bot take
            # over.
            self.start_seat_return(topic, connection)
        connection.number = snapshot.number
        connection.marks = NO_MARKS if viewer is None else snapshot.marks_of(viewer)
        self.send(connection, shared[key])

    async def resend_events(self, table_id: str, connection: TableConnection, after: int) -> None:
        """Send a socket the events after log entry number `after`, and its user's newest view in full.

        If some of these events are no longer in memory, send only the view.
        """
        connection.number = after
        await self.send_newest(table_id, connection)

    async def _send_preferences(self, user_id: int) -> None:
        """Send a user's preferences to the user's own table sockets in this process, if there are any."""
        if any(each.user_id == user_id for each in self.all_connections()):
            text = protocol.encode_preferences(await database_sync_to_async(preferences_of)(user_id))
            for connection in self.all_connections():
                if connection.user_id == user_id:
                    self.send(connection, text)

    async def _close_if_sealed(self, table_id: str, connection: TableConnection) -> None:
        """Close a former player's socket if the table is sealed, which means that only players may see it."""
        # A table is sealed while other tables play, or will play, the same deals.
        if await database_sync_to_async(tables.is_sealed)(table_id):
            await connection.close_with_bye(FORBIDDEN)

    # --- Seats ---------------------------------------------------------------------------------------------

    def leave(self, topic: str, connection: TableConnection) -> None:
        """Unsubscribe a socket from a table, and update whether its user's seat counts as connected."""
        if topic in self._subscribers:
            super().leave(topic, connection)
            self._set_seat(topic, connection, None)

    def _set_seat(self, table_id: str, connection: TableConnection, seat: int | None) -> None:
        """Set the seat of a socket's user, or None for a spectator, and update the connected seats.

        If the user has a seat, also start a task that stores the player's arrival.
        """
        connection.viewer = seat
        if seat is not None and connection.user_id is not None:
            # This records that the seat's player has arrived.
            self.start_task(self._store_arrival(table_id, connection.user_id))
        self.presence.update_seat_connection(table_id, connection, time.monotonic())

    async def _store_arrival(self, table_id: str, user_id: int) -> None:
        """Store when a player first arrived at a table, and tell all processes that the player is present."""
        await database_sync_to_async(record_arrival)(table_id=table_id, user=user_id, now=timezone.now())

    def start_seat_return(self, table_id: str, connection: TableConnection) -> None:
        """Start a task that gives a user their seat back if a bot is playing in it.

        The user is the one whose socket is `connection`. Do nothing if the socket belongs to no account.
        """
        if connection.user_id is not None:
            self.start_task(self._return_seat(table_id, connection.user_id))

    async def _return_seat(self, table_id: str, user_id: int) -> None:
        """Give a user their seat at a table back if a bot is playing in it."""
        await database_sync_to_async(return_seat_to_player)(
            table_id=table_id, user=user_id, now=timezone.now()
        )


@receiver(access_changed)
def _announce_access_change(user_id: int, **_: Any) -> None:
    """Tell all processes to check a user's sockets, and to close those that have lost their access."""
    bus.publish_message(broadcast.Access(user_id))


@receiver(preferences_changed)
def _announce_preferences(user_id: int, **_: Any) -> None:
    """Tell all processes to send a user's new preferences to the user's sockets."""
    bus.publish_message(broadcast.PreferencesChanged(user_id))


@receiver(friends_changed)
def _announce_friends(user_id: int, **_: Any) -> None:
    """Tell all processes that a user's friends or friend requests have changed."""
    # They send the inbox, and the list of friends if it has changed, to the user's sockets.
    bus.publish_message(broadcast.InboxChanged(user_id))
