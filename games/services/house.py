"""The house's own loop: finds the tables that are due and knocks on the door as anyone does."""

import asyncio
import contextlib
import heapq
import logging
import random
from collections.abc import Awaitable
from datetime import datetime, timedelta

from channels.db import database_sync_to_async
from django.utils import timezone

from games import broadcast
from games.rules.errors import Refusal
from games.selectors.tables import due_tables
from games.services import committer
from games.services.accusers import Accusers
from games.services.bot_turns import house_request
from games.services.due import renew_pauses
from games.services.settle import Request, Stale
from games.store.tables import load

logger = logging.getLogger(__name__)

LOOK_AGAIN = 1.0
"""Seconds between two looks at the database for what no wake-up told of."""
REST = 15.0
"""Seconds before a table at which the house failed is looked at again."""
AT_ONCE = 64
"""Tables served in one go, so that one crowd does not delay the next too long."""


def start() -> Awaitable[None]:
    """What the server runs on its loop: the house, until it is cancelled."""
    return House().run()


class House:
    """Keeps the due tables in the order of their moments; wake-ups bring them, a slow look finds the lost."""

    def __init__(self) -> None:
        self._due: list[tuple[datetime, str, int]] = []
        self._news = asyncio.Event()
        self._loop = asyncio.get_event_loop()
        self._dice = random.Random()
        self._resting: dict[str, datetime] = {}

    async def run(self) -> None:
        """Serve due tables for ever."""
        committer.start()
        broadcast.listen(self._hear)
        try:
            await asyncio.gather(self._look(), self._serve(), Accusers().run(), broadcast.relay())
        finally:
            broadcast.unlisten(self._hear)
            await asyncio.to_thread(committer.stop)

    def _hear(self, wake: broadcast.Wake) -> None:
        if wake.due_at is not None:
            self._loop.call_soon_threadsafe(self._note, wake.due_at, wake.table_id, wake.number)

    def _note(self, due_at: datetime, table_id: str, number: int) -> None:
        heapq.heappush(self._due, (due_at, table_id, number))
        if self._due[0][1] == table_id:
            self._news.set()

    async def _look(self) -> None:
        """Note what is due and was never told: tables of a server that died, wake-ups that were lost."""
        renewed = False
        while True:
            try:
                if not renewed:
                    await database_sync_to_async(renew_pauses)(now=timezone.now())
                    renewed = True
                found = await database_sync_to_async(due_tables)(timezone.now())
                known = {(table_id, number) for _, table_id, number in self._due}
                for table_id, number, due_at in found:
                    if (table_id, number) not in known and not self._rests(table_id):
                        self._note(due_at, table_id, number)
            except Exception:
                logger.exception("The house cannot look for due tables")
            await asyncio.sleep(LOOK_AGAIN)

    async def _serve(self) -> None:
        while True:
            due = self._take_due(timezone.now())
            if due:
                await self._serve_tables(due)
            else:
                await self._wait()

    def _take_due(self, now: datetime) -> list[tuple[str, int]]:
        due: list[tuple[str, int]] = []
        while self._due and self._due[0][0] <= now and len(due) < AT_ONCE:
            _, table_id, number = heapq.heappop(self._due)
            due.append((table_id, number))
        return due

    async def _wait(self) -> None:
        """Until the next table is due, or one is due earlier."""
        self._news.clear()
        until = self._due[0][0] if self._due else timezone.now() + timedelta(seconds=60)
        patience = max(0.0, (until - timezone.now()).total_seconds())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), patience)

    async def _serve_tables(self, due: list[tuple[str, int]]) -> None:
        try:
            requests = await database_sync_to_async(self._requests)(due)
        except Exception:
            logger.exception("The house cannot serve its tables")
            await asyncio.sleep(LOOK_AGAIN)
            return
        assert committer.running is not None
        futures = [asyncio.wrap_future(committer.running.submit(request)) for request in requests]
        for request, reply in zip(requests, await asyncio.gather(*futures), strict=True):
            if isinstance(reply, Refusal) and not isinstance(reply, Stale):
                self._let_rest(request.table_id)
                logger.warning("The house was refused at table %s: %s", request.table_id, reply.code)

    def _requests(self, due: list[tuple[str, int]]) -> list[Request]:
        """In a thread: what to ask of each table that is still where it was due."""
        requests = []
        for table_id, number in due:
            request = self._request(table_id, number)
            if request is not None:
                requests.append(request)
        return requests

    def _request(self, table_id: str, number: int) -> Request | None:
        """What to ask of one table; whatever is wrong with it is no other table's trouble."""
        try:
            loaded = load(table_id, at_least=number)
            if loaded.due_at is None or loaded.due_at > timezone.now():
                return None
            return house_request(loaded, now=timezone.now(), dice=self._dice)
        except Exception:
            self._let_rest(table_id)
            logger.exception("The house has no move at table %s", table_id)
            return None

    def _let_rest(self, table_id: str) -> None:
        """A table at which the house fails is not asked again at once: each failure fills the log."""
        self._resting[table_id] = timezone.now() + timedelta(seconds=REST)

    def _rests(self, table_id: str) -> bool:
        if self._resting.get(table_id, timezone.now()) > timezone.now():
            return True
        self._resting.pop(table_id, None)
        return False
