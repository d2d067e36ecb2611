"""Quarantined tables: checked again when their logs have been mended, and given back to play."""

from datetime import datetime

from core.realtime import bus
from games import broadcast
from games.models import Table
from games.services.audit import faults_of_table
from games.services.commands.due import due_at
from games.store import tables
from games.store.quarantine import Damaged, replay_log


def check_again(*, table_id: str, now: datetime) -> list[str]:
    """Audit a quarantined table, and release it if there are no faults; gives the faults.

    Nobody is charged for the time in quarantine: timers start anew. Raises Table.DoesNotExist.
    """
    Table.objects.get(pk=table_id)
    quarantined = Table.objects.filter(pk=table_id).exclude(quarantined="")
    faults = _faults(table_id)
    if faults:
        quarantined.update(quarantined="; ".join(faults)[:500])
    elif quarantined.update(quarantined=""):
        _release(table_id, now)
    return faults


def _faults(table_id: str) -> list[str]:
    """Faults without any content of entries, since people see them."""
    try:
        replay_log(table_id, tables.log_rows(table_id, 0), None)
    except Damaged as damage:
        return [str(damage)]
    return faults_of_table(table_id)


def _release(table_id: str, now: datetime) -> None:
    tables.forget(table_id)
    snapshot = tables.load(table_id)
    due = due_at(snapshot.state, (), now)
    Table.objects.filter(pk=table_id, number=snapshot.number).update(due_at=due)
    tables.forget(table_id)
    bus.announce(broadcast.Wake(table_id, snapshot.number, due, lobby=True))
