"""This process's sockets by table: hears wake-ups once for all, hands each socket its own sight directly."""

import asyncio
import logging
import time
from collections import defaultdict, deque
from contextvars import Context
from datetime import datetime
from functools import partial
from typing import Any, Protocol

from django.dispatch import receiver
from django.utils import timezone

from accounts.sessions import HeldSession
from accounts.signals import access_changed
from core.database import database_sync_to_async
from core.realtime import bus
from core.realtime.health import ConnectionHealth
from core.refusal import Refusal
from games import broadcast, presence
from games.live import protocol
from games.live.access import revoked
from games.rules.errors import Quarantined
from games.selectors import tables
from games.selectors.table_sights import TableSights, cached_sights
from games.selectors.table_sights import table_sights as read_sights
from games.services.attendance.absence import come_back
from games.services.attendance.arrivals import note_arrival

logger = logging.getLogger(__name__)

LOOK_AGAIN = 2.0
"""Seconds between two looks at the database for what no wake-up told of."""
WATCH_EVERY = 0.5
"""Seconds between two looks at who has fallen silent."""
TELL_EVERY = 2.0
"""Seconds after which other processes are told again who is here."""
LOBBY_PAUSE = 0.3
"""Seconds between two words to the lobby, however much happens there."""

Texts = dict[tuple[int | None, int], str]
"""Updates that were made already, by viewer and the number that a socket has."""


class Socket(Protocol):
    """What the hub knows of a connection."""

    user_id: int | None
    token_id: int | None
    session: HeldSession | None
    viewer: int | None
    number: int
    has_first_update: bool
    health: ConnectionHealth

    def put(self, text: str) -> None:
        """Put a frame on the line."""

    async def close_with_bye(self, code: int) -> None:
        """Say bye and close."""

    async def refuse(self, refusal: Refusal) -> None:
        """Say why there is nothing to be seen here, and close."""


