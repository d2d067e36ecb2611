"""A viewer's past views of a table, built from the table's log."""

from datetime import datetime

from games.rules.errors import NoSuchTable
from games.rules.protocol.sight import Sight
from games.rules.sight import own_sight, public_sight
from games.selectors.sights import viewer_seat
from games.store.snapshot import fold_entries
from games.store.tables import entries_since, load_snapshot


def past_sight(table_id: str, user_id: int, number: int, *, now: datetime) -> Sight | None:
    """Return what the user could see of a table just after log entry `number`.

    Return None if there is no such entry. Cards and bids that players had set in advance, and connections,
    are left out, because the log does not contain them. Raise NotFound if the table does not exist, and
    Quarantined if it is quarantined.
    """
    newest = load_snapshot(table_id)
    if not 1 <= number <= newest.number:
        return None
    snapshot = fold_entries(
        table_id, [entry for entry in entries_since(table_id, 0) if entry.number <= number]
    )
    if snapshot is None:
        raise NoSuchTable()
    shared = public_sight(
        snapshot.state, number=number, server_time=now, deadline=None, connected=(), away_at=None
    )
    viewer = viewer_seat(snapshot, user_id)
    return own_sight(snapshot.state, shared, viewer, with_sheet=True, with_cheats=not newest.sealed)
