"""The scheduler: makes the server's moves at tables that are due, with ordinary commands."""

import asyncio
import logging
import random
import time
from collections.abc import Coroutine
from datetime import datetime, timedelta
from functools import partial
from typing import Any, cast

from django.db import Error as DatabaseError
from django.utils import timezone

from core.database import database_sync_to_async
from core.realtime import bus, relay
from core.refusal import Refusal
from core.scheduling.timer_queue import TimerQueue
from core.scheduling.wake_up import WakeUpEvent
from games import broadcast
from games.bots.view import Action
from games.selectors.tables import due_tables, update_cached_table
from games.services.attendance import announcements
from games.services.bots.accusers import Accusers
from games.services.bots.turns import SlowMove
from games.services.bots.worker_pool import WorkerPool
from games.services.commands import committer
from games.services.commands.act import dispatch_all
from games.services.commands.command import Command, Stale, Unavailable
from games.services.scheduler import heartbeat
from games.services.scheduler.backoff import UNAVAILABLE_SECONDS, Backoff
from games.services.scheduler.due_moves import find_due_move
from games.services.scheduler.relay import shut_down_scheduler
from games.services.scheduler.shards import ShardAssignment
from games.services.scheduler.watches import run_watches
from games.services.uncharged_time import Outage, OutageDetector, compensate_for_outage
from games.shards import ALL_SHARDS, Shards

logger = logging.getLogger(__name__)

POLL_INTERVAL_SECONDS = 1.0
"""Seconds between two database queries for due tables, in case the message about a table was lost."""
MAX_TABLES_AT_ONCE = 64
"""Maximum tables served at once, so that other tables do not wait too long."""
MAX_READS_AT_ONCE = 16
"""Maximum tables read at once; returning players are served in between."""


def scheduler_job(shards: Shards = ALL_SHARDS) -> Coroutine[Any, Any, None]:
    """Return a coroutine that runs a scheduler for these groups of tables until cancelled.

    Call this in the scheduler's event loop.
    """
    return Scheduler(shards).run()


