"""Uncharged time: players are charged only for time in which the server is able to accept their moves.

`note_outage` stores the time since which this process has been able to take moves. A clock that began
before it is renewed: by the command handler ahead of the next command at its table, or by the scheduler,
which has the clocks of all tables renewed after an outage (`restart_timers`).
"""

import enum
import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from django.db import DatabaseError
from django.db.models import Q
from django.utils import timezone

from core.database import database_sync_to_async
from core.refusal import Refusal
from games.models import Table
from games.models.table import RUNNING, GameStatus, TablePace
from games.rules.clock import clock_deadline
from games.rules.errors import NothingChanged, WrongPhase
from games.rules.options.pace import SLOW
from games.rules.state import State
from games.rules.topics.absence import RenewClock
from games.services.commands.command import Command, Outcome
from games.services.commands.due import compute_due_at
from games.services.scheduler import heartbeat
from games.store import tables

logger = logging.getLogger(__name__)

STANDSTILL_SECONDS = 5.0
"""A process that should check the time every second counts as frozen if it has not for this long."""
CLOCK_JUMP = timedelta(seconds=5)
"""The system's clock has jumped if it and the monotonic clock disagree by more than this."""
SLOW_TABLE_GRACE = timedelta(hours=1)
BATCH_SIZE = 16
"""Tables restarted at a time on the thread that also reads tables for returning players."""

DispatchAll = Callable[[Sequence[Command]], list[Outcome]]

_able_since: datetime | None = None
"""Since when this process has been able to take moves; None if it always has been."""


def note_outage(*, until: datetime | None) -> None:
    """Record an outage until `until`, for which no clock is charged; None forgets all outages."""
    global _able_since
    _able_since = until


def must_renew(state: State, *, now: datetime) -> bool:
    """Whether the running clock must be restarted because it began before the end of an outage.

    Also returns True if it began after `now`, which means that the system's clock was set back. Always False
    at slow tables, and if no outage has been noted.
    """
    # At slow tables an outage is short compared with the days of a decision, and would restart them.
    if _able_since is None or state.clocks is None or state.options.pace == SLOW:
        return False
    return not _able_since <= state.clocks.since <= now + CLOCK_JUMP and clock_deadline(state) is not None


class Outage(enum.Enum):
    """The reason why timers must be restarted."""

    STOPPED = "nobody could act for a while"
    CLOCK_JUMPED = "the moments that are stored don't fit the system's clock any more"


class OutageDetector:
    """Detects outages by comparing the system's clock with a monotonic one.

    `outage` is the last outage after which timers have not been restarted yet. It is STOPPED at first,
    because no scheduler may have been running before.
    """

    def __init__(self, now: datetime, steady: float) -> None:
        self._now = now
        self._steady = steady
        self.outage: Outage | None = Outage.STOPPED

    def check(self, now: datetime, steady: float) -> bool:
        """Return whether an outage has ended since the last check, and store that outage in `outage`.

        `steady` is in seconds of a monotonic clock.
        """
        passed = steady - self._steady
        jumped = abs((now - self._now) - timedelta(seconds=passed)) > CLOCK_JUMP
        self._now, self._steady = now, steady
        if jumped:
            logger.warning("The system's time has jumped: clocks and pauses begin anew")
            self.outage = Outage.CLOCK_JUMPED
        elif passed > STANDSTILL_SECONDS:
            logger.warning("The scheduler stood still: clocks and pauses begin anew")
            self.note_stop()
        return jumped or passed > STANDSTILL_SECONDS

    def note_stop(self) -> None:
        """Record that the scheduler cannot work now.

        Does nothing if an outage is recorded already: a clock jump must not be lost, as it restarts more
        timers.
        """
        self.outage = self.outage or Outage.STOPPED

    def note_restart(self, outage: Outage) -> None:
        """Clear `outage` once timers have been restarted for it.

        Does nothing if another outage has been noted in the meantime.
        """
        if self.outage is outage:
            self.outage = None


