"""A table at one number of its log: the state, the newest entries, and the answers to actions."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from games.rules.engine import apply
from games.rules.events import QUIET
from games.rules.protocol.sight import AccusationOutcome
from games.rules.state import State
from games.rules.topics.cheating import Accused
from games.store.entries import StoredEntry

MAX_RECENT_ENTRIES = 96
"""Entries kept in memory for sockets that are a little behind; older entries are read from the log."""


class Accepted(NamedTuple):
    """A stored action: the number of its log entry, and the verdict if it was an accusation."""

    number: int
    outcome: AccusationOutcome | None = None


class RecordedAnswers(dict[tuple[int, str], Accepted]):
    """The recorded answers by seat and idempotency key, of the log's entries after `unread_until`.

    Earlier answers are still in the log alone, if the table was loaded from a round snapshot.
    """

    def __init__(self, *, unread_until: int = 0) -> None:
        """Create an empty mapping, whose keys are pairs of a seat and an action's idempotency key.

        Its values are the server's answers to these actions. `unread_until` is the number of a log entry: the
        answers in the log up to this entry have not been read yet. 0 means that there are none.
        """
        super().__init__()
        self.unread_until = unread_until


class TableSnapshot(NamedTuple):
    """A table after log entry `number`; `answers` maps (seat, idempotency key) to the recorded answer."""

    table_id: str
    number: int
    state: State
    recent: tuple[StoredEntry, ...]
    answers: RecordedAnswers
    """The answers that are recorded in the log.

    Shared by all snapshots of a table and extended after each commit, because copying it is slow.
    """
    moved: int = 0
    """The number of the last entry that may have changed which seats are to act."""
    due_at: datetime | None = None
    """When the scheduler must act; None if the table is waiting for people."""
    sealed: bool = False
    """Whether others are playing the same cards, so that the end of the game must not reveal them yet."""
    mark_version: int = 0
    """The number of changes without log entries: to `state.marks`, or to `due_at` after an outage."""
    mark_answers: Mapping[int, tuple[tuple[str, int], ...]] = {}
    """By seat: the newest idempotency keys of its marks, each with the log number that answered it."""

    @property
    def version(self) -> tuple[int, int]:
        """The number of the last log entry, and the number of changes that made no log entries.

        For example, moves that players set in advance make no log entries. Together, the two numbers identify
        a state of the table.
        """
        return self.number, self.mark_version

    def answer_to(self, seat: int, action_id: str) -> Accepted | None:
        """Return the stored answer to an action of the player in this seat, or None if there is none.

        `action_id` is the idempotency key that the client has given to the action.
        """
        # Call `tables.load_earlier_answers` first, because older answers may be only in the log.
        if (logged := self.answers.get((seat, action_id))) is not None:
            return logged
        marked = dict(self.mark_answers.get(seat, ()))
        return Accepted(marked[action_id]) if action_id in marked else None

    def recent_entries_after(self, after: int) -> tuple[StoredEntry, ...] | None:
        """Return the log entries after number `after`, or None if not all of them are in memory."""
        if after >= self.number:
            return ()
        first = self.recent[0].number if self.recent else self.number + 1
        return self.recent[after + 1 - first :] if after + 1 >= first else None


def answer_from_entry(entry: StoredEntry) -> Accepted:
    """Return the answer that a client gets to the action that caused a log entry.

    If the action accused a player of cheating, the answer contains the verdict.
    """
    event = entry.event
    if not isinstance(event, Accused):
        return Accepted(entry.number)
    outcome: AccusationOutcome = {
        "verdict": event.verdict,
        "accuser_points": event.accuser_points,
        "accused_points": event.accused_points,
    }
    return Accepted(entry.number, outcome)


def answers_from_entries(entries: Iterable[StoredEntry]) -> dict[tuple[int, str], Accepted]:
    """Return the answers that clients get to the actions that caused log entries.

    The keys are pairs of a seat and an action's idempotency key. Entries that lack one of the two are left
    out.
    """
    return {
        (entry.seat, entry.action_id): answer_from_entry(entry)
        for entry in entries
        if entry.action_id is not None and entry.seat is not None
    }


def advance_snapshot(snapshot: TableSnapshot, state: State, entries: Sequence[StoredEntry]) -> TableSnapshot:
    """Return a copy of the snapshot with new log entries and the game's state after them."""
    moves = [entry.number for entry in entries if type(entry.event) not in QUIET]
    # The copy shares `answers`. The caller adds the new entries' answers after the commit.
    return snapshot._replace(
        number=entries[-1].number if entries else snapshot.number,
        state=state,
        recent=(*snapshot.recent, *entries)[-MAX_RECENT_ENTRIES:],
        moved=moves[-1] if moves else snapshot.moved,
    )


def fold_entries(
    table_id: str, entries: list[StoredEntry], before: TableSnapshot | None = None
) -> TableSnapshot | None:
    """Apply log entries to the snapshot `before`, and return a snapshot that includes them.

    Without `before`, `entries` must be the table's whole log; if it is empty, return None. The answers to the
    actions that caused the entries are added to `before.answers`, which all snapshots of the table share.
    """
    state = before.state if before else None
    for entry in entries:
        state = apply(state, entry.event, entry.at)
    if state is None:
        return None
    before = before or TableSnapshot(table_id, 0, state, (), RecordedAnswers())
    before.answers.update(answers_from_entries(entries))
    return advance_snapshot(before, state, entries)
