"""The bots that are about to accuse: each hesitates as people do, then speaks if its proof still holds."""

import asyncio
import contextlib
import heapq
import logging
import random
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from accounts.database import database_sync_to_async
from games import broadcast
from games.rules.errors import Refusal
from games.rules.legal import may_accuse
from games.services import committer
from games.services.bot_accusations import Suspicion, accusation_request, last_word_at, suspicions
from games.services.settle import Request, Stale
from games.store.tables import cached

logger = logging.getLogger(__name__)

HESITATION = (2.0, 6.0)
"""Bot pauses from proof to word, the fewest and the most: people shall have their chance to be first."""
TRY_AGAIN = 1.0
"""Seconds of rest after what should not happen."""


class Call(NamedTuple):
    """What a bot will say at `at`; until then it is in this process's memory alone, and nobody can tell."""

    at: datetime
    suspicion: Suspicion


class Accusers:
    """Keeps the calls in the order of their moments; what a restart forgets, the next move brings back."""

    def __init__(self) -> None:
        self._moved: set[str] = set()
        self._calls: list[Call] = []
        self._news = asyncio.Event()
        self._loop = asyncio.get_event_loop()
        self._dice = random.Random()

    async def run(self) -> None:
        """Notice proofs and call them for ever."""
        broadcast.listen(self._hear)
        try:
            while True:
                await self._go_on()
        finally:
            broadcast.unlisten(self._hear)

    def _hear(self, wake: broadcast.Wake) -> None:
        """Only a process that has the table at hand watches it: the one that moved it has."""
        loaded = cached(wake.table_id)
        if loaded is not None and loaded.number >= wake.number and may_accuse(loaded.state):
            self._loop.call_soon_threadsafe(self._note, wake.table_id)

    def _note(self, table_id: str) -> None:
        self._moved.add(table_id)
        self._news.set()

    async def _go_on(self) -> None:
        self._news.clear()
        try:
            await self._watch()
            await self._accuse(self._take_due(timezone.now()))
        except Exception:
            logger.exception("The bots cannot accuse")
            await asyncio.sleep(TRY_AGAIN)
        await self._wait()

    async def _watch(self) -> None:
        moved, self._moved = self._moved, set()
        if moved:
            found = await asyncio.to_thread(suspicions, moved, now=timezone.now())
            self._hesitate(found, timezone.now())
            self._hurry(moved)

    def _hesitate(self, found: list[Suspicion], now: datetime) -> None:
        """Each bot takes its own time over each proof, once."""
        waiting = {call.suspicion for call in self._calls}
        for suspicion in found:
            if suspicion not in waiting:
                patience = settings.BOT_PAUSE * self._dice.uniform(*HESITATION)
                heapq.heappush(self._calls, Call(now + timedelta(seconds=patience), suspicion))

    def _hurry(self, table_ids: Collection[str]) -> None:
        """Where a pause is running, nobody hesitates until it is over."""
        latest = {table_id: last_word_at(table_id) for table_id in table_ids}
        for number, call in enumerate(self._calls):
            last = latest.get(call.suspicion.table_id)
            if last is not None and last < call.at:
                self._calls[number] = call._replace(at=last)
        heapq.heapify(self._calls)

    def _take_due(self, now: datetime) -> list[Call]:
        due: list[Call] = []
        while self._calls and self._calls[0].at <= now:
            due.append(heapq.heappop(self._calls))
        return due

    async def _wait(self) -> None:
        """Until a table has moved, or somebody has hesitated long enough."""
        patience = None
        if self._calls:
            patience = max(0.0, (self._calls[0].at - timezone.now()).total_seconds())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), patience)

    async def _accuse(self, due: list[Call]) -> None:
        if not due:
            return
        asked = await database_sync_to_async(_requests)(due)
        assert committer.running is not None
        futures = [asyncio.wrap_future(committer.running.submit(request)) for _, request in asked]
        for (call, request), reply in zip(asked, await asyncio.gather(*futures), strict=True):
            if isinstance(reply, Stale):
                # The table moved between look and word: look again at once.
                heapq.heappush(self._calls, call)
            elif isinstance(reply, Refusal):
                logger.warning("A bot's accusation was refused at table %s: %s", request.table_id, reply.code)


def _requests(calls: list[Call]) -> list[tuple[Call, Request]]:
    """In a thread: what is said of the proofs that still hold; one table's trouble is no other's."""
    asked = []
    for call in calls:
        try:
            request = accusation_request(call.suspicion, now=timezone.now())
        except Exception:
            logger.exception("A bot cannot accuse at table %s", call.suspicion.table_id)
            continue
        if request is not None:
            asked.append((call, request))
    return asked
