"""The scheduler: does what is due at tables by itself, with commands like anybody else's."""

import asyncio
import logging
import random
import time
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any, cast

from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone

from core.database import database_sync_to_async
from core.realtime import bus
from core.refusal import Refusal
from core.scheduling.outages import OutageDetector
from core.scheduling.timer_queue import TimerQueue
from core.scheduling.wake_up import WakeUp
from games import broadcast
from games.bots.view import Action
from games.selectors.tables import due_tables
from games.services.attendance.abandoned_lobbies import AbandonedLobbies
from games.services.attendance.absence import AbsenceWatch
from games.services.bots.accusers import Accusers
from games.services.bots.turns import SlowMove, due_command, slow_move
from games.services.bots.worker_pool import WorkerPool
from games.services.commands import committer
from games.services.commands.act import dispatch_all
from games.services.commands.command import Command, Stale, Unavailable
from games.services.scheduler import heartbeat
from games.services.scheduler.backoff import UNAVAILABLE_SECONDS, Backoff
from games.services.uncharged_time import restart_timers
from games.store.tables import load

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Between two looks at the database for due tables of which no wake-up came."""
MAX_TABLES_AT_ONCE = 64
"""Tables served in one go, so that a crowd of them does not delay the next one too long."""
MAX_READS_AT_ONCE = 16
"""Tables whose logs may have to be read in one go; returning players are served in between."""


def start() -> Coroutine[Any, Any, None]:
    """What a server with a scheduler runs on its event loop, until it is cancelled."""
    return Scheduler().run()


async def commit_and_relay() -> None:
    """What a server without a scheduler runs: group commit and wake-ups, until it is cancelled."""
    committer.start()
    try:
        await asyncio.gather(bus.relay(), asyncio.Event().wait())
    finally:
        await asyncio.to_thread(committer.stop)


class Scheduler:
    """Serves tables in the order in which they are due, as wake-ups tell; a slow look finds lost ones."""

    def __init__(self) -> None:
        self._timers: TimerQueue[str] = TimerQueue()
        """By the table's id; of each table the latest number of its log counts."""
        self._news = WakeUp()
        self._loop = asyncio.get_event_loop()
        self._rng = random.Random()
        self._backoff = Backoff()
        self._workers = WorkerPool()
        self._searches: dict[str, asyncio.Task[None]] = {}
        """By table, the running search for a slow bot's move."""
        self._outages = OutageDetector(timezone.now(), time.monotonic())

    async def run(self) -> None:
        """Serve due tables for ever."""
        committer.start()
        bus.listen(self._hear, to=broadcast.Wake)
        try:
            await asyncio.gather(
                self._look(), self._serve(), self._watch_attendance(), Accusers().run(), bus.relay()
            )
        finally:
            bus.unlisten(self._hear)
            for task in self._searches.values():
                task.cancel()
            self._workers.stop()
            # One thread call for all: a server that stops waits for threads, and starts no further ones.
            await asyncio.to_thread(_stop)

    def _hear(self, wake: broadcast.Wake) -> None:
        """Wake-ups come on any thread."""
        if wake.due_at is not None:
            self._loop.call_soon_threadsafe(self._note, wake.due_at, wake.table_id, wake.number)

    def _note(self, due_at: datetime, table_id: str, number: int) -> None:
        self._timers.note(due_at, table_id, number)
        if self._timers.first == due_at:
            self._news.set()

    async def _look(self) -> None:
        """Note due tables of which no wake-up came: those of a server that died, or lost wake-ups."""
        while True:
            try:
                # While an outage lasts, write no heartbeat: another scheduler would take it for service.
                if not self._outages.outage or await database_sync_to_async(heartbeat.can_store)():
                    await self._look_once()
            except DatabaseError:
                self._stop_serving()
                logger.exception("The scheduler cannot look for due tables")
            except Exception:
                logger.exception("The scheduler cannot look for due tables")
            await asyncio.sleep(LOOK_SECONDS)

    async def _look_once(self) -> None:
        await self._restart_timers()
        found = await database_sync_to_async(due_tables)(timezone.now())
        for table_id, number, due_at in found:
            if not self._timers.knows(table_id, number) and not self._backoff.waits(table_id):
                self._note(due_at, table_id, number)
        if not await database_sync_to_async(heartbeat.beat)(now=timezone.now()):
            self._stop_serving()

    async def _watch_attendance(self) -> None:
        """Send stand-ins for absent players, and free the seats of those who left open tables."""
        absence, lobbies = AbsenceWatch(time.monotonic()), AbandonedLobbies()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                for watch in (absence, lobbies):
                    await database_sync_to_async(watch.tick)(now=timezone.now(), steady=time.monotonic())
            except Exception:
                logger.exception("The scheduler cannot look who is gone")

    async def _restart_timers(self) -> None:
        self._check_clocks()
        if (outage := self._outages.outage) is not None:
            await restart_timers(outage, dispatch_all=dispatch_all)
            self._outages.note_restart(outage)
            if self._outages.outage is None:
                self._news.set()

    def _check_clocks(self) -> None:
        if self._outages.check(timezone.now(), time.monotonic()):
            self._forget_timers()

    def _stop_serving(self) -> None:
        """The database fails, so nobody can act: serve no table until timers have been restarted."""
        self._outages.note_stop()
        self._forget_timers()

    def _forget_timers(self) -> None:
        """Timers from before an outage are void; looks at the database find the new ones."""
        self._timers.clear()
        self._backoff.clear_waits()

    async def _serve(self) -> None:
        while True:
            self._check_clocks()
            due = [] if self._outages.outage else self._timers.take(timezone.now(), MAX_TABLES_AT_ONCE)
            if due:
                await self._serve_tables(due)
            else:
                await self._wait()

    async def _wait(self) -> None:
        """Until the next table is due, or news of an earlier one comes."""
        self._news.clear()
        look = timezone.now() + timedelta(seconds=LOOK_SECONDS)
        first = self._timers.first
        until = min(look, first) if first and not self._outages.outage else look
        seconds = max(0.0, (until - timezone.now()).total_seconds())
        await self._news.wait(seconds)

    async def _serve_tables(self, due: list[tuple[str, int]]) -> None:
        moves: list[Command | SlowMove] = []
        try:
            for begin in range(0, len(due), MAX_READS_AT_ONCE):
                some = due[begin : begin + MAX_READS_AT_ONCE]
                moves += await database_sync_to_async(self._moves)(some)
        except Exception:
            logger.exception("The scheduler cannot serve its tables")
            await asyncio.sleep(LOOK_SECONDS)
            return
        for move in moves:
            if isinstance(move, SlowMove) and move.table_id not in self._searches:
                self._searches[move.table_id] = self._loop.create_task(self._search(move))
        await self._dispatch([move for move in moves if isinstance(move, Command)])

    async def _search(self, move: SlowMove) -> None:
        """Have a worker find a slow bot's move, and dispatch it; other tables don't wait for it."""
        try:
            chosen = await asyncio.wrap_future(self._workers.ask(move.question))
            command = move.command(cast(Action | None, chosen), timezone.now())
            if command is None:
                self._backoff.fail(move.table_id)
            else:
                await self._dispatch([command])
        except Exception:
            self._backoff.fail(move.table_id)
            logger.exception("The scheduler has no move at table %s", move.table_id)
        finally:
            # While a search runs, its table is passed over when it comes due: look at it again.
            del self._searches[move.table_id]
            if not self._backoff.waits(move.table_id):
                self._note(timezone.now(), move.table_id, move.question.sight["number"])

    async def _dispatch(self, commands: list[Command]) -> None:
        """Hand commands to the committer; tables that refuse theirs are left alone for a while."""
        assert committer.running is not None
        futures = [asyncio.wrap_future(committer.running.submit(command)) for command in commands]
        for command, outcome in zip(commands, await asyncio.gather(*futures), strict=True):
            if not isinstance(outcome, Refusal):
                self._backoff.succeed(command.table_id)
            elif not isinstance(outcome, Stale):
                if isinstance(outcome, Unavailable):
                    self._backoff.wait(command.table_id, UNAVAILABLE_SECONDS)
                else:
                    self._backoff.fail(command.table_id)
                logger.warning("The scheduler was refused at table %s: %s", command.table_id, outcome.code)

    def _moves(self, due: list[tuple[str, int]]) -> list[Command | SlowMove]:
        """What to do at each table that is still where it was due; nothing where a search runs already.

        Reads the database, so it runs on a thread.
        """
        moves = (self._move(table_id, number) for table_id, number in due if table_id not in self._searches)
        return [move for move in moves if move is not None]

    def _move(self, table_id: str, number: int) -> Command | SlowMove | None:
        """What to do at one table, None if nothing is due; never fails, for the sake of other tables."""
        try:
            snapshot = load(table_id, at_least=number)
            if snapshot.due_at is None or snapshot.due_at > timezone.now():
                return None
            now = timezone.now()
            simply = self._backoff.has_failed(table_id)
            slow = None if simply else slow_move(snapshot, now=now, rng=self._rng)
            return slow or due_command(snapshot, now=now, rng=self._rng, simply=simply)
        except Exception:
            self._backoff.fail(table_id)
            logger.exception("The scheduler has no move at table %s", table_id)
            return None


def _stop() -> None:
    """Commit what waits, and end the heartbeat; blocks, so it runs on a thread."""
    committer.stop()
    heartbeat.end()
    connection.close()
