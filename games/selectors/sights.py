"""What a viewer may know of a table: sight, events and record. Nothing else leaves the store."""

from collections.abc import Callable
from datetime import datetime

from games import presence
from games.rules.clock import deadline
from games.rules.errors import NotFinished
from games.rules.events import PERSONAL, redact
from games.rules.protocol.events import ShownEvent
from games.rules.protocol.record import GameRecord
from games.rules.protocol.sight import Sight
from games.rules.record import record_of
from games.rules.sight import own_sight, public_sight
from games.rules.state import ABANDONED, FINISHED, PAUSE, RUNNING
from games.rules.topics.cheating import Accused
from games.rules.topics.rounds import GameFinished, RoundScored
from games.rules.topics.rulings import GameAnnulled
from games.selectors.tables import next_game, table, table_row
from games.store.entries import StoredEntry
from games.store.snapshot import TableSnapshot
from games.store.tables import entries_since, load
from games.wire.http import Events
from games.wire.lobby import TableView

Redactor = Callable[[int | None], list[ShownEvent]]
"""Returns a fixed list of events as a viewer (a seat, or None) may know them."""


def viewer_seat(snapshot: TableSnapshot, user: int | None) -> int | None:
    """Return the user's seat, or None for spectators."""
    return None if user is None else snapshot.state.seat_of(user)


def sight(snapshot: TableSnapshot, viewer: int | None, *, now: datetime, with_sheet: bool = True) -> Sight:
    """Return the sight of one viewer."""
    return personal_sight(snapshot, shared_sight(snapshot, now=now), viewer, with_sheet=with_sheet)


def shared_sight(snapshot: TableSnapshot, *, now: datetime) -> Sight:
    """Return the part of the sight that is the same for all viewers; input of `personal_sight`."""
    return public_sight(
        snapshot.state,
        number=snapshot.number,
        server_time=now,
        deadline=deadline_of(snapshot),
        connected=presence.connected(snapshot.table_id),
        away_at=presence.away_at(snapshot.table_id),
    )


def personal_sight(snapshot: TableSnapshot, shared: Sight, viewer: int | None, *, with_sheet: bool) -> Sight:
    """Return one viewer's sight, built on the shared part. The score sheet of a sealed table hides cheats."""
    return own_sight(snapshot.state, shared, viewer, with_sheet=with_sheet, with_cheats=not snapshot.sealed)


def deadline_of(snapshot: TableSnapshot) -> datetime | None:
    """Return when the pause between rounds ends, or when the time of the players to act is up; None without
    one.
    """
    if snapshot.state.status == PAUSE:
        return snapshot.due_at
    return deadline(snapshot.state)


def table_view(table_id: str, user: int | None, *, now: datetime) -> TableView:
    """Return a table's row and sight for one viewer.

    Players also get the invite code and, after the end, the table of the rematch.
    """
    snapshot = load(table_id)
    viewer = viewer_seat(snapshot, user)
    row = table(table_id)
    seen = sight(snapshot, viewer, now=now)
    current = seen["round"]
    round_number = current["number"] if current is not None and seen["status"] in RUNNING else None
    shown = table_row(row, round_number=round_number)
    # A row could have more fields of these names, for all that mypy knows.
    view: TableView = {**shown, "number": snapshot.number, "sight": seen}  # type: ignore[typeddict-item]
    view["status"] = seen["status"]
    if viewer is not None and not row.sealed:
        view["invite"] = row.invite
    if viewer is not None and snapshot.state.status == FINISHED:
        view["next"] = next_game(row)
    return view


def entries_after(snapshot: TableSnapshot, after: int) -> tuple[StoredEntry, ...]:
    """Return the log entries after number `after`, up to the number of `snapshot`."""
    recent = snapshot.since(after)
    if recent is not None:
        return recent
    return tuple(
        entry for entry in entries_since(snapshot.table_id, after) if entry.number <= snapshot.number
    )


def redacted_events(entries: tuple[StoredEntry, ...], viewer: int | None) -> list[ShownEvent]:
    """Return the entries as a viewer may know them."""
    return [redact(entry.event, viewer, number=entry.number, at=entry.at) for entry in entries]


def redactor(entries: tuple[StoredEntry, ...]) -> Redactor:
    """Return a function like `redacted_events` for many viewers; events that all see alike are built once."""
    public = redacted_events(entries, None)
    personal = [place for place, entry in enumerate(entries) if isinstance(entry.event, PERSONAL)]

    def events_for(viewer: int | None) -> list[ShownEvent]:
        if viewer is None or not personal:
            return public
        own = list(public)
        for place in personal:
            own[place] = redacted_events(entries[place : place + 1], viewer)[0]
        return own

    return events_for


def changes_sheet(entries: tuple[StoredEntry, ...]) -> bool:
    """Whether the entries change the score sheet. The end of the game does, because it adds the cheats."""
    changing = (RoundScored, Accused, GameFinished, GameAnnulled)
    return any(isinstance(entry.event, changing) for entry in entries)


def events(table_id: str, user: int | None, *, after: int) -> Events:
    """Return the newest number, and the events after `after` as the user may know them."""
    snapshot = load(table_id)
    viewer = viewer_seat(snapshot, user)
    return {
        "number": snapshot.number,
        "events": redacted_events(entries_after(snapshot, max(after, 0)), viewer),
    }


def record(table_id: str) -> GameRecord:
    """The record of a finished game; raises NotFinished before, or while the table is sealed."""
    return record_of(finished(table_id).state, table_id)


def finished(table_id: str) -> TableSnapshot:
    """Return a finished table that is open to all; raises NotFinished before, or while it is sealed."""
    snapshot = load(table_id)
    if snapshot.state.status == ABANDONED:
        raise NotFinished("This game was abandoned, so it has no record.")
    if snapshot.state.status != FINISHED:
        raise NotFinished()
    if table(table_id).sealed:
        raise NotFinished("The record is held back until the last table of this stage has finished.")
    return snapshot
