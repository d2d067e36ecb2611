"""Users across all their sockets: who is online, and their inbox of challenges and friend requests.

Each process knows its own sockets. Online users are marked in the cache, which all processes share; an inbox
is read from the database when the bus reports a change.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from cachetools import LRUCache
from django.utils import timezone

from accounts.models import AccountKind, User
from accounts.online import RENEWAL_INTERVAL_SECONDS, mark_offline, mark_online
from accounts.services.profile import update_last_seen
from core.database import database_sync_to_async
from core.realtime import bus
from core.realtime.event_loop import EventLoopBound
from core.realtime.hub import Hub
from games import broadcast
from games.live.connection import LobbyConnection
from games.live.people import frames
from games.live.people.friends import FriendsWatch
from games.models import Challenge
from games.presence import SeatChange
from games.selectors.people import challenges

logger = logging.getLogger(__name__)

UPDATE_INTERVAL_SECONDS = 0.3
"""Minimum time between two updates, however much happens."""
RETRY_SECONDS = 5.0
"""Delay before a failed update is retried, for example while the database is unreachable."""
LINGER_SECONDS = 5.0
"""How long a user stays online without a socket, for example between two pages."""
SEEN_INTERVAL_SECONDS = 1500.0
"""How often the times at which users were last seen are stored."""
POLL_INTERVAL_SECONDS = 5.0
"""How often the database is checked for challenges that the bus did not report."""
LOOK_BACK = timedelta(seconds=15)
MAX_DELIVERED = 5000
"""Maximum number of delivered challenges and answers to remember: many more than arrive within LOOK_BACK."""


class PeopleFeed(EventLoopBound):
    """Sends what is new to users with permanent accounts, on all their sockets in this process.

    Guests and bots are left out.
    """

    def __init__(self) -> None:
        """Create a feed without sockets, and start its bus listeners and periodic checks."""
        super().__init__()
        self._sockets: defaultdict[int, set[LobbyConnection]] = defaultdict(set)
        self._friends = FriendsWatch()
        self._delivered: LRUCache[tuple[int, str], bool] = LRUCache(MAX_DELIVERED)
        self._update: asyncio.Task[None] | None = None
        """The task of the next update, if one is scheduled."""
        self._expiries: dict[int, asyncio.TimerHandle] = {}
        """By user: the timer that sends the inbox again once the first challenge in it has expired."""
        self._inboxes: set[int] = set()
        self._people: set[int] = set()
        self._tables: set[str] = set()
        self.on_message(
            broadcast.TableListingChanged, lambda message: self._schedule_update(tables=[message.table_id])
        )
        self.on_message(broadcast.Presence, self._handle_presence)
        self.on_message(SeatChange, lambda change: self._schedule_update(tables=[change.table_id]))
        self.on_message(
            broadcast.InboxChanged, lambda message: self._schedule_update(inboxes=[message.user_id])
        )
        self.on_message(
            broadcast.PreferencesChanged, lambda message: self._schedule_update(people=[message.user_id])
        )
        self.on_message(broadcast.PersonChanged, self._handle_person_change)
        self.on_message(broadcast.ChallengeAnswered, self._handle_challenge_answer)
        self.run_every(lambda: RENEWAL_INTERVAL_SECONDS, self._renew_online_status)
        self.run_every(lambda: SEEN_INTERVAL_SECONDS, self._store_last_seen)
        self.run_every(lambda: POLL_INTERVAL_SECONDS, self._poll_challenges)

    # --- Sockets -------------------------------------------------------------------------------------------

    def join(self, connection: LobbyConnection, user: User) -> None:
        """Register a user's socket, mark the user as online, and send the inbox unless it is empty.

        Ignore guests and bots.
        """
        if user.kind != AccountKind.HUMAN:
            return
        is_first_socket = user.pk not in self._sockets
        self._sockets[user.pk].add(connection)
        # The inbox has friend requests and challenges (invitations to a table).
        self.start_task(self._mark_online_and_send_inbox(connection, user.pk, is_first_socket))

    async def _mark_online_and_send_inbox(
        self, connection: LobbyConnection, user_id: int, is_first_socket: bool
    ) -> None:
        """Mark a user as online if the socket is the user's first in this process, and send it the inbox.

        An empty inbox (no friend requests and no challenges) is not sent. Exceptions are only logged.
        """
        try:
            if is_first_socket:
                await database_sync_to_async(mark_online)([user_id])
                await database_sync_to_async(update_last_seen)(user_ids=[user_id], now=timezone.now())
                bus.publish_message(broadcast.PersonChanged(user_id))
            await self._send_inbox(user_id, [connection], only_if_not_empty=True)
        except Exception:
            # The page works without it, and must not lose its socket.
            logger.warning("What waits for a user could not be sent", exc_info=True)

    def leave(self, connection: LobbyConnection) -> None:
        """Unregister a closed socket.

        If its user has no socket in this process after LINGER_SECONDS, mark the user as offline.
        """
        self._friends.unwatch(connection)
        user_id = connection.user_id
        sockets = self._sockets.get(user_id) if user_id is not None else None
        if user_id is None or sockets is None:
            return
        sockets.discard(connection)
        if not sockets:
            del self._sockets[user_id]
            self._cancel_expiry_timer(user_id)
            self.loop.call_later(LINGER_SECONDS, self._go_offline_unless_reconnected, user_id)

    def _go_offline_unless_reconnected(self, user_id: int) -> None:
        """If a user still has no socket in this process, start a task that marks the user as offline."""
        if user_id not in self._sockets:
            self.start_task(self._go_offline(user_id))

    async def _go_offline(self, user_id: int) -> None:
        """Mark a user as offline, store the current time as `last_seen_at`, and tell all processes."""
        await database_sync_to_async(mark_offline)(user_id)
        await database_sync_to_async(update_last_seen)(user_ids=[user_id], now=timezone.now())
        # If another process has a socket of the user, it marks the user as online again.
        bus.publish_message(broadcast.PersonChanged(user_id, gone=True))

    async def watch_friends(self, connection: LobbyConnection, user: User) -> None:
        """Send a socket the online status of its user's friends, now and after each change."""
        await self._friends.watch(connection, user)

    # --- Messages from the bus -----------------------------------------------------------------------------

    def _handle_presence(self, message: broadcast.Presence) -> None:
        """Schedule updates of the online status of players at the tables that `message` lists.

        The connected seats at these tables may have changed. Ignore messages from other processes.
        """
        # Most messages from others repeat what is known, and if one tells something new, a SeatChange
        # follows.
        if message.process == bus.ORIGIN:
            self._schedule_update(tables=message.seats)

    def _handle_person_change(self, message: broadcast.PersonChanged) -> None:
        """Schedule sending a user's online status to the user's friends.

        If the user was marked as offline but has a socket in this process, mark the user as online instead.
        """
        if message.gone and message.user_id in self._sockets:
            # Another process has marked the user as offline.
            self.start_task(self._restore_online_status(message.user_id))
        else:
            self._schedule_update(people=[message.user_id])

    async def _restore_online_status(self, user_id: int) -> None:
        """Mark a user as online again, and tell all processes."""
        await database_sync_to_async(mark_online)([user_id])
        bus.publish_message(broadcast.PersonChanged(user_id))

    def _handle_challenge_answer(self, message: broadcast.ChallengeAnswered) -> None:
        """Start a task that sends the challenger the answer to a challenge.

        Do nothing if the challenger has no socket in this process.
        """
        if message.challenger_id in self._sockets:
            self.start_task(self._send_challenge_answer(message.challenge_id))

    def _schedule_update(
        self, *, inboxes: Iterable[int] = (), people: Iterable[int] = (), tables: Iterable[str] = ()
    ) -> None:
        """Schedule an update of the inboxes and online statuses that may have changed.

        `inboxes` and `people` are user ids. `tables` are the ids of tables whose players or challenges may
        have changed. Do nothing if this process has no sockets.
        """
        if not self._sockets:
            return
        self._inboxes.update(inboxes)
        self._people.update(people)
        self._tables.update(tables)
        # The update will include all changes made until it is sent.
        if self._update is None:
            self._update = self.loop.create_task(self._send_scheduled_updates())

    async def _send_scheduled_updates(self) -> None:
        """Wait UPDATE_INTERVAL_SECONDS, then send all scheduled updates. If this fails, retry later."""
        await asyncio.sleep(UPDATE_INTERVAL_SECONDS)
        # Before anything is read: a change during the reading schedules another update.
        self._update = None
        inboxes, people, tables = self._inboxes, self._people, self._tables
        self._inboxes, self._people, self._tables = set(), set(), set()
        try:
            if tables:
                # A table that starts, closes or fills up affects the users who have been challenged to it.
                inboxes |= await database_sync_to_async(challenges.find_challenged_users)(
                    tables, timezone.now()
                )
            for user_id in inboxes & self._sockets.keys():
                await self._send_inbox(user_id, self._sockets.get(user_id, ()))
            await self._friends.resend_changed_lists(inboxes)
            await self._friends.refresh_statuses(people, tables)
        except Exception:
            logger.exception("What has changed for people could not be sent")
            self.loop.call_later(
                RETRY_SECONDS, lambda: self._schedule_update(inboxes=inboxes, people=people, tables=tables)
            )

    async def _send_inbox(
        self, user_id: int, connections: Iterable[LobbyConnection], *, only_if_not_empty: bool = False
    ) -> None:
        """Send a user's inbox (friend requests and challenges) to the sockets in `connections`.

        Schedule sending it again when the first challenge in it expires.
        """
        waiting = await database_sync_to_async(challenges.inbox_of)(user_id, timezone.now())
        # A deactivated account has no inbox.
        if waiting is None or (only_if_not_empty and not any(waiting.values())):
            return
        text = frames.encode_inbox(waiting)
        for connection in tuple(connections):
            Hub.send(connection, text)
        self._cancel_expiry_timer(user_id)
        # The user may have left while the inbox was read.
        if waiting["challenges"] and user_id in self._sockets:
            end = min(datetime.fromisoformat(each["expires_at"]) for each in waiting["challenges"])
            delay = (end - timezone.now()).total_seconds()
            self._expiries[user_id] = self.loop.call_later(
                max(delay, 0), lambda: self._schedule_update(inboxes=[user_id])
            )

    def _cancel_expiry_timer(self, user_id: int) -> None:
        """Cancel the timer that would send a user's inbox again, if there is one."""
        # Challenges to slow tables stay open for days. Without this, each opened page would leave a timer
        # behind.
        if (timer := self._expiries.pop(user_id, None)) is not None:
            timer.cancel()

    async def _send_challenge_answer(self, challenge_id: int) -> None:
        """Send the answer to a challenge to the challenger's sockets, unless it has been sent before."""
        challenge = await database_sync_to_async(challenges.find_challenge)(challenge_id)
        if challenge is not None and not self._record_delivery(challenge):
            text = frames.encode_challenge_answer(
                challenge.table_id, challenge.challenged.username, challenge.answer
            )
            for connection in tuple(self._sockets.get(challenge.challenger_id, ())):
                Hub.send(connection, text)

    def _record_delivery(self, challenge: Challenge) -> bool:
        """Record that a challenge, or the answer to the challenge if there is one, has been sent.

        Return True if this process had already recorded the same challenge or the same answer.
        """
        key = (challenge.pk, f"{challenge.challenged_at} {challenge.answer}")
        before = key in self._delivered
        self._delivered[key] = True
        return before

    # --- Periodic checks -----------------------------------------------------------------------------------

    async def _renew_online_status(self) -> None:
        """Renew the online status of connected users before it expires.

        Also send the changed online statuses of users to the sockets of friends who watch them.
        """
        await database_sync_to_async(mark_online)(tuple(self._sockets))
        await self._friends.refresh_statuses(self._friends.watched_user_ids(), ())

    async def _store_last_seen(self) -> None:
        """Store the current time as `last_seen_at` of all users with a socket in this process.

        Users whose stored time is recent are left out.
        """
        await database_sync_to_async(update_last_seen)(user_ids=tuple(self._sockets), now=timezone.now())

    async def _poll_challenges(self) -> None:
        """Send recent challenges and answers at most once each, in case the bus did not report them."""
        if not self._sockets:
            return
        recent = await database_sync_to_async(challenges.recent_challenges)(timezone.now() - LOOK_BACK)
        for challenge in recent:
            if challenge.answer in ("accepted", "declined"):
                if challenge.challenger_id in self._sockets:
                    await self._send_challenge_answer(challenge.pk)
            elif challenge.challenged_id in self._sockets and not self._record_delivery(challenge):
                self._schedule_update(inboxes=[challenge.challenged_id])