class Scheduler:
    """Makes the server's moves at the tables of its shards when they are due.

    Messages tell when changed tables are due; regular queries find tables whose message was lost.
    """

    def __init__(self, shards: Shards = ALL_SHARDS) -> None:
        """Create a scheduler that always serves these groups of tables. Call this in the event loop."""
        self._shards = ShardAssignment(shards)
        self._timers: TimerQueue[str] = TimerQueue()
        """Timers by table id; a table's timer counts only if it is for the latest log number."""
        self._wake_up = WakeUpEvent()
        self._loop = asyncio.get_event_loop()
        self._rng = random.Random()
        self._backoff = Backoff()
        self._workers = WorkerPool()
        self._searches: dict[str, asyncio.Task[None]] = {}
        """The running search for a slow bot's move, by table id."""
        self._outages = OutageDetector(timezone.now(), time.monotonic())

    async def run(self) -> None:
        """Make the server's moves and run its periodic jobs until cancelled.

        Then store queued commands and delete the heartbeat.
        """
        committer.start_committer()
        bus.add_listener(self._handle_table_change, kind=broadcast.Wake)
        for kind, listener in announcements.LISTENERS.items():
            bus.add_listener(listener, kind=kind)
        bus.follow_shards(self._shards.served())
        try:
            await asyncio.gather(
                self._poll_database(),
                self._serve_due_tables(),
                run_watches(POLL_INTERVAL_SECONDS, self._shards.served),
                Accusers().run(),
                relay.relay_messages(),
            )
        finally:
            for listener in (self._handle_table_change, *announcements.LISTENERS.values()):
                bus.remove_listener(listener)
            bus.unfollow_shards(self._shards.served())
            for task in self._searches.values():
                task.cancel()
            self._workers.stop()
            # A single call on a thread: a stopping server waits for threads, but starts no further ones.
            await asyncio.to_thread(shut_down_scheduler)

    def _handle_table_change(self, message: broadcast.Wake) -> None:
        """Update the cached copy of a changed table, and set a timer if the table has a due time.

        Ignore tables that this scheduler does not serve.
        """
        # May be called from any thread.
        if not self._shards.serves(message.table_id):
            return
        update_cached_table(message)
        if message.due_at is not None:
            self._loop.call_soon_threadsafe(self._add_timer, message.due_at, message.table_id, message.number)

    def _add_timer(self, due_at: datetime, table_id: str, log_number: int) -> None:
        """Set a timer to serve a table at `due_at`; the table's newest log entry has the number `log_number`.

        If this timer is the earliest, wake the loop that waits for timers.
        """
        self._timers.add(due_at, table_id, log_number)
        if self._timers.next_due_at == due_at:
            self._wake_up.set()

    async def _poll_database(self) -> None:
        """Regularly look for due tables and store a heartbeat.

        After a database error, serve no tables until the database works.
        """
        while True:
            try:
                # While an outage lasts, write no heartbeat, which other schedulers would take for service.
                if not self._outages.outage or await database_sync_to_async(heartbeat.can_store)():
                    await self._poll_once()
            except DatabaseError:
                self._stop_serving()
                logger.exception("The scheduler cannot look for due tables")
            except Exception:
                logger.exception("The scheduler cannot look for due tables")
            await asyncio.sleep(POLL_INTERVAL_SECONDS)

    async def _poll_once(self) -> None:
        """Decide which tables to serve, recover from an outage, and set timers for tables that are due.

        Then store a heartbeat.
        """
        await self._update_served_shards()
        await self._restart_timers_after_outage()
        if self._outages.outage is not None:
            # Without a heartbeat, this time counts as not served if this process dies now.
            return
        found = await database_sync_to_async(due_tables)(timezone.now(), self._shards.served())
        for table_id, number, due_at in found:
            # A skipped table stays due in the database, but must not be served before its time.
            if not self._timers.has_timer(table_id, number) and not self._backoff.is_skipped(table_id):
                self._add_timer(due_at, table_id, number)
        beat = partial(heartbeat.store_heartbeat, owned=self._shards.owned, served=self._shards.served())
        if not await database_sync_to_async(beat)(now=timezone.now()):
            # Serving resumes when the database works and the clocks have been restarted.
            self._stop_serving()

    async def _update_served_shards(self) -> None:
        """Serve the tables of stopped schedulers until those schedulers run again."""
        if self._shards.owned == ALL_SHARDS:
            return
        others = await database_sync_to_async(heartbeat.shards_owned_by_others)(now=timezone.now())
        shards = self._shards.shards_to_serve(others)
        # Clocks at tables that no scheduler was serving are restarted, so that no player loses time.
        taken = shards - self._shards.served()
        # During an outage of this scheduler, the timers of all its shards are restarted when it is over.
        if taken and not self._outages.outage:
            await compensate_for_outage(Outage.STOPPED, dispatch_all=dispatch_all, shards=taken)
        # In this order, so that no message about a shard that stays served is missed.
        bus.follow_shards(shards)
        bus.unfollow_shards(self._shards.served())
        self._shards.set_served(shards)

    async def _restart_timers_after_outage(self) -> None:
        """After an outage, restart clocks and pauses at the served tables, and resume serving them."""
        self._check_for_outage()
        if (outage := self._outages.outage) is not None:
            recorded_count = self._outages.recorded_count
            await compensate_for_outage(outage, dispatch_all=dispatch_all, shards=self._shards.served())
            self._outages.clear_outage(recorded_count)
            if self._outages.outage is None:
                self._wake_up.set()

    def _check_for_outage(self) -> None:
        """Check whether this process stalled or the system's clock jumped since the last check.

        If so, record the outage and drop all timers.
        """
        if self._outages.check(timezone.now(), time.monotonic()):
            self._drop_timers()

    def _stop_serving(self) -> None:
        """Stop serving tables after a database failure, until their clocks have been restarted."""
        self._outages.record_stop()
        self._drop_timers()

    def _drop_timers(self) -> None:
        """Delete all timers, and stop skipping tables. The next poll of the database sets new timers."""
        self._timers.clear()
        self._backoff.clear_skipped()

    async def _serve_due_tables(self) -> None:
        """Until cancelled, make the server's moves at tables whose timers run out, except in an outage."""
        while True:
            self._check_for_outage()
            due = [] if self._outages.outage else self._timers.take_due(timezone.now(), MAX_TABLES_AT_ONCE)
            if due:
                # Timers of shards that have been given back are dropped here.
                await self._serve_tables([timer for timer in due if self._shards.serves(timer[0])])
            else:
                await self._wait_for_next_timer()

    async def _wait_for_next_timer(self) -> None:
        """Wait until a timer runs out, an earlier timer is set or POLL_INTERVAL_SECONDS have passed."""
        # Cleared before the timers are read, so that a timer added in between sets it again.
        self._wake_up.clear()
        next_poll_at = timezone.now() + timedelta(seconds=POLL_INTERVAL_SECONDS)
        first = self._timers.next_due_at
        until = min(next_poll_at, first) if first and not self._outages.outage else next_poll_at
        seconds = max(0.0, (until - timezone.now()).total_seconds())
        await self._wake_up.wait(seconds)

    async def _serve_tables(self, due: list[tuple[str, int]]) -> None:
        """Make the server's moves at due tables, given as pairs of the id and the newest known log number.

        If a bot's move needs a long search, start the search instead.
        """
        moves: list[Command | SlowMove] = []
        try:
            for begin in range(0, len(due), MAX_READS_AT_ONCE):
                some = due[begin : begin + MAX_READS_AT_ONCE]
                moves += await database_sync_to_async(self._find_due_moves)(some)
        except Exception:
            # The timers of these tables have left the queue; polling the database adds them again.
            logger.exception("The scheduler cannot serve its tables")
            await asyncio.sleep(POLL_INTERVAL_SECONDS)
            return
        for move in moves:
            if isinstance(move, SlowMove) and move.table_id not in self._searches:
                self._searches[move.table_id] = self._loop.create_task(self._search_and_move(move))
        await self._submit_and_wait([move for move in moves if isinstance(move, Command)])

    async def _search_and_move(self, move: SlowMove) -> None:
        """Let a search worker find a slow bot's move, and make the move.

        Skip the table for a while after a failure.
        """
        try:
            chosen = await asyncio.wrap_future(self._workers.ask(move.question))
            command = move.build_command(cast(Action | None, chosen), timezone.now())
            if command is None:
                self._backoff.record_failure(move.table_id)
            else:
                await self._submit_and_wait([command])
        except Exception:
            self._backoff.record_failure(move.table_id)
            logger.exception("The scheduler has no move at table %s", move.table_id)
        finally:
            # During a search, its table is not served when it is due, so serve it again now.
            del self._searches[move.table_id]
            if not self._backoff.is_skipped(move.table_id):
                self._add_timer(timezone.now(), move.table_id, move.question.sight["number"])

    async def _submit_and_wait(self, commands: list[Command]) -> None:
        """Submit commands and wait for their outcomes. Skip tables for a while if their commands are refused.

        A command that is refused because the table has changed in the meantime (Stale) does not count.
        """
        # `run` has started the committer.
        assert committer.running is not None
        futures = [asyncio.wrap_future(committer.running.submit(command)) for command in commands]
        for command, outcome in zip(commands, await asyncio.gather(*futures), strict=True):
            if not isinstance(outcome, Refusal):
                self._backoff.record_success(command.table_id)
            elif not isinstance(outcome, Stale):
                if isinstance(outcome, Unavailable):
                    self._backoff.skip(command.table_id, UNAVAILABLE_SECONDS)
                else:
                    self._backoff.record_failure(command.table_id)
                logger.warning("The scheduler was refused at table %s: %s", command.table_id, outcome.code)

    def _find_due_moves(self, due: list[tuple[str, int]]) -> list[Command | SlowMove]:
        """Return the server's moves at due tables, given as pairs of the id and the newest known log number.

        Leave out tables where a search for a bot's move is running.
        """
        # Called on a thread, because it reads the database.
        moves = (
            find_due_move(table_id, number, backoff=self._backoff, rng=self._rng)
            for table_id, number in due
            if table_id not in self._searches
        )
        return [move for move in moves if move is not None]
