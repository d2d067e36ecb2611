"""Sends the status of friends to the sockets that watch it: first all of it, then only changes."""

import asyncio
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.utils import timezone

from accounts.models import User
from core.database import database_sync_to_async
from core.realtime.hub import Hub
from games.live.connection import LobbyConnection
from games.live.people import frames
from games.selectors.people import friends
from games.selectors.people.friends import FriendStatus


class Watch(NamedTuple):
    """The friends whom a socket watches."""

    user: User
    friend_ids: tuple[int, ...]


class FriendsWatch:
    """The sockets of this process that watch friends, and the friends' status as last sent."""

    def __init__(self) -> None:
        """Create an empty registry of sockets and of the online statuses that were sent to them."""
        self._watches: dict[LobbyConnection, Watch] = {}
        self._known: dict[int, FriendStatus] = {}
        # A status that was read earlier must not be sent after one that was read later.
        self._reading = asyncio.Lock()

    async def watch(self, connection: LobbyConnection, user: User) -> None:
        """Send a socket the online status of its user's friends, now and after each change."""
        ids = await database_sync_to_async(friends.find_friend_ids)(user)
        await self._start_watch(connection, Watch(user, ids))

    async def _start_watch(self, connection: LobbyConnection, watch: Watch) -> None:
        """Register a socket, and send it the online status of the friends listed in `watch`.

        Send nothing if the socket closes while the statuses are being read.
        """
        # Registered first, so that a socket that leaves during the read can be recognized.
        self._watches[connection] = watch
        async with self._reading:
            statuses = await database_sync_to_async(friends.friend_statuses)(watch.friend_ids, timezone.now())
            if connection not in self._watches:
                return
            # The other sockets that watch the same people need what has changed since the last read, too.
            self._send_changed_statuses(statuses, excluded_socket=connection)
            rows = [statuses[user_id].row for user_id in watch.friend_ids if user_id in statuses]
            Hub.send(connection, frames.encode_friends(rows))

    def unwatch(self, connection: LobbyConnection) -> None:
        """Stop sending a socket the online status of its user's friends. Do nothing if it receives none."""
        if self._watches.pop(connection, None) is not None:
            watched = self.watched_user_ids()
            self._known = {user_id: view for user_id, view in self._known.items() if user_id in watched}

    def watched_user_ids(self) -> set[int]:
        """Return the ids of all users whose online status at least one socket watches."""
        return {user_id for watch in self._watches.values() for user_id in watch.friend_ids}

    async def resend_changed_lists(self, user_ids: Collection[int]) -> None:
        """Send these users their list of friends again if it differs from the list that was sent last."""
        for connection, watch in tuple(self._watches.items()):
            if watch.user.pk in user_ids:
                ids = await database_sync_to_async(friends.find_friend_ids)(watch.user)
                # The socket may have left while they were read, and must not be registered again.
                if ids != watch.friend_ids and connection in self._watches:
                    await self._start_watch(connection, Watch(watch.user, ids))

    async def refresh_statuses(self, user_ids: Collection[int], table_ids: Collection[str]) -> None:
        """Read online statuses, and send the changed ones to the sockets that watch them.

        Read the statuses of the users in `user_ids`, and of users who have a seat at a table in `table_ids`
        or were connected there when their status was last read. Skip users whom no socket watches.
        """
        async with self._reading:
            watched = self.watched_user_ids()
            if not watched:
                return
            # Only people whom a socket watches are checked.
            concerned = watched.intersection(user_ids)
            if table_ids:
                concerned |= watched & await database_sync_to_async(friends.find_users_seated_at)(table_ids)
                # These people had a seat at one of the tables before.
                concerned |= {user_id for user_id, view in self._known.items() if view.table_id in table_ids}
            if concerned:
                statuses = await database_sync_to_async(friends.friend_statuses)(concerned, timezone.now())
                self._send_changed_statuses(statuses)

    def _send_changed_statuses(
        self, statuses: Mapping[int, FriendStatus], *, excluded_socket: LobbyConnection | None = None
    ) -> None:
        """Send each online status that has changed to the sockets that watch its user.

        `statuses` maps user ids to online statuses. Nothing is sent to `excluded_socket`.
        """
        changed = {user_id: view for user_id, view in statuses.items() if view != self._known.get(user_id)}
        self._known.update(changed)
        encoded = {user_id: frames.encode_friend(view.row) for user_id, view in changed.items()}
        for connection, watch in tuple(self._watches.items()):
            if connection is not excluded_socket:
                for user_id in encoded.keys() & watch.friend_ids:
                    Hub.send(connection, encoded[user_id])
