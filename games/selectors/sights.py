"""What one viewer may know of one table: sight, events, record; the only way out for what the store knows."""

from datetime import datetime
from typing import Any

from games import presence
from games.rules.errors import NotFinished
from games.rules.events import Accused, GameFinished, RoundScored
from games.rules.record import record_of
from games.rules.sight import redact, sight_of
from games.rules.state import FINISHED, PAUSE
from games.selectors.tables import table, table_row
from games.store.entries import Entry
from games.store.loaded import Loaded
from games.store.tables import entries_since, load


def viewer_seat(loaded: Loaded, user: int | None) -> int | None:
    """The seat of a user, None for onlookers."""
    return None if user is None else loaded.state.seat_of(user)


def sight(loaded: Loaded, viewer: int | None, *, now: datetime, with_sheet: bool = True) -> dict[str, Any]:
    """The sight of one viewer."""
    return sight_of(
        loaded.state,
        viewer,
        number=loaded.number,
        server_time=now,
        deadline=loaded.due_at if loaded.state.status == PAUSE else None,
        connected=presence.connected(loaded.table_id),
        with_sheet=with_sheet,
    )


def table_view(table_id: str, user: int | None, *, now: datetime) -> dict[str, Any]:
    """A single table for one viewer: its row, its sight, and the invite code for who sits there."""
    loaded = load(table_id)
    viewer = viewer_seat(loaded, user)
    row = table(table_id)
    view = {**table_row(row), "number": loaded.number, "sight": sight(loaded, viewer, now=now)}
    view["status"] = view["sight"]["status"]
    if viewer is not None:
        view["invite"] = row.invite
    return view


def entries_after(loaded: Loaded, after: int) -> tuple[Entry, ...]:
    """The log's entries after a number up to the one of `loaded`."""
    at_hand = loaded.since(after)
    if at_hand is not None:
        return at_hand
    return tuple(entry for entry in entries_since(loaded.table_id, after) if entry.number <= loaded.number)


def shown(entries: tuple[Entry, ...], viewer: int | None) -> list[dict[str, Any]]:
    """Entries as a viewer may know them."""
    return [redact(entry.event, viewer, number=entry.number, at=entry.at) for entry in entries]


def changes_sheet(entries: tuple[Entry, ...]) -> bool:
    """Whether the score sheet has changed with these entries; the game's end adds the cheats to it."""
    return any(isinstance(entry.event, RoundScored | Accused | GameFinished) for entry in entries)


def events(table_id: str, user: int | None, *, after: int) -> dict[str, Any]:
    """The events after a number for one viewer, and the number that they lead to."""
    loaded = load(table_id)
    viewer = viewer_seat(loaded, user)
    return {"number": loaded.number, "events": shown(entries_after(loaded, max(after, 0)), viewer)}


def record(table_id: str) -> dict[str, Any]:
    """The record of a finished game; raises NotFinished before."""
    loaded = load(table_id)
    if loaded.state.status != FINISHED:
        raise NotFinished()
    return record_of(loaded.state, table_id)