async def restart_timers(outage: Outage, *, dispatch_all: DispatchAll) -> None:
    """Give players back the time lost to an outage.

    Does nothing if only this scheduler had stopped and another one was running in the meantime.
    """
    now = timezone.now()
    if outage is Outage.STOPPED and await database_sync_to_async(heartbeat.another_runs)(now=now):
        # The other scheduler has been serving all the tables, so there was no outage.
        return
    note_outage(until=now)

    def renew(table_ids: Sequence[str], *, now: datetime) -> None:
        renew_clocks(table_ids, now=now, dispatch_all=dispatch_all)

    await _restart_in_batches(renew, await database_sync_to_async(tables_with_clocks)())
    await _restart_in_batches(restart_waits, await database_sync_to_async(interrupted_waits)(outage, now=now))


class _Restart(Protocol):
    def __call__(self, table_ids: Sequence[str], *, now: datetime) -> None: ...


async def _restart_in_batches(restart: _Restart, table_ids: Sequence[str]) -> None:
    """Call `restart` in batches on the reader thread, so that returning players are served in between."""
    for begin in range(0, len(table_ids), BATCH_SIZE):
        batch = table_ids[begin : begin + BATCH_SIZE]
        await database_sync_to_async(restart)(batch, now=timezone.now())


def tables_with_clocks() -> list[str]:
    """Return the ids of tables at which a clock may be running, earliest due time first."""
    running = Table.objects.filter(status__in=RUNNING, halted=False, due_at__isnull=False)
    rows = running.order_by("due_at").values_list("id", "options")
    return [table_id for table_id, options in rows if options.get("clock")]


def renew_clocks(table_ids: Sequence[str], *, now: datetime, dispatch_all: DispatchAll) -> None:
    """Restart in full the clocks that began before the outage ended; unexpected refusals are logged."""
    commands = [Command(table_id, RenewClock(), now) for table_id in table_ids]
    for command, outcome in zip(commands, dispatch_all(commands), strict=True):
        if isinstance(outcome, Refusal) and not isinstance(outcome, NothingChanged | WrongPhase):
            logger.warning("The clock of table %s cannot be renewed: %s", command.table_id, outcome.code)


def interrupted_waits(outage: Outage, *, now: datetime) -> list[str]:
    """Return the ids of tables whose wait has to be restarted after an outage.

    These are tables at which a pause between rounds, or the time for a decision in a slow game, ran out
    during the outage. After a jump of the system's clock these are all tables with a game in progress;
    otherwise pauses and deserted tables would end at once, and bots would wait for an hour.
    """
    waiting = Table.objects.filter(status__in=RUNNING, due_at__isnull=False)
    if outage is not Outage.CLOCK_JUMPED:
        is_over = Q(status=GameStatus.PAUSE) | Q(pace=TablePace.SLOW)
        waiting = waiting.filter(is_over, halted=False, due_at__lt=now)
    return list(waiting.values_list("id", flat=True))


def restart_waits(table_ids: Sequence[str], *, now: datetime) -> None:
    """Restart each table's wait at `now`, so that it lasts as long again; running clocks are not changed.

    A table that cannot be read is logged and skipped. Raises DatabaseError.
    """
    for table_id in table_ids:
        try:
            _restart_wait(table_id, now)
        # This is no fault of the table: the scheduler has to notice that another outage has begun.
        except DatabaseError:
            raise
        except Exception:
            logger.exception("Table %s cannot be given another moment", table_id)


def _restart_wait(table_id: str, now: datetime) -> None:
    """Set a table's due time as if its last event had happened now.

    A player of a slow table whose time ended during the outage gets SLOW_TABLE_GRACE. Does nothing if the
    table moves in the meantime.
    """
    snapshot = tables.load_snapshot(table_id)
    due = compute_due_at(snapshot.state, (), now)
    if due is not None and due < now and snapshot.state.options.pace == SLOW:
        due = now + SLOW_TABLE_GRACE
    # By number: a table that has moved in the meantime has a new due time of its own.
    Table.objects.filter(pk=table_id, number=snapshot.number).update(due_at=due)
    # The cached snapshot still has the old due time.
    tables.clear_cached_tables(table_id)
