"""This process's sockets by tournament: a change is read once, and each socket handed its own frame."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context
from typing import Any, Protocol

from django.utils import timezone

from accounts.sessions import HeldSession
from core.database import database_sync_to_async
from core.realtime import bus
from games import broadcast as games_broadcast
from games.live.access import revoked
from games.live.protocol import TOKEN_DEAD
from tournaments import broadcast
from tournaments.live import protocol
from tournaments.selectors.own.entry import own_entry, own_step
from tournaments.selectors.public.tournament import PublicTournament
from tournaments.selectors.public.versions import newest_public_tournament, tournament_numbers

logger = logging.getLogger(__name__)

LOOK_AGAIN = 1.0
"""Seconds between two looks for what another process has changed."""
LOOK_AFTER_PEOPLE = 2.0
"""Seconds between two looks for access that has ended without a word."""


def beside(read: Callable[..., Any]) -> Callable[..., Any]:
    """Read in a thread of its own: a large tournament holds up no table."""
    return database_sync_to_async(read, thread_sensitive=False)


class Socket(Protocol):
    """What the hub knows of a connection."""

    user_id: int | None
    token_id: int | None
    session: HeldSession | None
    number: int
    may_see_drafts: bool

    def put(self, text: str) -> None:
        """Put a frame on the line."""

    async def close_with_bye(self, code: int) -> None:
        """Say bye and close."""

    async def turn_away(self) -> None:
        """Say that there is nothing to see, and close."""


class Hub:
    """All tournament sockets of one event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._sockets: defaultdict[int, set[Socket]] = defaultdict(set)
        self._under_way: set[int] = set()
        self._again: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        bus.listen(self.hear, to=broadcast.TournamentChanged)
        bus.listen(self.hear_of_access, to=games_broadcast.Access)
        self._run(self._every(lambda: LOOK_AGAIN, self._look_after_numbers))
        self._run(self._every(lambda: LOOK_AFTER_PEOPLE, self._look_after_people))

    def stop_listening(self) -> None:
        """Hear nothing any more."""
        bus.unlisten(self.hear)
        bus.unlisten(self.hear_of_access)

    def _run(self, job: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- News ----------------------------------------------------------------------------------------------

    def hear(self, news: broadcast.TournamentChanged) -> None:
        """In any thread: hand the word to the loop, and return at once."""
        # In a context of its own: what follows is no part of the request that changed the tournament.
        self.loop.call_soon_threadsafe(self._wake, news.tournament_id, context=Context())

    def _wake(self, tournament_id: int) -> None:
        if tournament_id not in self._sockets:
            return
        if tournament_id in self._under_way:
            self._again.add(tournament_id)
        else:
            self._under_way.add(tournament_id)
            self._run(self._deliver(tournament_id))

    async def _every(self, pause: Callable[[], float], look: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(pause())
            try:
                await look()
            except Exception:
                logger.exception("The hub cannot look after its sockets")

    async def _look_after_numbers(self) -> None:
        if not self._sockets:
            return
        found = await beside(tournament_numbers)(list(self._sockets))
        for tournament_id, number in found.items():
            if any(socket.number < number for socket in self._sockets.get(tournament_id, ())):
                self._wake(tournament_id)

    async def _deliver(self, tournament_id: int) -> None:
        """Read a tournament once, hand each of its sockets its frame, again while something has changed."""
        try:
            self._again.add(tournament_id)
            while tournament_id in self._again:
                self._again.discard(tournament_id)
                page = await beside(newest_public_tournament)(tournament_id)
                for socket in tuple(self._sockets.get(tournament_id, ())):
                    if socket.number < page.number:
                        await self._show(socket, page)
        except Exception:
            logger.exception("Tournament %s cannot be shown", tournament_id)
        finally:
            self._under_way.discard(tournament_id)
            self._again.discard(tournament_id)

    async def _show(self, socket: Socket, page: PublicTournament) -> None:
        if page.is_draft and not socket.may_see_drafts:
            await socket.turn_away()
            return
        socket.number = page.number
        now = timezone.now()
        text = protocol.tournament(
            number=page.number,
            status=page.tournament.status,
            stage=page.stage_number,
            step=own_step(page, socket.user_id, now=now),
            own=own_entry(page, socket.user_id),
            now=now,
        )
        try:
            socket.put(text)
        except Exception:  # the line is gone; its own disconnect tidies up
            logger.debug("A socket is gone")

    # --- Coming and going ----------------------------------------------------------------------------------

    async def join(self, tournament_id: int, socket: Socket) -> None:
        """Show a tournament to a socket from now on."""
        page = await beside(newest_public_tournament)(tournament_id)
        self._sockets[tournament_id].add(socket)
        await self._show(socket, page)
        # What has been told between the look and now was not heard by this socket.
        self._wake(tournament_id)

    def leave(self, tournament_id: int, socket: Socket) -> None:
        """Forget a socket."""
        sockets = self._sockets.get(tournament_id)
        if sockets is None:
            return
        sockets.discard(socket)
        if not sockets:
            del self._sockets[tournament_id]

    # --- Who may stay --------------------------------------------------------------------------------------

    def hear_of_access(self, news: games_broadcast.Access) -> None:
        """In any thread: a person's access has changed; look at once which of their sockets may stay."""
        self.loop.call_soon_threadsafe(self._look_after, news.user_id, context=Context())

    def _look_after(self, user_id: int) -> None:
        self._run(self._show_out([socket for socket in self._everyone() if socket.user_id == user_id]))

    async def _look_after_people(self) -> None:
        await self._show_out(self._everyone())

    def _everyone(self) -> list[Socket]:
        return [socket for sockets in self._sockets.values() for socket in sockets]

    async def _show_out(self, sockets: list[Socket]) -> None:
        if not sockets:
            return
        for socket in await beside(revoked)(sockets, now=timezone.now()):
            await socket.close_with_bye(TOKEN_DEAD)


_hub: Hub | None = None


def hub() -> Hub:
    """The hub of the running loop; a server has one."""
    global _hub
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        forget_hub()
        _hub = Hub()
    return _hub


def forget_hub() -> None:
    """Hear nothing any more, as when the loop has ended."""
    global _hub
    if _hub is not None:
        _hub.stop_listening()
    _hub = None
