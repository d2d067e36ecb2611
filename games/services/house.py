"""The house's own loop: finds the tables that are due and knocks on the door as anyone does."""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any

from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone

from accounts.database import database_sync_to_async
from games import broadcast
from games.rules.errors import Refusal
from games.selectors.tables import due_tables
from games.services import committer, loops, owed
from games.services.accusers import Accusers
from games.services.agenda import Agenda
from games.services.bot_turns import Pondered, house_request, pondered
from games.services.due import renew_pauses
from games.services.leavers import Leavers
from games.services.renewing import Jumps, Stillness, renew_after_jump, renew_clocks, tables_with_clocks
from games.services.settle import Request, Stale, Unavailable
from games.services.thinking import Thinkers
from games.services.waiting_rooms import WaitingRooms
from games.store.tables import load

logger = logging.getLogger(__name__)

LOOK_AGAIN = 1.0
"""Seconds between two looks at the database for what no wake-up told of."""
REST = 15.0
"""Seconds before a table at which the house failed is looked at again,"""
WHILE_AWAY = 2.0
"""and where only the database took no writes: play goes on soon after it does."""
AT_ONCE = 64
"""Tables served in one go, so that one crowd does not delay the next too long."""
READ_AT_ONCE = 16
"""Tables whose logs may have to be read in one go: who comes back just then is shown theirs in between."""


def start() -> Coroutine[Any, Any, None]:
    """What the server runs on its loop: the house, until it is cancelled."""
    return House().run()


async def attend() -> None:
    """What a server runs that leaves its tables to others: it commits and carries news, until cancelled."""
    committer.start()
    try:
        await asyncio.gather(broadcast.relay(), asyncio.Event().wait())
    finally:
        await asyncio.to_thread(committer.stop)


