"""Quick matches over the lobby's sockets: records who is still searching, and sends the table found."""

import time
from collections.abc import Collection
from typing import TYPE_CHECKING

from django.utils import timezone

from core.database import database_sync_to_async
from games import broadcast
from games.live.connection import LobbyConnection
from games.live.people import frames
from games.selectors.lobby.matching import describe_match, matches_of
from games.services.matching.requests import record_signs_of_life
from games.wire.matching import QuickMatch

if TYPE_CHECKING:
    from games.live.lobby import LobbyHub

POLL_INTERVAL_SECONDS = 2.0
"""How often searching users are recorded as present, and requests are read for unreported changes."""


class MatchFeed:
    """Tells the users of one hub's sockets about their match requests."""

    def __init__(self, hub: "LobbyHub") -> None:
        self._hub = hub
        self._sent: dict[LobbyConnection, QuickMatch | None] = {}
        """The match request last sent to each socket."""
        hub.on_message(broadcast.MatchChange, self._handle_change)
        hub.run_every(lambda: POLL_INTERVAL_SECONDS, self._poll_requests)

    async def join(self, connection: LobbyConnection) -> None:
        """Send a new socket its user's match request. Do nothing for a visitor without an account.

        A frame is sent even if there is no request, because a search may have ended while the page was
        disconnected.
        """
        if connection.user_id is not None:
            found = await database_sync_to_async(matches_of)([connection.user_id])
            self._send(connection, found.get(connection.user_id))

    def leave(self, connection: LobbyConnection) -> None:
        """Forget a socket. Do nothing if it is unknown."""
        self._sent.pop(connection, None)

    def _handle_change(self, change: broadcast.MatchChange) -> None:
        """Start a task that sends the changed match requests to their users.

        Do nothing if this process has no sockets of these users.
        """
        if connections := self._connections_of(change.user_ids):
            self._hub.start_task(self._notify(connections))

    async def _poll_requests(self) -> None:
        """Send match requests that have changed, and record that users who are searching are still present.

        Sockets with a silent client are skipped.
        """
        now = time.monotonic()
        living = [each for each in self._sent if not each.health.is_silent(now)]
        if living:
            await self._notify(living)
        if seekers := {each.user_id for each in living if each.user_id and self._is_waiting(each)}:
            await database_sync_to_async(record_signs_of_life)(user_ids=seekers, now=timezone.now())

    async def _notify(self, connections: Collection[LobbyConnection]) -> None:
        """Send each of these sockets its user's match request if it has changed since it was last sent."""
        users = {each.user_id for each in connections if each.user_id is not None}
        found = await database_sync_to_async(matches_of)(users)
        for each in connections:
            # The socket may have left in the meantime.
            if each in self._sent and self._sent[each] != (match := found.get(each.user_id or 0)):
                self._send(each, match)

    def _send(self, connection: LobbyConnection, match: QuickMatch | None) -> None:
        """Send a socket its user's match request (None if there is none), and remember what was sent.

        While the user is searching, watch the connection closely, so that a broken one is noticed soon.
        """
        self._sent[connection] = match
        if self._is_waiting(connection):
            # Nobody should be seated with a player whose connection is broken.
            connection.health.watch_closely(time.monotonic())
        else:
            connection.health.watch_loosely(time.monotonic())
        self._hub.send(connection, frames.encode_match(describe_match(match, now=timezone.now())))

    def _connections_of(self, user_ids: Collection[int]) -> list[LobbyConnection]:
        """Return the known sockets of these users."""
        return [each for each in self._sent if each.user_id in user_ids]

    def _is_waiting(self, connection: LobbyConnection) -> bool:
        """Whether the request last sent to the socket says that its user is still searching for a table."""
        match = self._sent.get(connection)
        return match is not None and match["table"] is None
