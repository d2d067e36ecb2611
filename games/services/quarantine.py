"""Tables that were put aside: checked again when their logs have been mended, and given back to play."""

from datetime import datetime

from games import broadcast
from games.models import Table
from games.services.audit import faults_of_table
from games.services.due import due_at
from games.store import tables
from games.store.quarantine import Damaged, checked


def check_again(*, table_id: str, now: datetime) -> list[str]:
    """Audit a table that was put aside; without faults it goes on, else it stays, and these are they.

    Time that it stood still is charged to nobody: the house acts from now on. Raises Table.DoesNotExist.
    """
    Table.objects.get(pk=table_id)
    aside = Table.objects.filter(pk=table_id).exclude(quarantined="")
    faults = _faults(table_id)
    if faults:
        aside.update(quarantined="; ".join(faults)[:500])
    elif aside.update(quarantined=""):
        _go_on(table_id, now)
    return faults


def _faults(table_id: str) -> list[str]:
    """Without what stands in an entry, as these are shown to people."""
    try:
        checked(table_id, tables.log_rows(table_id, 0), None)
    except Damaged as damage:
        return [str(damage)]
    return faults_of_table(table_id)


def _go_on(table_id: str, now: datetime) -> None:
    tables.forget(table_id)
    loaded = tables.load(table_id)
    due = due_at(loaded.state, (), now)
    Table.objects.filter(pk=table_id, number=loaded.number).update(due_at=due)
    tables.forget(table_id)
    broadcast.announce(broadcast.Wake(table_id, loaded.number, due, lobby=True))
