"""Makes bots accuse cheats that they can prove, after a hesitation and only if the proof still holds."""

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
from core.scheduling.wake_up import WakeUpEvent
from games import broadcast
from games.rules.legal import accepts_accusations
from games.services.bots.accusations import (
    ProvableCheat,
    accusation_command,
    accusation_deadline,
    find_provable_cheats,
)
from games.services.commands import committer
from games.services.commands.command import Command, Stale
from games.store.tables import cached_snapshot

logger = logging.getLogger(__name__)

HESITATION_PAUSES = (2.0, 6.0)
"""Minimum and maximum hesitation, in multiples of BOT_PAUSE, so that people have a chance to be first."""
MAX_AT_ONCE = 64
"""Maximum accusations made at once."""
RETRY_SECONDS = 1.0
"""Seconds to wait after an unexpected error."""


class PlannedAccusation(NamedTuple):
    """A bot's accusation planned for the time `at`; kept only in memory, so that it stays secret."""

    at: datetime
    provable_cheat: ProvableCheat


class Accusers:
    """Plans and makes bots' accusations. After a restart, accusations are planned again at the next move."""

    def __init__(self) -> None:
        """Start without planned accusations. Call this in the event loop in which `run` will run."""
        self._moved: set[str] = set()
        self._planned: dict[ProvableCheat, datetime] = {}
        self._timers: TimerQueue[ProvableCheat] = TimerQueue()
        """The times of the plans; a time is ignored if its plan was moved to a later time or removed."""
        self._wake_up = WakeUpEvent()
        self._loop = asyncio.get_event_loop()
        self._rng = random.Random()

    @property
    def plans(self) -> list[PlannedAccusation]:
        """The planned accusations, earliest first."""
        return sorted(
            (PlannedAccusation(at, provable_cheat) for provable_cheat, at in self._planned.items()),
            key=lambda plan: plan.at,
        )

    async def run(self) -> None:
        """Let bots accuse players whose cheating they can prove, until cancelled."""
        bus.add_listener(self._request_cheat_check, kind=broadcast.Wake)
        try:
            while True:
                await self._tick()
        finally:
            bus.remove_listener(self._request_cheat_check)

    def _request_cheat_check(self, message: broadcast.Wake) -> None:
        """Queue the table that the message names for the next search for provable cheats.

        Do nothing if nobody can be accused at the table now, or its current state is not cached.
        """
        # Without a cached state, nothing is lost: the process that made the move always has it.
        snapshot = cached_snapshot(message.table_id)
        if snapshot is not None and snapshot.number >= message.number and accepts_accusations(snapshot.state):
            # Any thread may run this method.
            self._loop.call_soon_threadsafe(self._add_table_to_check, message.table_id)

    def _add_table_to_check(self, table_id: str) -> None:
        """Queue a table for the next search for provable cheats. Call this on the event loop."""
        self._moved.add(table_id)
        self._wake_up.set()

    async def _tick(self) -> None:
        """Plan new accusations, make the due ones, and then wait for the next move or due accusation."""
        self._wake_up.clear()
        try:
            await self._plan_new_accusations()
            await self._make_accusations(self._take_due_plans(timezone.now()))
        except Exception:
            logger.exception("The bots cannot accuse")
            await asyncio.sleep(RETRY_SECONDS)
        await self._wait_for_move_or_due_plan()

    async def _plan_new_accusations(self) -> None:
        """Search for provable cheats at the tables with new moves, and plan accusations for them.

        If a planned accusation at one of these tables would come too late, move it to an earlier time.
        """
        # Swapped, so that tables that move in the meantime are kept for the next tick.
        moved, self._moved = self._moved, set()
        if moved:
            # Not on the database thread, because this reads only the cache and takes a while.
            found = await asyncio.to_thread(find_provable_cheats, moved, now=timezone.now())
            self._plan_accusations(found, timezone.now())
            self._reschedule_late_plans(moved)

    def _plan_accusations(self, provable_cheats: list[ProvableCheat], now: datetime) -> None:
        """Plan an accusation, after a random delay, for each new provable cheat."""
        for provable_cheat in provable_cheats:
            # Finding the same proof again must not restart the hesitation.
            if provable_cheat not in self._planned:
                delay = settings.BOT_PAUSE * self._rng.uniform(*HESITATION_PAUSES)
                self._plan_accusation(now + timedelta(seconds=delay), provable_cheat)

    def _plan_accusation(self, at: datetime, provable_cheat: ProvableCheat) -> None:
        """Plan an accusation for the time `at`, replacing any earlier plan for the same cheat."""
        self._planned[provable_cheat] = at
        self._timers.add(at, provable_cheat)

    def _reschedule_late_plans(self, table_ids: Collection[str]) -> None:
        """If an accusation at these tables is planned for after its deadline, move it to the deadline."""
        # The deadline is just before the end of the pause between rounds, after which nobody can accuse.
        latest = {table_id: accusation_deadline(table_id) for table_id in table_ids}
        for at, provable_cheat in self.plans:
            last = latest.get(provable_cheat.table_id)
            if last is not None and last < at:
                self._plan_accusation(last, provable_cheat)

    def _take_due_plans(self, now: datetime) -> list[PlannedAccusation]:
        """Remove and return up to MAX_AT_ONCE planned accusations whose time has come."""
        due = []
        for provable_cheat, _ in self._timers.take_due(now, MAX_AT_ONCE):
            at = self._planned.get(provable_cheat)
            # A plan that was moved leaves its old timer behind.
            if at is not None and at <= now:
                del self._planned[provable_cheat]
                due.append(PlannedAccusation(at, provable_cheat))
        return due

    async def _wait_for_move_or_due_plan(self) -> None:
        """Wait until a table with new moves is queued for checking, or the next planned accusation is due."""
        first = self._timers.next_due_at
        seconds = None if first is None else max(0.0, (first - timezone.now()).total_seconds())
        await self._wake_up.wait(seconds)

    async def _make_accusations(self, due_plans: list[PlannedAccusation]) -> None:
        """Let bots accuse players of cheating as planned, if the bots can still prove the cheats.

        `due_plans` are the planned accusations whose time has come. If the table changes before an accusation
        is handled, put its plan back, so that the proof is checked again at once. If an accusation is refused
        for another reason, log a warning.
        """
        if not due_plans:
            return
        planned = await database_sync_to_async(_accusation_commands)(due_plans)
        assert committer.running is not None
        futures = [asyncio.wrap_future(committer.running.submit(command)) for _, command in planned]
        for (plan, command), outcome in zip(planned, await asyncio.gather(*futures), strict=True):
            if isinstance(outcome, Stale):
                # The table has moved between the check and the command, so check again at once.
                self._plan_accusation(plan.at, plan.provable_cheat)
            elif isinstance(outcome, Refusal):
                words = "A bot's accusation was refused at table %s: %s"
                logger.warning(words, command.table_id, outcome.code)


def _accusation_commands(plans: list[PlannedAccusation]) -> list[tuple[PlannedAccusation, Command]]:
    """Return the planned accusations whose proofs still hold, each with its command.

    If checking a proof raises an exception, log the exception and leave out the accusation.
    """
    found = []
    for plan in plans:
        try:
            command = accusation_command(plan.provable_cheat, now=timezone.now())
        except Exception:
            logger.exception("A bot cannot accuse at table %s", plan.provable_cheat.table_id)
            continue
        if command is not None:
            found.append((plan, command))
    return found
