"""What one viewer may know of one table: sight, events, record; the only way out for what the store knows."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from games import presence
from games.rules.clock import deadline
from games.rules.errors import NotFinished
from games.rules.events import Accused, GameAnnulled, GameFinished, RoundScored
from games.rules.record import record_of
from games.rules.redact import PERSONAL, redact
from games.rules.sight import own_sight, public_sight
from games.rules.state import ABANDONED, FINISHED, PAUSE
from games.selectors.tables import next_game, table, table_row
from games.store.entries import Entry
from games.store.loaded import Loaded
from games.store.tables import entries_since, load

Shown = Callable[[int | None], list[dict[str, Any]]]
"""Gives some entries as a viewer may know them."""


def viewer_seat(loaded: Loaded, user: int | None) -> int | None:
    """The seat of a user, None for onlookers."""
    return None if user is None else loaded.state.seat_of(user)


def sight(loaded: Loaded, viewer: int | None, *, now: datetime, with_sheet: bool = True) -> dict[str, Any]:
    """The sight of one viewer."""
    return seen(loaded, public(loaded, now=now), viewer, with_sheet=with_sheet)


def public(loaded: Loaded, *, now: datetime) -> dict[str, Any]:
    """What all viewers see, to be given to `seen` for each of them."""
    return public_sight(
        loaded.state,
        number=loaded.number,
        server_time=now,
        deadline=deadline_of(loaded),
        connected=presence.connected(loaded.table_id),
        away_at=presence.away_at(loaded.table_id),
    )


def seen(loaded: Loaded, public: dict[str, Any], viewer: int | None, *, with_sheet: bool) -> dict[str, Any]:
    """The sight of one viewer, on top of what all see; a sealed table's sheet tells of no cheats."""
    return own_sight(loaded.state, public, viewer, with_sheet=with_sheet, with_cheats=not loaded.sealed)


def deadline_of(loaded: Loaded) -> datetime | None:
    """When the pause between rounds is over, or the time of those who have to act."""
    if loaded.state.status == PAUSE:
        return loaded.due_at
    return deadline(loaded.state)


def table_view(table_id: str, user: int | None, *, now: datetime) -> dict[str, Any]:
    """A single table for one viewer: its row, and its sight.

    Who sits there also gets the invite code, and after the end where the same people play again.
    """
    loaded = load(table_id)
    viewer = viewer_seat(loaded, user)
    row = table(table_id)
    view = {**table_row(row), "number": loaded.number, "sight": sight(loaded, viewer, now=now)}
    view["status"] = view["sight"]["status"]
    if viewer is not None and not row.sealed:
        view["invite"] = row.invite
    if viewer is not None and loaded.state.status == FINISHED:
        view["next"] = next_game(row)
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


def shown_in_turn(entries: tuple[Entry, ...]) -> Shown:
    """The same for many viewers, one after the other: what they all see alike is made once."""
    public = shown(entries, None)
    personal = [place for place, entry in enumerate(entries) if isinstance(entry.event, PERSONAL)]

    def to(viewer: int | None) -> list[dict[str, Any]]:
        if viewer is None or not personal:
            return public
        own = list(public)
        for place in personal:
            own[place] = shown(entries[place : place + 1], viewer)[0]
        return own

    return to


def changes_sheet(entries: tuple[Entry, ...]) -> bool:
    """Whether the score sheet has changed with these entries; the game's end adds the cheats to it."""
    changing = (RoundScored, Accused, GameFinished, GameAnnulled)
    return any(isinstance(entry.event, changing) for entry in entries)


def events(table_id: str, user: int | None, *, after: int) -> dict[str, Any]:
    """The events after a number for one viewer, and the number that they lead to."""
    loaded = load(table_id)
    viewer = viewer_seat(loaded, user)
    return {"number": loaded.number, "events": shown(entries_after(loaded, max(after, 0)), viewer)}


def record(table_id: str) -> dict[str, Any]:
    """The record of a finished game; raises NotFinished before, or while the table is sealed."""
    return record_of(finished(table_id).state, table_id)


def finished(table_id: str) -> Loaded:
    """A table whose game is over and open to all; raises NotFinished before, or while it is sealed."""
    loaded = load(table_id)
    if loaded.state.status == ABANDONED:
        raise NotFinished("This game was given up: it has no record.")
    if loaded.state.status != FINISHED:
        raise NotFinished()
    if table(table_id).sealed:
        raise NotFinished("The record is held back until the last table of this stage is done.")
    return loaded