class Hub:
    """All sockets of one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._sockets: defaultdict[str, set[Socket]] = defaultdict(set)
        self._lobby: set[Socket] = set()
        self._lobby_said = ""
        self._lobby_task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._wanted: dict[str, int] = {}
        self._heard: deque[broadcast.Wake] = deque()
        self._woken = False
        """Whether the loop has been told that there is something in `_heard`."""
        bus.listen(self._hear, to=broadcast.Wake)
        for kind in (broadcast.Access, broadcast.Presence, broadcast.Countdown, broadcast.Life):
            bus.listen(self._hear, to=kind)
        self._present: dict[Socket, tuple[str, int]] = {}
        """The sockets that count as connected, with their table and seat."""
        self._run(self._look())
        self._run(self._watch())

    # --- Wake-ups ------------------------------------------------------------------------------------------

    def _hear(self, news: broadcast.News) -> None:
        """In any thread: hand the word to the loop, and return at once."""
        # In a context of its own: what follows is not a part of the request that moved the table.
        if isinstance(news, broadcast.Wake):
            self._heard.append(news)
            # Many moves are committed together: the loop is woken for the first of them.
            if not self._woken:
                self._woken = True
                self._loop.call_soon_threadsafe(self._wake_all, context=Context())
        elif isinstance(news, broadcast.Access):
            self._loop.call_soon_threadsafe(self._look_after, news.user_id, context=Context())
        else:
            self._loop.call_soon_threadsafe(self._hear_of_presence, news, context=Context())

    def _wake_all(self) -> None:
        self._woken = False
        while self._heard:
            self._wake(self._heard.popleft())

    def _wake(self, wake: broadcast.Wake) -> None:
        if wake.lobby:
            self._wake_lobby()
        if wake.table_id not in self._sockets:
            return
        if wake.table_id in self._wanted:
            self._wanted[wake.table_id] = max(wake.number, self._wanted[wake.table_id])
            return
        sights = cached_sights(wake.table_id, now=timezone.now())
        if sights is not None and sights.number >= wake.number:
            # The move was made in this process: its sockets have it at once.
            self._show(wake.table_id, sights)
        else:
            self._wanted[wake.table_id] = wake.number
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
            if number is None:
                await self._clear(table_id)
            elif any(socket.number < number for socket in self._sockets.get(table_id, ())):
                self._wake(broadcast.Wake(table_id, number))

    async def _clear(self, table_id: str) -> None:
        """Tell everyone at a table that it was put aside: nothing comes of waiting there."""
        sockets = tuple(self._sockets.get(table_id, ()))
        await asyncio.gather(*(socket.refuse(Quarantined()) for socket in sockets))

    async def _look_after_people(self) -> None:
        """Close the sockets of tokens and sessions that ended without a word, and of barred people."""
        await self._dismiss(self._everyone())

    def _look_after(self, user_id: int) -> None:
        """A person's access has changed: look at once which of the sockets may stay."""
        sockets = [socket for socket in self._everyone() if socket.user_id == user_id]
        if sockets:
            self._run(self._dismiss(sockets))

    async def _dismiss(self, sockets: list[Socket]) -> None:
        if not sockets:
            return
        leaving = await database_sync_to_async(revoked)(sockets, now=timezone.now())
        # At the same time: a client that does not read keeps its own farewell waiting alone.
        await asyncio.gather(*(socket.close_with_bye(protocol.TOKEN_DEAD) for socket in leaving))

    def _everyone(self) -> list[Socket]:
        seated = [socket for sockets in self._sockets.values() for socket in sockets]
        return [*seated, *self._lobby]

    async def _deliver(self, table_id: str) -> None:
        """Read a woken table once and give each of its sockets its update, until no newer word has come."""
        try:
            number = 0
            while number < (wanted := self._wanted[table_id]):
                number = wanted
                sights = await database_sync_to_async(read_sights)(
                    table_id, at_least=number, now=timezone.now()
                )
                self._show(table_id, sights)
        except Exception:
            logger.exception("Table %s cannot be shown", table_id)
        finally:
            del self._wanted[table_id]

    def _show(self, table_id: str, sights: TableSights) -> None:
        """Bring all sockets at a table to its newest sights."""
        sights = self._newest(table_id, sights)
        texts: Texts = {}
        try:
            for socket in tuple(self._sockets.get(table_id, ())):
                # Who does not read gets all that is missed in one update, when there is room again.
                behind = (
                    socket.has_first_update
                    and socket.number < sights.number
                    and not socket.health.has_backpressure
                )
                # Whom an update has shown out, or whose line broke meanwhile, is there no more.
                if behind and socket in self._sockets.get(table_id, ()):
                    self._put_update(table_id, sights, socket, texts)
        except Exception:
            logger.exception("Table %s cannot be shown", table_id)

    @staticmethod
    def _newest(table_id: str, sights: TableSights) -> TableSights:
        at_hand = cached_sights(table_id, now=timezone.now())
        return at_hand if at_hand is not None and at_hand.number > sights.number else sights

    async def _show_anew(self, table_id: str, socket: Socket) -> None:
        """Send one socket the newest sights with its sheet, whatever it has."""
        sights = await database_sync_to_async(read_sights)(table_id, now=timezone.now())
        if socket in self._sockets.get(table_id, ()):
            self._put_update(table_id, self._newest(table_id, sights), socket, {}, anew=True)

    def _put_update(
        self, table_id: str, sights: TableSights, socket: Socket, texts: Texts, *, anew: bool = False
    ) -> None:
        viewer = sights.viewer(socket.user_id)
        if viewer != socket.viewer:
            self._reseat(table_id, socket, viewer)
            if viewer is None:
                self._run(self._show_out(table_id, socket))
        seen = (viewer, socket.number)
        if seen not in texts:
            texts[seen] = protocol.update(**sights.update(viewer, after=socket.number, anew=anew))
        if viewer is not None and socket in self._present and sights.sent_away(viewer, after=socket.number):
            # A house that heard nothing of this socket took its person for gone.
            self._run(self._come_back(table_id, socket.user_id))
        socket.number = sights.number
        self._put(socket, texts[seen])

    @staticmethod
    def _put(socket: Socket, text: str) -> None:
        try:
            socket.put(text)
        except Exception:  # the line is gone; its own disconnect tidies up
            logger.debug("A socket is gone")

    # --- Coming and going ----------------------------------------------------------------------------------

    async def join(self, table_id: str, socket: Socket) -> None:
        """Show a table to a socket from now on; its first update, with the sheet, comes before any other."""
        self._sockets[table_id].add(socket)
        socket.health.on_writable = partial(self._hear_of_room, table_id)
        await self._show_anew(table_id, socket)
        socket.has_first_update = True

    def _hear_of_room(self, table_id: str) -> None:
        """In the middle of writing to a line: what is missed there comes afterwards."""
        self._loop.call_soon(self._catch_up, table_id, context=Context())

    def _catch_up(self, table_id: str) -> None:
        """Show what came while a client did not read; what this process does not know, a look will find."""
        sights = cached_sights(table_id, now=timezone.now())
        if sights is not None:
            self._show(table_id, sights)

    async def refresh(self, table_id: str, socket: Socket, after: int) -> None:
        """Send the events after a number and the newest sight, whatever the socket had."""
        socket.number = after
        await self._show_anew(table_id, socket)

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
        socket.viewer = viewer
        if viewer is not None and socket.user_id is not None:
            self._run(self._note_arrival(table_id, socket.user_id))
        self._count(table_id, socket)

    # --- Presence ------------------------------------------------------------------------------------------

    def _count(self, table_id: str, socket: Socket) -> None:
        """Let a socket count for its seat while it gives signs of life."""
        now = time.monotonic()
        seat = None if socket.viewer is None or socket.health.is_silent(now) else socket.viewer
        wanted = None if seat is None else (table_id, seat)
        had = self._present.get(socket)
        if wanted == had:
            return
        if had is not None:
            del self._present[socket]
            self._say_presence(*had, changed=presence.depart(*had), connected=False)
            presence.note_life(*had, socket.health.last_activity_at)
        if wanted is not None:
            self._present[socket] = wanted
            self._say_presence(*wanted, changed=presence.arrive(*wanted), connected=True)
            self._run(self._come_back(table_id, socket.user_id))

    def _say_presence(self, table_id: str, seat: int, *, changed: bool, connected: bool) -> None:
        """Tell this process's sockets, and other processes."""
        here = {table_id: sorted(presence.here(table_id))}
        bus.announce(broadcast.Presence(bus.ORIGIN, here))
        if changed:
            self._show_presence(table_id, seat, connected)

    def _show_presence(self, table_id: str, seat: int, connected: bool) -> None:
        if connected:
            presence.set_away_at(table_id, seat, None)
        self._tell_presence(table_id, seat, connected)

    async def _come_back(self, table_id: str, user: int | None) -> None:
        if user is None:
            return
        await database_sync_to_async(come_back)(table_id=table_id, user=user, now=timezone.now())

    def _hear_of_presence(self, news: broadcast.Presence | broadcast.Countdown | broadcast.Life) -> None:
        """What other processes, or the house, say of people."""
        now = time.monotonic()
        if isinstance(news, broadcast.Countdown):
            at = datetime.fromisoformat(news.away_at) if news.away_at else None
            presence.set_away_at(news.table_id, news.seat, at)
            if news.table_id in self._sockets:
                connected = news.seat in presence.connected(news.table_id)
                self._tell_presence(news.table_id, news.seat, connected)
        elif isinstance(news, broadcast.Life):
            presence.note_life(news.table_id, news.seat, now)
        elif news.process != bus.ORIGIN:
            shown = {table_id: presence.connected(table_id) for table_id in tuple(self._sockets)}
            self._show_changes(shown, presence.hear_of(news.process, news.seats, whole=news.whole, now=now))

    def _show_changes(self, before: dict[str, frozenset[int]], tables: set[str]) -> None:
        for table_id in tables & before.keys():
            for seat in presence.connected(table_id) ^ before[table_id]:
                self._show_presence(table_id, seat, seat in presence.connected(table_id))

    async def _watch(self) -> None:
        """See who has fallen silent, and tell other processes now and then who is here."""
        told_at = 0.0
        while True:
            await asyncio.sleep(WATCH_EVERY)
            try:
                self.look_at_lines()
                if (now := time.monotonic()) - told_at >= TELL_EVERY:
                    told_at = now
                    self._tell_others(now)
            except Exception:
                logger.exception("The hub cannot watch its lines")

    def look_at_lines(self) -> None:
        """Count each socket anew."""
        for table_id, sockets in tuple(self._sockets.items()):
            for socket in tuple(sockets):
                if socket.viewer is not None:
                    self._count(table_id, socket)

    def _tell_others(self, now: float) -> None:
        bus.announce(broadcast.Presence(bus.ORIGIN, presence.all_here(), whole=True))
        shown = {table_id: presence.connected(table_id) for table_id in tuple(self._sockets)}
        self._show_changes(shown, presence.forget_silent(now))

    async def _show_out(self, table_id: str, socket: Socket) -> None:
        """Close the socket of somebody who lost a seat at a table that shows itself to its players alone."""
        if await database_sync_to_async(tables.is_sealed)(table_id):
            await socket.close_with_bye(protocol.FORBIDDEN)

    async def _note_arrival(self, table_id: str, user: int) -> None:
        await database_sync_to_async(note_arrival)(table_id=table_id, user=user, now=timezone.now())

    def _tell_presence(self, table_id: str, seat: int, connected: bool) -> None:
        """To all who have been shown the table: the others will find it in their first sight."""
        away_at = None if connected else presence.away_at(table_id).get(seat)
        text = protocol.presence(seat, connected, away_at)
        for socket in tuple(self._sockets.get(table_id, ())):
            if socket.has_first_update:
                self._put(socket, text)

    # --- The lobby -----------------------------------------------------------------------------------------

    async def enter_lobby(self, socket: Socket) -> None:
        """Show the open tables to a socket from now on."""
        self._lobby.add(socket)
        self._put(socket, await _lobby_text())

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
                self._put(socket, text)


async def _lobby_text() -> str:
    return protocol.tables(await database_sync_to_async(tables.open_tables)())


_hub: Hub | None = None


def hub() -> Hub:
    """The hub of the running loop; a server has one."""
    global _hub
    if _hub is None or _hub._loop is not asyncio.get_running_loop():
        if _hub is not None:
            bus.unlisten(_hub._hear)
        _hub = Hub()
    return _hub


@receiver(access_changed)
def _on_access_changed(user_id: int, **_: Any) -> None:
    bus.announce(broadcast.Access(user_id))
