"""Time that is charged to nobody: while no server ran, and when the system's time has jumped."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from games.models import Table
from games.models.table import RUNNING
from games.rules.actions import RenewClock
from games.rules.errors import NothingChanged, Refusal, WrongPhase
from games.services.act import knock_for_all
from games.services.due import due_at
from games.services.settle import Request
from games.store import tables

logger = logging.getLogger(__name__)

JUMP = timedelta(seconds=5)
"""The system's time has jumped when it went so much further, or less far, than a steady clock."""


class Jumps:
    """Compares the system's time with a steady clock; both are arguments."""

    def __init__(self, now: datetime, steady: float) -> None:
        self._now = now
        self._steady = steady

    def jumped(self, now: datetime, steady: float) -> bool:
        """Whether the system's time has jumped since this was last asked; `steady` in seconds."""
        ahead = (now - self._now) - timedelta(seconds=steady - self._steady)
        self._now, self._steady = now, steady
        return abs(ahead) > JUMP


STILL = 5.0
"""Seconds after which a house that looks at its tables every second has not served them meanwhile."""


class Stillness:
    """Notices that this process stood still: it was halted, or its machine was, or starved."""

    def __init__(self, steady: float) -> None:
        self._steady = steady

    def has_ended(self, steady: float) -> bool:
        """Whether nobody has asked this for too long; `steady` in seconds of a steady clock."""
        gone, self._steady = steady - self._steady, steady
        return gone > STILL


def tables_with_clocks() -> list[str]:
    """The ids of tables at which a clock may run; the one that is over first comes first."""
    running = Table.objects.filter(status__in=RUNNING, halted=False, due_at__isnull=False)
    rows = running.order_by("due_at").values_list("id", "options")
    return [table_id for table_id, options in rows if options.get("clock")]


def renew_clocks(table_ids: Iterable[str], *, now: datetime) -> list[str]:
    """Let the clock of each of these tables where somebody thinks begin anew; gives those tables' ids."""
    requests = [Request(table_id, RenewClock(), now) for table_id in table_ids]
    renewed = []
    for request, reply in zip(requests, knock_for_all(requests), strict=True):
        if not isinstance(reply, Refusal):
            renewed.append(request.table_id)
        elif not isinstance(reply, NothingChanged | WrongPhase):
            logger.warning("The clock of table %s cannot be renewed: %s", request.table_id, reply.code)
    return renewed


def renew_after_jump(*, now: datetime) -> None:
    """When the system's time has jumped: whatever waits for a moment waits for a new one.

    Nobody's time is over by it, no pause is cut short, no table is given up, and no bot waits for an hour.
    """
    renewed = set(renew_clocks(tables_with_clocks(), now=now))
    waiting = Table.objects.filter(status__in=RUNNING, due_at__isnull=False)
    for table_id in set(waiting.values_list("id", flat=True)) - renewed:
        try:
            _wait_anew(table_id, now)
        except Exception:
            logger.exception("Table %s cannot be given another moment", table_id)
    # What this process has at hand still says the old moments.
    tables.forget()


def _wait_anew(table_id: str, now: datetime) -> None:
    loaded = tables.load(table_id)
    due = due_at(loaded.state, (), now)
    Table.objects.filter(pk=table_id, number=loaded.number).update(due_at=due)
