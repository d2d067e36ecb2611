"""A viewer's past views of a table, built from the table's log."""

from datetime import datetime

from games.rules.errors import NoSuchTable
from games.rules.protocol.sight import Sight
from games.rules.sight import personalise_sight, public_sight
from games.selectors.sights import seat_of_user
from games.store.snapshot import fold_entries
from games.store.tables import load_snapshot, read_entries_after


def past_sight(table_id: str, user_id: int, entry_number: int, *, now: datetime) -> Sight | None:
    """Return the user's view of a table as it was just after the log entry with this number.

    Return None if the log has no such entry. `now` becomes the server time in the view.
    """
    newest = load_snapshot(table_id)
    if not 1 <= entry_number <= newest.number:
        return None
    snapshot = fold_entries(
        table_id, [entry for entry in read_entries_after(table_id, 0) if entry.number <= entry_number]
    )
    if snapshot is None:
        raise NoSuchTable()
    # This view shows neither who was connected nor cards and bids set in advance.
    shared = public_sight(
        snapshot.state, number=entry_number, server_time=now, deadline=None, connected=(), away_at=None
    )
    viewer = seat_of_user(snapshot, user_id)
    return personalise_sight(snapshot.state, shared, viewer, with_sheet=True, with_cheats=not newest.sealed)
