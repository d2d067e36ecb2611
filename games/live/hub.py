"""This process's sockets by table: hears wake-ups once for all, hands each socket its own sight directly."""

import asyncio
import logging
from collections import defaultdict
from contextvars import Context
from typing import Any, Protocol
from weakref import WeakValueDictionary

from channels.db import database_sync_to_async
from django.dispatch import receiver
from django.utils import timezone

from accounts.selectors import barred_users, dead_tokens
from accounts.signals import token_revoked
from games import broadcast, presence
from games.live import protocol
from games.selectors import tables
from games.selectors.moments import Moment, moment_at_hand
from games.selectors.moments import moment as read_moment

logger = logging.getLogger(__name__)

LOOK_AGAIN = 2.0
"""Seconds between two looks at the database for what no wake-up told of."""
LOBBY_PAUSE = 0.3
"""Seconds between two words to the lobby, however much happens there."""


class Socket(Protocol):
    """What the hub knows of a connection."""

    user_id: int | None
    token_id: int | None
    viewer: int | None
    number: int
    welcomed: bool

    async def send_text(self, text: str) -> None:
        """Put a frame on the line."""

    async def farewell(self, code: int) -> None:
        """Say bye and close."""


class Hub:
    """All sockets of one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._sockets: defaultdict[str, set[Socket]] = defaultdict(set)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._lobby: set[Socket] = set()
        self._lobby_said = ""
        self._lobby_task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._wanted: dict[str, int] = {}
        broadcast.listen(self._hear)
        self._run(self._look())

    # --- Wake-ups ------------------------------------------------------------------------------------------

    def _hear(self, wake: broadcast.Wake) -> None:
        """In any thread: hand the word to the loop, and return at once."""
        # In a context of its own: what follows is not a part of the request that moved the table.
        self._loop.call_soon_threadsafe(self._wake, wake, context=Context())

    def _wake(self, wake: broadcast.Wake) -> None:
        if wake.lobby:
            self._wake_lobby()
        if wake.table_id not in self._sockets:
            return
        under_way = wake.table_id in self._wanted
        self._wanted[wake.table_id] = max(wake.number, self._wanted.get(wake.table_id, 0))
        if not under_way:
            self._run(self._deliver(wake.table_id))

    def _run(self, job: Any) -> None:
        task = self._loop.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self) -> None:
        """Wake the tables whose own word was lost, or was never sent by another process."""
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            try:
                await self._look_after_tables()
                await self._look_after_people()
            except Exception:
                logger.exception("The hub cannot look after its sockets")
            self._wake_lobby()

    async def _look_after_tables(self) -> None:
        if not self._sockets:
            return
        found = await database_sync_to_async(tables.numbers)(list(self._sockets))
        for table_id, number in found.items():
            if any(socket.number < number for socket in self._sockets.get(table_id, ())):
                self._wake(broadcast.Wake(table_id, number))

    async def _look_after_people(self) -> None:
        """Close the sockets of tokens that expired or died elsewhere, and of people who have been barred."""
        tokens = {socket.token_id for socket in self._everyone() if socket.token_id is not None}
        users = {socket.user_id for socket in self._everyone() if socket.user_id is not None}
        dead = await database_sync_to_async(dead_tokens)(tokens, timezone.now()) if tokens else set()
        barred = await database_sync_to_async(barred_users)(users) if users else set()
        for socket in self._everyone():
            if socket.token_id in dead or socket.user_id in barred:
                await socket.farewell(protocol.TOKEN_DEAD)

    def _everyone(self) -> list[Socket]:
        seated = [socket for sockets in self._sockets.values() for socket in sockets]
        return [*seated, *self._lobby]

    async def _deliver(self, table_id: str) -> None:
        """Read a woken table once and give each of its sockets its update, until no newer word has come."""
        try:
            number = 0
            while number < (wanted := self._wanted[table_id]):
                number = wanted
                await self._update(table_id, tuple(self._sockets.get(table_id, ())), number)
        except Exception:
            logger.exception("Table %s cannot be shown", table_id)
        finally:
            del self._wanted[table_id]

    async def _update(self, table_id: str, sockets: tuple[Socket, ...], number: int | None) -> None:
        """Bring sockets up to the table's number; `number` None: read the newest and send it in any case."""
        moment = moment_at_hand(table_id)
        if number is None or moment is None or moment.number < number:
            moment = await database_sync_to_async(read_moment)(table_id, at_least=number)
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            newest = moment_at_hand(table_id)
            if newest is not None and newest.number > moment.number:
                moment = newest
            texts: dict[tuple[int | None, int], str] = {}
            for socket in sockets:
                gone = socket not in self._sockets.get(table_id, ())
                behind = socket.welcomed and socket.number < moment.number
                if not gone and (behind or number is None):
                    anew = number is None or socket.number < 0
                    await self._send_update(table_id, moment, socket, texts, anew=anew)

    async def _send_update(
        self,
        table_id: str,
        moment: Moment,
        socket: Socket,
        texts: dict[tuple[int | None, int], str],
        *,
        anew: bool,
    ) -> None:
        viewer = moment.viewer(socket.user_id)
        if viewer != socket.viewer:
            self._reseat(table_id, socket, viewer)
        key = (viewer, socket.number)
        if key not in texts:
            shown = moment.update(viewer, after=socket.number, anew=anew, now=timezone.now())
            texts[key] = protocol.update(**shown)
        socket.number = moment.number
        await self._send(socket, texts[key])

    async def _send(self, socket: Socket, text: str) -> None:
        try:
            await socket.send_text(text)
        except Exception:  # the line is gone; its own disconnect tidies up
            logger.debug("A socket is gone")

    # --- Coming and going ----------------------------------------------------------------------------------

    async def join(self, table_id: str, socket: Socket) -> None:
        """Show a table to a socket from now on; its first update, with the sheet, comes before any other."""
        self._sockets[table_id].add(socket)
        await self._update(table_id, (socket,), None)
        socket.welcomed = True
        await self._update(table_id, (socket,), socket.number)

    async def refresh(self, table_id: str, socket: Socket, after: int) -> None:
        """Send the events after a number and the newest sight, whatever the socket had."""
        socket.number = after
        await self._update(table_id, (socket,), None)

    def leave(self, table_id: str, socket: Socket) -> None:
        """Forget a socket."""
        sockets = self._sockets.get(table_id)
        if sockets is None:
            return
        sockets.discard(socket)
        if not sockets:
            del self._sockets[table_id]
        self._reseat(table_id, socket, None)

    def _reseat(self, table_id: str, socket: Socket, viewer: int | None) -> None:
        """Keep the presence right when a socket's person gets, changes or loses a seat."""
        before, socket.viewer = socket.viewer, viewer
        if before is not None and presence.depart(table_id, before):
            self._run(self._tell_presence(table_id, before, False))
        if viewer is not None and presence.arrive(table_id, viewer):
            self._run(self._tell_presence(table_id, viewer, True))

    async def _tell_presence(self, table_id: str, seat: int, connected: bool) -> None:
        text = protocol.presence(seat, connected)
        for socket in tuple(self._sockets.get(table_id, ())):
            await self._send(socket, text)

    async def close_token(self, token_id: int) -> None:
        """Close the sockets of a token that died."""
        for socket in self._everyone():
            if socket.token_id == token_id:
                await socket.farewell(protocol.TOKEN_DEAD)

    def token_died(self, token_id: int) -> None:
        """In any thread: a token died."""
        self._loop.call_soon_threadsafe(lambda: self._run(self.close_token(token_id)), context=Context())

    # --- The lobby -----------------------------------------------------------------------------------------

    async def enter_lobby(self, socket: Socket) -> None:
        """Show the open tables to a socket from now on."""
        self._lobby.add(socket)
        await self._send(socket, await _lobby_text())

    def leave_lobby(self, socket: Socket) -> None:
        """Forget a socket of the lobby."""
        self._lobby.discard(socket)

    def _wake_lobby(self) -> None:
        if self._lobby and self._lobby_task is None:
            self._lobby_task = self._loop.create_task(self._tell_lobby())

    async def _tell_lobby(self) -> None:
        await asyncio.sleep(LOBBY_PAUSE)
        self._lobby_task = None
        try:
            text = await _lobby_text()
        except Exception:
            logger.exception("The lobby cannot be shown")
            return
        if text != self._lobby_said:
            self._lobby_said = text
            for socket in tuple(self._lobby):
                await self._send(socket, text)


async def _lobby_text() -> str:
    return protocol.tables(await database_sync_to_async(tables.open_tables)())


_hub: Hub | None = None


def hub() -> Hub:
    """The hub of the running loop; a server has one."""
    global _hub
    if _hub is None or _hub._loop is not asyncio.get_running_loop():
        if _hub is not None:
            broadcast.unlisten(_hub._hear)
        _hub = Hub()
    return _hub


@receiver(token_revoked)
def _on_token_revoked(token_id: int, **_: Any) -> None:
    if _hub is not None:
        _hub.token_died(token_id)
