"""A viewer's past views of a table, built from the table's log."""

from datetime import datetime

from games.rules.errors import NoSuchTable
from games.rules.protocol.sight import Sight
from games.rules.sight import personalise_sight, public_sight
from games.selectors.sights import seat_of_user
from games.store.snapshot import fold_entries
from games.store.tables import load_snapshot, read_entries_after


def past_sight(table_id: str, user_id: int, number: int, *, now: datetime) -> Sight | None:
    """Return the user's view of a table as it was just after log entry `number`.

    Return None if the log has no such entry. The view does not show which players were connected, or cards
    and bids set in advance. Raise NotFound if the table does not exist, and Quarantined if its log is
    damaged.
    """
    newest = load_snapshot(table_id)
    if not 1 <= number <= newest.number:
        return None
    snapshot = fold_entries(
        table_id, [entry for entry in read_entries_after(table_id, 0) if entry.number <= number]
    )
    if snapshot is None:
        raise NoSuchTable()
    shared = public_sight(
        snapshot.state, number=number, server_time=now, deadline=None, connected=(), away_at=None
    )
    viewer = seat_of_user(snapshot, user_id)
    return personalise_sight(snapshot.state, shared, viewer, with_sheet=True, with_cheats=not newest.sealed)
