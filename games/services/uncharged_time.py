"""Uncharged time: clocks count only time in which the server could have taken the player's move.

`core.scheduling.outages` notices that it could not. Afterwards `restart_timers` starts clocks and pauses
anew, before anything else happens at any table. It takes a while to get to them all: `require_renewal` lists
the tables whose clocks are still to be renewed, and whoever acts at one of them first renews its clock along
the way.
"""

import logging
import math
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from core.database import database_sync_to_async
from core.refusal import Refusal
from core.scheduling.outages import Outage
from games.models import Table
from games.models.table import RUNNING, GameStatus
from games.rules.errors import NothingChanged, WrongPhase
from games.rules.topics.absence import RenewClock
from games.services.commands.command import Command, Outcome
from games.services.commands.due import due_at
from games.services.scheduler import heartbeat
from games.store import tables

logger = logging.getLogger(__name__)

RETRY_SECONDS = 30.0
"""Within this time schedulers notice that nothing can be stored, and give all players that time back.

A table whose action was not stored needs its own renewal only until then. In a process without a scheduler a
later renewal would be a present, perhaps hours afterwards.
"""
BATCH_SIZE = 16
"""Clocks renewed between two turns of the thread that also reads tables for returning players."""

DispatchAll = Callable[[Sequence[Command]], list[Outcome]]


_renewals: dict[str, float] = {}
"""Tables whose clocks have to be renewed, and until when, in seconds of the steady clock."""


def require_renewal(table_ids: Iterable[str], *, until: float = math.inf) -> None:
    """Have the clocks of these tables renewed before anybody is charged, unless `until` comes first."""
    for table_id in table_ids:
        _renewals[table_id] = max(until, _renewals.get(table_id, until))


def claim_renewal(table_id: str, *, steady: float) -> bool:
    """Whether a table's clock has to be renewed. True only once: the caller has to renew it."""
    return _renewals.pop(table_id, -math.inf) >= steady


def forget_expired_renewals(*, steady: float) -> None:
    """Drop the renewals that have become void."""
    for table_id in [each for each, until in tuple(_renewals.items()) if until < steady]:
        _renewals.pop(table_id, None)


async def restart_timers(outage: Outage, *, dispatch_all: DispatchAll) -> None:
    """Give everybody the time of `outage` back; raises what the database raises."""
    if outage is Outage.CLOCK_JUMPED:
        await database_sync_to_async(restart_all_timers)(now=timezone.now(), dispatch_all=dispatch_all)
        return
    # Another scheduler has been serving all the tables, so there was no outage.
    if await database_sync_to_async(heartbeat.another_runs)(now=timezone.now()):
        return
    await database_sync_to_async(restart_pauses)(now=timezone.now())
    waiting = await database_sync_to_async(tables_with_clocks)()
    require_renewal(waiting)
    for begin in range(0, len(waiting), BATCH_SIZE):
        batch = waiting[begin : begin + BATCH_SIZE]
        some = [table_id for table_id in batch if claim_renewal(table_id, steady=time.monotonic())]
        # Runs on the reader thread, so returning players are served between two batches.
        await database_sync_to_async(renew_clocks)(some, now=timezone.now(), dispatch_all=dispatch_all)


def tables_with_clocks() -> list[str]:
    """The ids of tables at which a clock may run, the one that ends first before the others."""
    running = Table.objects.filter(status__in=RUNNING, halted=False, due_at__isnull=False)
    rows = running.order_by("due_at").values_list("id", "options")
    return [table_id for table_id, options in rows if options.get("clock")]


def renew_clocks(table_ids: Iterable[str], *, now: datetime, dispatch_all: DispatchAll) -> list[str]:
    """Give players who are thinking all their time again; returns the tables where there was one."""
    commands = [Command(table_id, RenewClock(), now) for table_id in table_ids]
    renewed = []
    for command, outcome in zip(commands, dispatch_all(commands), strict=True):
        if not isinstance(outcome, Refusal):
            renewed.append(command.table_id)
        elif not isinstance(outcome, NothingChanged | WrongPhase):
            logger.warning("The clock of table %s cannot be renewed: %s", command.table_id, outcome.code)
    return renewed


def restart_pauses(*, now: datetime) -> None:
    """Start the pauses between rounds anew that ended while no server ran."""
    for table in Table.objects.filter(status=GameStatus.PAUSE, halted=False, due_at__lt=now):
        due = now + timedelta(seconds=table.options["pause"])
        Table.objects.filter(pk=table.pk, number=table.number).update(due_at=due)
        # The cached snapshot still has the old moment.
        tables.forget(table.pk)


def restart_all_timers(*, now: datetime, dispatch_all: DispatchAll) -> None:
    """After a jump of the system's clock, let all that waits for a moment wait as long again.

    Otherwise players would run out of time, pauses and deserted tables would end at once, or bots would wait
    for an hour.
    """
    renewed = set(renew_clocks(tables_with_clocks(), now=now, dispatch_all=dispatch_all))
    waiting = Table.objects.filter(status__in=RUNNING, due_at__isnull=False)
    for table_id in set(waiting.values_list("id", flat=True)) - renewed:
        try:
            _restart_timer(table_id, now)
        except Exception:
            logger.exception("Table %s cannot be given another moment", table_id)
    # Cached snapshots still have the old moments.
    tables.forget()


def _restart_timer(table_id: str, now: datetime) -> None:
    snapshot = tables.load(table_id)
    due = due_at(snapshot.state, (), now)
    Table.objects.filter(pk=table_id, number=snapshot.number).update(due_at=due)