class House:
    """Keeps the due tables in the order of their moments; wake-ups bring them, a slow look finds the lost."""

    def __init__(self) -> None:
        self._due = Agenda()
        self._news = asyncio.Event()
        self._loop = asyncio.get_event_loop()
        self._dice = random.Random()
        self._resting: dict[str, datetime] = {}
        self._failed: set[str] = set()
        """Tables at which a bot had no move, or a wrong one: the next one is the simplest there is."""
        self._thinkers = Thinkers()
        self._pondering: dict[str, asyncio.Task[None]] = {}
        """The tables at which a bot is thinking."""
        self._jumps = Jumps(timezone.now(), time.monotonic())
        self._stillness = Stillness(time.monotonic())
        self._renew: Callable[[], Awaitable[None]] | None = _renew_after_stop
        """What has to be done before any table is served."""

    async def run(self) -> None:
        """Serve due tables for ever."""
        committer.start()
        broadcast.listen(self._hear)
        try:
            await asyncio.gather(
                self._look(), self._serve(), self._mind_leavers(), Accusers().run(), broadcast.relay()
            )
        finally:
            broadcast.unlisten(self._hear)
            for task in self._pondering.values():
                task.cancel()
            self._thinkers.stop()
            # In one go: a server that stops waits for threads, and not for what would come after them.
            await asyncio.to_thread(_stop)

    def _hear(self, wake: broadcast.Wake) -> None:
        if wake.due_at is not None:
            self._loop.call_soon_threadsafe(self._note, wake.due_at, wake.table_id, wake.number)

    def _note(self, due_at: datetime, table_id: str, number: int) -> None:
        self._due.note(due_at, table_id, number)
        if self._due.first == due_at:
            self._news.set()

    async def _look(self) -> None:
        """Note what is due and was never told: tables of a server that died, wake-ups that were lost."""
        while True:
            try:
                # Clocks can begin anew only where that can be stored.
                if self._renew is None or await database_sync_to_async(loops.can_store)():
                    await self._look_once()
            except DatabaseError:
                self._begin_anew(self._renew or _renew_after_stop)
                logger.exception("The house cannot look for due tables")
            except Exception:
                logger.exception("The house cannot look for due tables")
            await asyncio.sleep(LOOK_AGAIN)

    async def _look_once(self) -> None:
        await self._renew_time()
        found = await database_sync_to_async(due_tables)(timezone.now())
        for table_id, number, due_at in found:
            if not self._due.knows(table_id, number) and not self._rests(table_id):
                self._note(due_at, table_id, number)
        if not await database_sync_to_async(loops.beat)(now=timezone.now()):
            # Nobody can act as long as nothing is stored, no more than without the database.
            self._begin_anew(self._renew or _renew_after_stop)

    async def _mind_leavers(self) -> None:
        """Send stand-ins for those who are gone; where no game runs yet, free their seats."""
        leavers, rooms = Leavers(time.monotonic()), WaitingRooms()
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            try:
                for each in (leavers, rooms):
                    await database_sync_to_async(each.mind)(now=timezone.now(), steady=time.monotonic())
            except Exception:
                logger.exception("The house cannot look who is gone")

    async def _renew_time(self) -> None:
        """Charge nobody for the time in which no server ran, or by which the system's time has jumped."""
        self._notice_time()
        if (renew := self._renew) is not None:
            await renew()
            if self._renew is renew:
                self._renew = None
                self._news.set()

    def _notice_time(self) -> None:
        """The system's time has jumped, or went by without a house: see to it that it is given back."""
        still = self._stillness.has_ended(time.monotonic())
        if self._jumps.jumped(timezone.now(), time.monotonic()):
            logger.warning("The system's time has jumped: clocks and pauses begin anew")
            self._begin_anew(_renew_after_jump)
        elif still:
            logger.warning("The house stood still: clocks and pauses begin anew")
            self._begin_anew(self._renew or _renew_after_stop)

    def _begin_anew(self, renew: Callable[[], Awaitable[None]]) -> None:
        """Nothing is served any more until the moments are set anew; those at hand are past."""
        self._renew = renew
        self._due.clear()
        self._resting.clear()

    async def _serve(self) -> None:
        while True:
            self._notice_time()
            due = [] if self._renew else self._due.take(timezone.now(), AT_ONCE)
            if due:
                await self._serve_tables(due)
            else:
                await self._wait()

    async def _wait(self) -> None:
        """Until the next table is due, or one is due earlier."""
        self._news.clear()
        look = timezone.now() + timedelta(seconds=LOOK_AGAIN)
        first = self._due.first
        until = min(look, first) if first and not self._renew else look
        patience = max(0.0, (until - timezone.now()).total_seconds())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), patience)

    async def _serve_tables(self, due: list[tuple[str, int]]) -> None:
        requests: list[Request | Pondered] = []
        try:
            for begin in range(0, len(due), READ_AT_ONCE):
                some = due[begin : begin + READ_AT_ONCE]
                requests += await database_sync_to_async(self._requests)(some)
        except Exception:
            logger.exception("The house cannot serve its tables")
            await asyncio.sleep(LOOK_AGAIN)
            return
        self._ponder([asked for asked in requests if isinstance(asked, Pondered)])
        await self._ask([asked for asked in requests if isinstance(asked, Request)])

    def _ponder(self, asked: list[Pondered]) -> None:
        """Let slow bots think; nobody waits for them."""
        for each in asked:
            if each.table_id not in self._pondering:
                self._pondering[each.table_id] = self._loop.create_task(self._think(each))

    async def _think(self, asked: Pondered) -> None:
        try:
            chosen = await asyncio.wrap_future(self._thinkers.ask(asked.question))
            request = asked.request(chosen, timezone.now())
            if request is None:
                self._fail(asked.table_id)
            else:
                await self._ask([request])
        except Exception:
            self._fail(asked.table_id)
            logger.exception("The house has no move at table %s", asked.table_id)
        finally:
            # What came due meanwhile was passed over: look at the table again.
            del self._pondering[asked.table_id]
            if not self._rests(asked.table_id):
                self._note(timezone.now(), asked.table_id, asked.question.sight["number"])

    async def _ask(self, requests: list[Request]) -> None:
        """Knock on the door; a table that refuses the house rests."""
        assert committer.running is not None
        futures = [asyncio.wrap_future(committer.running.submit(request)) for request in requests]
        for request, reply in zip(requests, await asyncio.gather(*futures), strict=True):
            if not isinstance(reply, Refusal):
                self._failed.discard(request.table_id)
            elif not isinstance(reply, Stale):
                if isinstance(reply, Unavailable):
                    self._let_rest(request.table_id, WHILE_AWAY)
                else:
                    self._fail(request.table_id)
                logger.warning("The house was refused at table %s: %s", request.table_id, reply.code)

    def _requests(self, due: list[tuple[str, int]]) -> list[Request | Pondered]:
        """In a thread: what to ask of each table that is still where it was due, where no bot thinks."""
        requests = []
        for table_id, number in due:
            if table_id in self._pondering:
                continue
            request = self._request(table_id, number)
            if request is not None:
                requests.append(request)
        return requests

    def _request(self, table_id: str, number: int) -> Request | Pondered | None:
        """What to ask of one table; whatever is wrong with it is no other table's trouble."""
        try:
            loaded = load(table_id, at_least=number)
            if loaded.due_at is None or loaded.due_at > timezone.now():
                return None
            now = timezone.now()
            simply = table_id in self._failed
            slow = None if simply else pondered(loaded, now=now, dice=self._dice)
            return slow or house_request(loaded, now=now, dice=self._dice, simply=simply)
        except Exception:
            self._fail(table_id)
            logger.exception("The house has no move at table %s", table_id)
            return None

    def _fail(self, table_id: str) -> None:
        """Let a table rest at which a bot failed; then its move is made without it."""
        self._failed.add(table_id)
        self._let_rest(table_id, REST)

    def _let_rest(self, table_id: str, seconds: float) -> None:
        """A table at which the house fails is not asked again at once: each failure fills the log."""
        self._resting[table_id] = timezone.now() + timedelta(seconds=seconds)

    def _rests(self, table_id: str) -> bool:
        if self._resting.get(table_id, timezone.now()) > timezone.now():
            return True
        self._resting.pop(table_id, None)
        return False


def _stop() -> None:
    """In a thread of its own: commit what waits, and tell that this loop has ended."""
    committer.stop()
    loops.end()
    connection.close()


async def _renew_after_stop() -> None:
    """When a house opens, or is there again: all pauses that are over and all clocks begin anew.

    Whoever was thinking has all the time again. Beside another house nothing does: that one tends them, and
    no time went by without a house.
    """
    if await database_sync_to_async(loops.another_runs)(now=timezone.now()):
        return
    await database_sync_to_async(renew_pauses)(now=timezone.now())
    waiting = await database_sync_to_async(tables_with_clocks)()
    owed.owe(waiting)
    for begin in range(0, len(waiting), READ_AT_ONCE):
        batch = waiting[begin : begin + READ_AT_ONCE]
        some = [table_id for table_id in batch if owed.take(table_id, steady=time.monotonic())]
        # In the thread that reads for who comes back: their turn is after each of these, with nothing beside.
        await database_sync_to_async(renew_clocks)(some, now=timezone.now())


async def _renew_after_jump() -> None:
    await database_sync_to_async(renew_after_jump)(now=timezone.now())
