"""Tables with a clock, and what becomes of it."""

from datetime import datetime
from random import Random
from typing import Any

from games.models import LogEntry, Table
from tests.support.games.playing import play_on, running, short


def clocked(**options: Any) -> str:
    """A table with a clock of 15 seconds at which somebody has to bid since AT."""
    table_id = running(4, **short(2, 1, pause=0, clock=15, **options))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "bidding")
    return table_id


def due_at(table_id: str) -> datetime | None:
    """The stored time at which the scheduler must act at the table."""
    return Table.objects.get(pk=table_id).due_at


def count_entries(table_id: str, kind: str) -> int:
    """The number of log entries of this type."""
    return LogEntry.objects.filter(table_id=table_id, type=kind).count()
