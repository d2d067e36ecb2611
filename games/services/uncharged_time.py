"""Uncharged time: players are charged only for time in which the server can accept their moves.

`record_outage` stores, for each shard, the time since which moves have been accepted again. A clock that
began before that time is restarted: by the command handler ahead of the next command at the table, or by the
scheduler, which restarts the clocks of all tables in the shards after an outage (`compensate_for_outage`).
"""

import enum
import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from django.db import DatabaseError
from django.db.models import F, Q
from django.utils import timezone

from core.database import database_sync_to_async
from core.refusal import Refusal
from games.models import Table
from games.models.shards import in_shards
from games.models.table import RUNNING, GameStatus, TablePace
from games.rules.clock import clock_deadline
from games.rules.errors import NothingChanged, WrongPhase
from games.rules.options.pace import SLOW
from games.rules.state import State
from games.rules.topics.absence import RenewClock
from games.services.commands.command import Command, Outcome
from games.services.commands.due import compute_due_at
from games.services.scheduler import heartbeat
from games.shards import ALL_SHARDS, Shards, shard_of
from games.store import tables

logger = logging.getLogger(__name__)

STALL_SECONDS = 5.0
"""A process that should check the time every second has stalled if it has not done so for this long."""
CLOCK_JUMP = timedelta(seconds=5)
"""The system's clock has jumped if it differs from the monotonic clock by more than this."""
SLOW_TABLE_GRACE = timedelta(hours=1)
BATCH_SIZE = 16
"""Tables restarted at a time, on the thread that also reads tables for returning players."""

DispatchAll = Callable[[Sequence[Command]], list[Outcome]]

_able_since: dict[int, datetime] = {}
"""Maps each shard that had an outage to the time since which its tables have accepted moves again."""


def record_outage(*, until: datetime | None, shards: Shards = ALL_SHARDS) -> None:
    """Record that the tables in these groups (shards) had an outage that ended at `until`.

    If `until` is None, delete all records of outages instead, whatever the value of `shards`.
    """
    if until is None:
        _able_since.clear()
    else:
        # A single call, so that no other thread sees a part of the change.
        _able_since.update(dict.fromkeys(shards, until))


def must_restart_clock(table_id: str, state: State, *, now: datetime) -> bool:
    """Return whether a table's clock must be restarted because of an outage or a changed system time."""
    # At slow tables, an outage is short compared with the days for a decision, and must not restart them.
    if not _able_since or state.clocks is None or state.options.pace == SLOW:
        return False
    able_since = _able_since.get(shard_of(table_id))
    if able_since is None:
        return False
    return not able_since <= state.clocks.since <= now + CLOCK_JUMP and clock_deadline(state) is not None


def deadline_after_outage(table_id: str, deadline: datetime) -> datetime:
    """Return the given deadline at a slow table (days per move), or a later one because of an outage.

    If the deadline is not after the end of the table's last outage, return the time SLOW_TABLE_GRACE after
    that end. Otherwise, return `deadline`.
    """
    able_since = _able_since.get(shard_of(table_id)) if _able_since else None
    if able_since is None or deadline > able_since:
        return deadline
    return able_since + SLOW_TABLE_GRACE


class Outage(enum.Enum):
    """The reason why timers must be restarted."""

    STOPPED = "nobody could act for a while"
    CLOCK_JUMPED = "the moments that are stored don't fit the system's clock any more"


class OutageDetector:
    """Detects outages by comparing the system's clock with a monotonic clock.

    `outage` is the outage for which timers have not been restarted yet, or None. It is STOPPED at first,
    because perhaps no scheduler was running before.
    """

    def __init__(self, now: datetime, monotonic_now: float) -> None:
        """Start with one recorded outage, of the kind STOPPED: perhaps no scheduler was running before."""
        self._now = now
        self._monotonic = monotonic_now
        self.outage: Outage | None = Outage.STOPPED
        self.recorded_count = 1
        """How many outages have been recorded so far."""

    def check(self, now: datetime, monotonic_now: float) -> bool:
        """Return whether this process has stalled or the system's clock has jumped since the last check.

        Log and record an outage that is found.
        """
        passed = monotonic_now - self._monotonic
        jumped = abs((now - self._now) - timedelta(seconds=passed)) > CLOCK_JUMP
        self._now, self._monotonic = now, monotonic_now
        if jumped:
            logger.warning("The system's time has jumped: clocks and pauses begin anew")
            self._record(Outage.CLOCK_JUMPED)
        elif passed > STALL_SECONDS:
            logger.warning("The scheduler stood still: clocks and pauses begin anew")
            self.record_stop()
        return jumped or passed > STALL_SECONDS

    def record_stop(self) -> None:
        """Record that the tables are not being served, as a new outage.

        If an earlier outage has not been handled yet, the new one has the same kind, otherwise STOPPED.
        """
        # After a clock jump, more timers are restarted.
        self._record(self.outage or Outage.STOPPED)

    def clear_outage(self, recorded_count: int) -> None:
        """Forget the outage that has been handled, unless another outage has been recorded since.

        `recorded_count` is the number of outages that had been recorded when the handling began.
        """
        if self.recorded_count == recorded_count:
            self.outage = None

    def _record(self, outage: Outage) -> None:
        """Remember an outage until it has been handled, and count it."""
        self.outage = outage
        self.recorded_count += 1


