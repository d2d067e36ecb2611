"""Quick matches over the lobby's sockets: records who is still searching, and sends the table found."""

import time
from collections.abc import Collection
from typing import TYPE_CHECKING

from django.utils import timezone

from core.database import database_sync_to_async
from games import broadcast
from games.live.connection import LobbyConnection
from games.live.people import frames
from games.selectors.lobby.matching import describe_match, match_requests_of
from games.services.matching.requests import keep_match_requests_alive
from games.wire.matching import QuickMatch

if TYPE_CHECKING:
    from games.live.lobby import LobbyHub

POLL_INTERVAL_SECONDS = 2.0
"""How often searching users are recorded as present, and requests are read for unreported changes."""


class MatchFeed:
    """Tells the users of one hub's sockets about their match requests."""

    def __init__(self, hub: "LobbyHub") -> None:
        """Start listening for changes to users' searches for a quick match, and check them regularly."""
        self._hub = hub
        self._sent: dict[LobbyConnection, QuickMatch | None] = {}
        """The match request last sent to each socket."""
        hub.on_message(broadcast.MatchChange, self._handle_change)
        hub.run_every(lambda: POLL_INTERVAL_SECONDS, self._check_match_requests)

    async def join(self, connection: LobbyConnection) -> None:
        """Send a socket the state of its user's search for a quick match, now and after each change.

        Ignore sockets without an account.
        """
        # Even without a request: a search may have ended while the page was disconnected.
        if connection.user_id is not None:
            found = await database_sync_to_async(match_requests_of)([connection.user_id])
            self._send_match_state(connection, found.get(connection.user_id))

    def leave(self, connection: LobbyConnection) -> None:
        """Stop sending a socket the state of its user's search for a quick match."""
        self._sent.pop(connection, None)

    def _handle_change(self, change: broadcast.MatchChange) -> None:
        """Start a task that tells the users in `change` how their search for a quick match has changed.

        Ignore users without a socket in this process.
        """
        if connections := self._find_sockets(change.user_ids):
            self._hub.start_task(self._send_changed_match_states(connections))

    async def _check_match_requests(self) -> None:
        """Tell users how their search for a quick match has changed, if it has.

        Also record which of the searching users are connected.
        """
        now = time.monotonic()
        # Sockets with a silent client are left out.
        living = [each for each in self._sent if not each.health.is_silent(now)]
        if living:
            await self._send_changed_match_states(living)
        if seekers := {each.user_id for each in living if each.user_id and self._is_searching(each)}:
            await database_sync_to_async(keep_match_requests_alive)(user_ids=seekers, now=timezone.now())

    async def _send_changed_match_states(self, connections: Collection[LobbyConnection]) -> None:
        """Send each socket the state of its user's search for a quick match, if it has changed."""
        users = {each.user_id for each in connections if each.user_id is not None}
        found = await database_sync_to_async(match_requests_of)(users)
        for each in connections:
            # The socket may have left in the meantime.
            if each in self._sent and self._sent[each] != (match := found.get(each.user_id or 0)):
                self._send_match_state(each, match)

    def _send_match_state(self, connection: LobbyConnection, match: QuickMatch | None) -> None:
        """Send a socket the state of its user's search for a quick match, and remember what was sent.

        If `match` is None, the user is not searching. During a search, the client is pinged more often.
        """
        self._sent[connection] = match
        if self._is_searching(connection):
            # Nobody should be seated with a player whose connection is broken, so the client is pinged often.
            connection.health.watch_closely(time.monotonic())
        else:
            connection.health.watch_loosely(time.monotonic())
        self._hub.send(connection, frames.encode_match(describe_match(match, now=timezone.now())))

    def _find_sockets(self, user_ids: Collection[int]) -> list[LobbyConnection]:
        """Return the sockets in this feed that belong to any of the users."""
        return [each for each in self._sent if each.user_id in user_ids]

    def _is_searching(self, connection: LobbyConnection) -> bool:
        """Return whether the user is still searching, according to the state last sent to the socket."""
        match = self._sent.get(connection)
        return match is not None and match["table"] is None
