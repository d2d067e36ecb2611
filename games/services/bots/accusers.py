"""Bots that are about to accuse: each hesitates as people do, then accuses if its proof still holds."""

import asyncio
import logging
import random
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from core.database import database_sync_to_async
from core.realtime import bus
from core.refusal import Refusal
from core.scheduling.timer_queue import TimerQueue
from core.scheduling.wake_up import WakeUp
from games import broadcast
from games.rules.legal import may_accuse
from games.services.bots.accusations import Suspicion, accusation_command, last_word_at, suspicions
from games.services.commands import committer
from games.services.commands.command import Command, Stale
from games.store.tables import cached

logger = logging.getLogger(__name__)

HESITATION_PAUSES = (2.0, 6.0)
"""From proof to accusation, at least and at most, in bot pauses: people shall have a chance to be first."""
MAX_AT_ONCE = 64
"""Accusations made in one go."""
RETRY_SECONDS = 1.0
"""Before going on after an unexpected error."""


class PlannedAccusation(NamedTuple):
    """A bot will accuse at `at`. Kept in memory only, so that nothing gives it away before."""

    at: datetime
    suspicion: Suspicion


class Accusers:
    """Keeps accusations in the order of time; after a restart they are planned again at the next move."""

    def __init__(self) -> None:
        self._moved: set[str] = set()
        self._planned: dict[Suspicion, datetime] = {}
        self._timers: TimerQueue[Suspicion] = TimerQueue()
        """Orders the plans; a moment that is no longer the planned one is ignored."""
        self._news = WakeUp()
        self._loop = asyncio.get_event_loop()
        self._rng = random.Random()

    @property
    def plans(self) -> list[PlannedAccusation]:
        """The planned accusations, the next one first."""
        return sorted(
            (PlannedAccusation(at, suspicion) for suspicion, at in self._planned.items()),
            key=lambda plan: plan.at,
        )

    async def run(self) -> None:
        """Notice proofs and accuse, for ever."""
        bus.listen(self._hear, to=broadcast.Wake)
        try:
            while True:
                await self._tick()
        finally:
            bus.unlisten(self._hear)

    def _hear(self, wake: broadcast.Wake) -> None:
        """Watch tables that this process has in its cache; the process that moved a table has it."""
        snapshot = cached(wake.table_id)
        if snapshot is not None and snapshot.number >= wake.number and may_accuse(snapshot.state):
            self._loop.call_soon_threadsafe(self._note, wake.table_id)

    def _note(self, table_id: str) -> None:
        self._moved.add(table_id)
        self._news.set()

    async def _tick(self) -> None:
        self._news.clear()
        try:
            await self._plan_new()
            await self._accuse(self._take_due(timezone.now()))
        except Exception:
            logger.exception("The bots cannot accuse")
            await asyncio.sleep(RETRY_SECONDS)
        await self._wait()

    async def _plan_new(self) -> None:
        moved, self._moved = self._moved, set()
        if moved:
            found = await asyncio.to_thread(suspicions, moved, now=timezone.now())
            self._plan(found, timezone.now())
            self._hurry(moved)

    def _plan(self, found: list[Suspicion], now: datetime) -> None:
        """Plan an accusation for each new proof, after a hesitation of its own."""
        for suspicion in found:
            if suspicion not in self._planned:
                delay = settings.BOT_PAUSE * self._rng.uniform(*HESITATION_PAUSES)
                self._accuse_at(now + timedelta(seconds=delay), suspicion)

    def _accuse_at(self, at: datetime, suspicion: Suspicion) -> None:
        self._planned[suspicion] = at
        self._timers.note(at, suspicion)

    def _hurry(self, table_ids: Collection[str]) -> None:
        """Move accusations forward, so that they happen before a running pause ends."""
        latest = {table_id: last_word_at(table_id) for table_id in table_ids}
        for at, suspicion in self.plans:
            last = latest.get(suspicion.table_id)
            if last is not None and last < at:
                self._accuse_at(last, suspicion)

    def _take_due(self, now: datetime) -> list[PlannedAccusation]:
        due = []
        for suspicion, _ in self._timers.take(now, MAX_AT_ONCE):
            at = self._planned.get(suspicion)
            # A plan that was moved leaves its old moment behind.
            if at is not None and at <= now:
                del self._planned[suspicion]
                due.append(PlannedAccusation(at, suspicion))
        return due

    async def _wait(self) -> None:
        """Wait until a table has moved, or the next accusation is due."""
        first = self._timers.first
        seconds = None if first is None else max(0.0, (first - timezone.now()).total_seconds())
        await self._news.wait(seconds)

    async def _accuse(self, due: list[PlannedAccusation]) -> None:
        if not due:
            return
        asked = await database_sync_to_async(_commands)(due)
        assert committer.running is not None
        futures = [asyncio.wrap_future(committer.running.submit(command)) for _, command in asked]
        for (call, command), outcome in zip(asked, await asyncio.gather(*futures), strict=True):
            if isinstance(outcome, Stale):
                # The table moved between the check and the command: check again at once.
                self._accuse_at(call.at, call.suspicion)
            elif isinstance(outcome, Refusal):
                words = "A bot's accusation was refused at table %s: %s"
                logger.warning(words, command.table_id, outcome.code)


def _commands(calls: list[PlannedAccusation]) -> list[tuple[PlannedAccusation, Command]]:
    """Commands for the accusations whose proofs still hold; a fault at one table is logged."""
    asked = []
    for call in calls:
        try:
            command = accusation_command(call.suspicion, now=timezone.now())
        except Exception:
            logger.exception("A bot cannot accuse at table %s", call.suspicion.table_id)
            continue
        if command is not None:
            asked.append((call, command))
    return asked
