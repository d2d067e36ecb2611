"""How long a player may be absent before a stand-in comes, and where none comes at all."""

from games.models import LogEntry
from games.models.table import RUNNING
from games.rules.options.pace import ON_REQUEST
from games.rules.topics.absence import PlayerAway
from games.store import tables
from games.store.entries import COLUMNS, decode_entry

GRACE_SECONDS = (60.0, 30.0, 15.0)
"""Seconds for which a player may be absent: for the first time in a game, the second time, and later."""


def grace_seconds(table_id: str, seat: int) -> float:
    """Return how many seconds a player may be absent before a bot takes over.

    This time gets shorter with each absence, unless the table's options set a fixed time.
    """
    minutes = tables.load_snapshot(table_id).state.options.stand_in_minutes
    if minutes is not None:
        return minutes * 60.0
    rows = LogEntry.objects.filter(table_id=table_id, type="player_away").values_list(*COLUMNS)
    events = [decode_entry(row).event for row in rows]
    # Leaving on purpose is no absence and does not shorten the next grace period.
    gone = sum(isinstance(event, PlayerAway) and event.seat == seat and not event.left for event in events)
    return GRACE_SECONDS[min(gone, len(GRACE_SECONDS) - 1)]


def stand_in_needs_request(table_id: str) -> bool:
    """Return whether an absent player gets a stand-in bot only at the request of the other players."""
    return tables.load_snapshot(table_id).state.options.stand_in_minutes == ON_REQUEST


def cannot_have_stand_in(table_id: str, seat: int) -> bool:
    """Return whether no bot can take over the seat.

    This is so if a stand-in or one of the site's bots already plays in the seat, or if no game is in
    progress.
    """
    state = tables.load_snapshot(table_id).state
    return seat in state.away or seat not in state.client_seats() or state.status not in RUNNING
