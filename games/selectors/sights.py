"""What a viewer may know of a table: sight, events and record. The whole state never leaves this module."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from core.sentence import Sentence
from games import presence
from games.presence.marks import load_connected_marks
from games.rules.clock import clock_deadline
from games.rules.errors import NotFinished
from games.rules.events import PERSONAL, redact_event
from games.rules.legal import seats_to_act
from games.rules.marks import NO_MARKS, SeatMarks
from games.rules.options.pace import SLOW
from games.rules.protocol.events import ShownEvent
from games.rules.protocol.record import GameRecord
from games.rules.protocol.sight import Sight
from games.rules.record import build_record
from games.rules.sight import personalise_sight, public_sight
from games.rules.statuses import ABANDONED, FINISHED, PAUSE, RUNNING
from games.rules.topics.absence import PlayerAway
from games.rules.topics.cheating import Accused
from games.rules.topics.rounds import GameFinished, RoundScored
from games.rules.topics.rulings import GameAnnulled
from games.rules.topics.slow import GameOutOfTime
from games.selectors.tables import describe_lobby_table, find_rematch, get_table
from games.store.entries import StoredEntry
from games.store.snapshot import TableSnapshot
from games.store.tables import cached_snapshot, load_snapshot, read_entries_after
from games.wire.frames import TableUpdate
from games.wire.lobby import PlayersView, TableView

if TYPE_CHECKING:
    # It describes all types of the wire, which takes a while and only the API needs.
    from games.wire.http import Events

# The end of the game changes the score sheet, because it reveals cheats.
_SHEET_CHANGING_EVENTS = frozenset((RoundScored, Accused, GameFinished, GameAnnulled, GameOutOfTime))
Redactor = Callable[[int | None], list[ShownEvent]]
"""A function that returns a fixed list of events as a viewer (a seat, or None) may know them."""


def seat_of_user(snapshot: TableSnapshot, user_id: int | None) -> int | None:
    """Return the seat of a user at the table, or None if the user is only a spectator."""
    return None if user_id is None else snapshot.state.seat_of(user_id)


def build_sight(
    snapshot: TableSnapshot, viewer: int | None, *, now: datetime, with_sheet: bool = True
) -> Sight:
    """Return what a player or spectator may see of a table, with the score sheet if `with_sheet` is set.

    `viewer` is the player's seat, or None for a spectator.
    """
    return personal_sight(snapshot, shared_sight(snapshot, now=now), viewer, with_sheet=with_sheet)


def shared_sight(snapshot: TableSnapshot, *, now: datetime) -> Sight:
    """Return the part of the view of a table (the sight) that is the same for all viewers.

    The score sheet, hands and legal moves are not included.
    """
    return public_sight(
        snapshot.state,
        number=snapshot.number,
        server_time=now,
        deadline=current_deadline(snapshot),
        connected=presence.connected_seats(snapshot.table_id),
        away_at=presence.stand_in_times(snapshot.table_id),
    )


def personal_sight(snapshot: TableSnapshot, shared: Sight, viewer: int | None, *, with_sheet: bool) -> Sight:
    """Return a copy of the shared view with the viewer's own hand, bid and legal moves.

    `viewer` is None for a spectator. If `with_sheet` is set, add the score sheet.
    """
    # The sheet shows no cheats while other tables still play the same deals.
    return personalise_sight(
        snapshot.state, shared, viewer, with_sheet=with_sheet, with_cheats=not snapshot.sealed
    )


def current_deadline(snapshot: TableSnapshot) -> datetime | None:
    """Return when the pause between rounds or the current turn must end.

    Return None if there is no time limit.
    """
    if snapshot.state.status == PAUSE:
        return snapshot.due_at
    return clock_deadline(snapshot.state)


def table_view(table_id: str, user_id: int | None, *, now: datetime) -> TableView:
    """Return a table's public data and the user's view of the game.

    Players also get the table's invite code and, after the game, the table of the rematch. `user_id` is None
    for a visitor who is not signed in.
    """
    snapshot = load_snapshot(table_id)
    load_connected_marks([table_id])
    viewer = seat_of_user(snapshot, user_id)
    row = get_table(table_id)
    seen = build_sight(snapshot, viewer, now=now)
    current = seen["round"]
    round_number = current["number"] if current is not None and seen["status"] in RUNNING else None
    shown = describe_lobby_table(row, round_number=round_number)
    host = snapshot.state.host
    extras: PlayersView = {}
    # At a sealed table the code opens nothing.
    if viewer is not None and not row.sealed:
        extras["invite"] = row.invite
    if viewer is not None and snapshot.state.status == FINISHED:
        extras["next"] = find_rematch(row)
    # The row may be older than the sight.
    shown["number"], shown["status"] = snapshot.number, seen["status"]
    return {**shown, "host": host, "sight": seen, **extras}


def entries_after(snapshot: TableSnapshot, after: int) -> tuple[StoredEntry, ...]:
    """Return the log entries with numbers above `after`, up to the last entry of the snapshot.

    Read the entries from the database if the snapshot does not contain all of them.
    """
    recent = snapshot.recent_entries_after(after)
    if recent is not None:
        return recent
    # The log may be longer than the snapshot: later events belong to the next update.
    return tuple(
        entry for entry in read_entries_after(snapshot.table_id, after) if entry.number <= snapshot.number
    )


def redacted_events(entries: tuple[StoredEntry, ...], viewer: int | None) -> list[ShownEvent]:
    """Return the events of log entries, without the details that the viewer must not know.

    `viewer` is a seat, or None for a spectator.
    """
    return [redact_event(entry.event, viewer, number=entry.number, at=entry.at) for entry in entries]


def make_redactor(entries: tuple[StoredEntry, ...]) -> Redactor:
    """Return a function that lists the events of these log entries for a given viewer.

    The function leaves out what the viewer must not know.
    """
    # The same result as from `redacted_events`, but public events are built only once for all viewers.
    public = redacted_events(entries, None)
    personal = [place for place, entry in enumerate(entries) if type(entry.event) in PERSONAL]

    def events_for(viewer: int | None) -> list[ShownEvent]:
        """Return the events as the viewer may see them. `viewer` is a seat, or None for a spectator."""
        if viewer is None or not personal:
            return public
        own = list(public)
        for place in personal:
            own[place] = redacted_events(entries[place : place + 1], viewer)[0]
        return own

    return events_for


def changes_score_sheet(entries: tuple[StoredEntry, ...]) -> bool:
    """Return whether any of these log entries changes the score sheet.

    The sheet changes after a round, after an accusation and at the end of the game.
    """
    return any(type(entry.event) in _SHEET_CHANGING_EVENTS for entry in entries)


def read_events(table_id: str, user_id: int | None, *, after: int) -> "Events":
    """Return the number of a table's last log entry, and the events after entry `after`.

    Leave out details that the user must not know. `user_id` is None for a visitor who is not signed in.
    """
    snapshot = load_snapshot(table_id)
    viewer = seat_of_user(snapshot, user_id)
    return {
        "number": snapshot.number,
        "events": redacted_events(entries_after(snapshot, max(after, 0)), viewer),
    }


def read_record(table_id: str) -> GameRecord:
    """Return the full record of a finished game, with all hands, bids and cards.

    Raise NotFinished if the record is still secret or the game was abandoned.
    """
    return build_record(load_finished_table(table_id).state, table_id)


def load_finished_table(table_id: str) -> TableSnapshot:
    """Return the snapshot of a finished table.

    Raise NotFinished if its cards are still secret or the game was abandoned.
    """
    snapshot = load_snapshot(table_id)
    if snapshot.state.status == ABANDONED:
        raise NotFinished(Sentence("This game was abandoned, so it has no record."))
    if snapshot.state.status != FINISHED:
        raise NotFinished()
    if get_table(table_id).sealed:
        raise NotFinished(
            Sentence("The record is held back until the last table of this stage has finished.")
        )
    return snapshot


# --- One table for many viewers ---------------------------------------------------------------------------


class TableSights:
    """What each viewer may see of a table (the sights) at one time; their shared part is built only once."""

    def __init__(self, snapshot: TableSnapshot, now: datetime) -> None:
        """Create an object that builds views of this snapshot. `now` is the time shown in the views."""
        self._snapshot = snapshot
        self._now = now
        self._public: Sight | None = None
        self._since: dict[int, tuple[Redactor, bool]] = {}
        """By the last log entry a viewer has: the later events, and whether they change the score sheet."""
        self.number = snapshot.number
        state = snapshot.state
        self.seats_to_act = seats_to_act(state)
        """The seats whose turn it is."""
        self.is_closed = state.status in RUNNING and not state.options.spectators
        """Whether only players may see the table now."""

    def seat_of_user(self, user_id: int | None) -> int | None:
        """Return the seat of a user at the table, or None if the user is only a spectator."""
        return seat_of_user(self._snapshot, user_id)

    @property
    def mark_version(self) -> int:
        """The number of changes without log entries, such as setting a card or bid (a mark) in advance."""
        return self._snapshot.mark_version

    def marks_of(self, seat: int) -> SeatMarks:
        """Return the card and bid that a seat's player has set in advance. Only that player may see them."""
        marks = self._snapshot.state.marks
        return marks[seat] if marks else NO_MARKS

    def lost_seat_to_stand_in(self, seat: int, *, after: int) -> bool:
        """Return whether a bot has replaced the player since log entry `after` and still plays.

        Return False at a slow table, if the player left on purpose, or if not all entries after `after` are
        in memory.
        """
        state = self._snapshot.state
        # At a slow table an open page proves nothing: the player had days, and did not act.
        if seat not in state.away or state.options.pace == SLOW:
            return False
        went = [
            entry.event
            for entry in self._snapshot.recent_entries_after(after) or ()
            if isinstance(entry.event, PlayerAway)
        ]
        return any(event.seat == seat and not event.left for event in went)

    def update(self, viewer: int | None, *, after: int, with_sheet: bool) -> TableUpdate:
        """Return the viewer's current view and the events after log entry `after`.

        If `after` is -1 or not all these events are in memory, the update has no events. In that case, or if
        `with_sheet` is set or an event changes the score sheet, the update includes the score sheet.
        """
        if after not in self._since:
            entries = self._snapshot.recent_entries_after(after) if after >= 0 else None
            changes = entries is None or changes_score_sheet(entries)
            self._since[after] = (make_redactor(entries or ()), changes)
        events, with_changes = self._since[after]
        if self._public is None:
            self._public = shared_sight(self._snapshot, now=self._now)
        return {
            "number": self.number,
            "events": events(viewer),
            "sight": personal_sight(
                self._snapshot, self._public, viewer, with_sheet=with_sheet or with_changes
            ),
        }


def load_table_sights(table_id: str, *, now: datetime, min_number: int | None = None) -> TableSights:
    """Load a table, and return an object that builds each viewer's view of the table (a sight).

    If `min_number` is given, a table in memory is used even if it is outdated, as long as it includes the log
    entry with this number.
    """
    load_connected_marks([table_id])
    return TableSights(load_snapshot(table_id, min_number=min_number), now)


def cached_sights(table_id: str, *, now: datetime) -> TableSights | None:
    """Return an object that builds each viewer's view of the cached table.

    Return None if the table is not cached.
    """
    # The cached table may be outdated.
    snapshot = cached_snapshot(table_id)
    return None if snapshot is None else TableSights(snapshot, now)