async def compensate_for_outage(
    outage: Outage, *, dispatch_all: DispatchAll, shards: Shards = ALL_SHARDS
) -> None:
    """Restart clocks and pauses in these groups of tables after an outage, so that no player loses time.

    `dispatch_all` sends commands to the command handler and returns their outcomes.
    """
    now = timezone.now()
    if outage is Outage.STOPPED:
        # Shards that another scheduler was serving had no outage.
        shards -= await database_sync_to_async(heartbeat.shards_served_by_others)(now=now)
        if not shards:
            return
    # After a jump, no stored time is right, not even at tables that another scheduler serves: their next
    # command may come to this process.
    record_outage(until=now, shards=ALL_SHARDS if outage is Outage.CLOCK_JUMPED else shards)

    def restart_clocks(table_ids: Sequence[str], *, now: datetime) -> None:
        """Restart the clocks at these tables if an outage or a changed system time made them wrong."""
        restart_outdated_clocks(table_ids, now=now, dispatch_all=dispatch_all)

    await _restart_in_batches(restart_clocks, await database_sync_to_async(tables_with_clocks)(shards))
    waiting = await database_sync_to_async(tables_with_outdated_due_times)(outage, now=now, shards=shards)
    await _restart_in_batches(reset_due_times, waiting)


class _RestartTables(Protocol):
    """A function that restarts the clocks or waits of tables."""

    def __call__(self, table_ids: Sequence[str], *, now: datetime) -> None:
        """Restart the players' clocks, or the pauses and bots' waiting times, at these tables at `now`."""


async def _restart_in_batches(restart: _RestartTables, table_ids: Sequence[str]) -> None:
    """Call `restart` with BATCH_SIZE tables at a time. Other database work can be done between two calls."""
    for begin in range(0, len(table_ids), BATCH_SIZE):
        batch = table_ids[begin : begin + BATCH_SIZE]
        await database_sync_to_async(restart)(batch, now=timezone.now())


def tables_with_clocks(shards: Shards = ALL_SHARDS) -> list[str]:
    """Return the ids of the tables where a clock may be running, earliest due time first.

    Only tables in the groups `shards` are considered.
    """
    running = Table.objects.filter(in_shards(shards), status__in=RUNNING, halted=False, due_at__isnull=False)
    rows = running.order_by("due_at").values_list("id", "options")
    return [table_id for table_id, options in rows if options.get("clock")]


def restart_outdated_clocks(table_ids: Sequence[str], *, now: datetime, dispatch_all: DispatchAll) -> None:
    """Restart the clocks at these tables if an outage or a changed system time made them wrong.

    `dispatch_all` sends commands to the command handler and returns their outcomes.
    """
    commands = [Command(table_id, RenewClock(), now) for table_id in table_ids]
    for command, outcome in zip(commands, dispatch_all(commands), strict=True):
        if isinstance(outcome, Refusal) and not isinstance(outcome, NothingChanged | WrongPhase):
            logger.warning("The clock of table %s cannot be renewed: %s", command.table_id, outcome.code)


def tables_with_outdated_due_times(
    outage: Outage, *, now: datetime, shards: Shards = ALL_SHARDS
) -> list[str]:
    """Return the ids of the tables where an outage has made the stored due time wrong.

    The due time is the time when the server must next act. Only tables in the groups `shards` are considered.
    """
    # A jump forward would end pauses at once, and a jump back would make bots wait too long.
    waiting = Table.objects.filter(in_shards(shards), status__in=RUNNING, due_at__isnull=False)
    if outage is not Outage.CLOCK_JUMPED:
        # After a stop, only pauses and slow moves that ended in the meantime are affected.
        is_over = Q(status=GameStatus.PAUSE) | Q(pace=TablePace.SLOW)
        waiting = waiting.filter(is_over, halted=False, due_at__lt=now)
    return list(waiting.values_list("id", flat=True))


def reset_due_times(table_ids: Sequence[str], *, now: datetime) -> None:
    """Recompute and store when the server must next act at these tables, without changing any clock.

    Log and skip a table if that fails, but raise DatabaseError at once.
    """
    for table_id in table_ids:
        try:
            _reset_due_time(table_id, now)
        # Not the table's fault: the scheduler has to notice that another outage has begun.
        except DatabaseError:
            raise
        except Exception:
            logger.exception("Table %s cannot be given another moment", table_id)


def _reset_due_time(table_id: str, now: datetime) -> None:
    """Recompute and store when the server must next act at a table, without changing any clock.

    A pause or a bot's turn counts as begun at `now`. At a slow table (days per move), a time before `now` is
    replaced by SLOW_TABLE_GRACE after `now`. Store nothing if a log entry is added during this call.
    """
    snapshot = tables.load_snapshot(table_id)
    due = compute_due_at(snapshot.state, (), now)
    if due is not None and due < now and snapshot.state.options.pace == SLOW:
        due = now + SLOW_TABLE_GRACE
    # Filtered by number, because a table that has moved in the meantime has a new due time. With the new mark
    # version, a process whose cached snapshot still has the old due time cannot store that again.
    unmoved = Table.objects.filter(pk=table_id, number=snapshot.number)
    unmoved.update(due_at=due, mark_version=F("mark_version") + 1)
    tables.clear_cached_tables(table_id)
