"""Audits quarantined tables again after their logs were repaired, and releases them."""

from datetime import datetime

from core.realtime import bus
from games import broadcast
from games.models import Table
from games.services.audit import audit_table
from games.services.commands.due import compute_due_at
from games.store import tables
from games.store.quarantine import Damaged, replay_log
from games.store.round_snapshots.rows import delete_snapshot


def recheck_table(*, table_id: str, now: datetime) -> list[str]:
    """Check a table's log of events and database rows, and return the errors found.

    If the table is in quarantine, so that nobody can play there, end the quarantine if there are no errors;
    otherwise store the errors as its reason. A table that is not in quarantine stays so, even with errors.
    Raise Table.DoesNotExist if there is no such table.
    """
    Table.objects.get(pk=table_id)
    quarantined = Table.objects.filter(pk=table_id).exclude(quarantined="")
    if quarantined.exists():
        # The round snapshot dates from before the repair.
        delete_snapshot(table_id)
    errors = _find_errors_without_secrets(table_id)
    if errors:
        quarantined.update(quarantined="; ".join(errors)[:500])
    elif quarantined.update(quarantined=""):
        _resume_repaired_table(table_id, now)
    return errors


def _find_errors_without_secrets(table_id: str) -> list[str]:
    """Check a table's log and database rows, and return error messages that quote no secrets of the log."""
    # For a log that cannot be replayed, `audit_table` might quote the log's contents.
    try:
        replay_log(table_id, tables.read_log_rows(table_id, 0), None)
    except Damaged as damage:
        return [str(damage)]
    return audit_table(table_id)


def _resume_repaired_table(table_id: str, now: datetime) -> None:
    """Restart the timer of a table whose log was repaired, and tell all processes about the new timer."""
    # The cache may have the state from before the repair.
    tables.clear_cached_tables(table_id)
    snapshot = tables.load_snapshot(table_id)
    # From now, so that nobody is charged for the time in quarantine.
    due = compute_due_at(snapshot.state, (), now)
    Table.objects.filter(pk=table_id, number=snapshot.number).update(due_at=due)
    # The snapshot that was just cached has no timer yet.
    tables.clear_cached_tables(table_id)
    bus.publish_message(broadcast.Wake(table_id, snapshot.number, due))
    bus.publish_message(broadcast.TableListingChanged(table_id))
