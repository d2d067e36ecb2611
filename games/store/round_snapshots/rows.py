"""The rows of round snapshots: written when a round is dealt, deleted when the game is over."""

import logging

from django.db import connection

from games.models import RoundSnapshot
from games.store.round_snapshots.code_version import CODE_VERSION
from games.store.round_snapshots.encoding import UnreadableState, decode_state, encode_state
from games.store.snapshot import RecordedAnswers, TableSnapshot

logger = logging.getLogger(__name__)


def write_snapshot(snapshot: TableSnapshot) -> None:
    """Store a snapshot of a game, which was taken at the start of a round.

    It replaces the stored snapshot of an earlier round.
    """
    # Called in the transaction that appends the log entries.
    columns = (snapshot.number, snapshot.moved, CODE_VERSION, encode_state(snapshot.state))
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_roundsnapshot (table_id, number, moved, code_version, data) "
            "VALUES (%s, %s, %s, %s, %s) "
            "ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, moved = excluded.moved, "
            "code_version = excluded.code_version, data = excluded.data",
            (snapshot.table_id, *columns),
        )


def delete_snapshot(table_id: str) -> None:
    """Delete the stored snapshot of a game, if there is one. The game's log is kept."""
    RoundSnapshot.objects.filter(table=table_id).delete()


def read_snapshot(table_id: str) -> TableSnapshot | None:
    """Load a table's stored round snapshot.

    Return None if there is none, or if it is unreadable or from another version of the code.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT number, moved, data FROM games_roundsnapshot WHERE table_id = %s AND code_version = %s",
            (table_id, CODE_VERSION),
        )
        row = cursor.fetchone()
    if row is None:
        return None
    number, moved, data = row
    try:
        state = decode_state(data)
    except UnreadableState as fault:
        logger.error("The round snapshot of table %s cannot be read: %s", table_id, fault)
        return None
    # The log entries and the recorded answers are not stored with it.
    return TableSnapshot(table_id, number, state, (), RecordedAnswers(unread_until=number), moved)
