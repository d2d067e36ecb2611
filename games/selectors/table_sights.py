"""The sights and events of one table at one number, for many viewers.

The whole state never leaves this module.
"""

from datetime import datetime

from games.rules.protocol.sight import Sight
from games.rules.topics.absence import PlayerAway
from games.selectors import sights
from games.store import tables
from games.store.snapshot import TableSnapshot
from games.wire.frames import TableUpdate


class TableSights:
    """A table at log entry `number` and server time `now`. What all viewers share is built once."""

    def __init__(self, snapshot: TableSnapshot, now: datetime) -> None:
        self._snapshot = snapshot
        self._now = now
        self._public: Sight | None = None
        self._since: dict[int, tuple[sights.Redactor, bool]] = {}
        """By the number that a viewer has: the events after it, and whether they change the score sheet."""
        self.number = snapshot.number

    def viewer(self, user: int | None) -> int | None:
        """Return the user's seat, or None for spectators."""
        return sights.viewer_seat(self._snapshot, user)

    def sent_away(self, seat: int, *, after: int) -> bool:
        """Whether a stand-in took the seat after number `after`, and its player did not leave on purpose."""
        if seat not in self._snapshot.state.away:
            return False
        went = [
            entry.event for entry in self._snapshot.since(after) or () if isinstance(entry.event, PlayerAway)
        ]
        return any(event.seat == seat and not event.left for event in went)

    def update(self, viewer: int | None, *, after: int, anew: bool) -> TableUpdate:
        """Return the events after number `after`, and the sight, for one viewer.

        A viewer without a number (-1), or with one that is too old for the entries in memory, gets no events
        and draws from the sight alone. The score sheet is included if it has changed, or if `anew`.
        """
        if after not in self._since:
            entries = (self._snapshot.since(after) if after >= 0 else None) or ()
            changes = after < 0 or sights.changes_sheet(entries)
            self._since[after] = (sights.redactor(entries), changes)
        events, changes_sheet = self._since[after]
        if self._public is None:
            self._public = sights.shared_sight(self._snapshot, now=self._now)
        return {
            "number": self.number,
            "events": events(viewer),
            "sight": sights.personal_sight(
                self._snapshot, self._public, viewer, with_sheet=anew or changes_sheet
            ),
        }


def table_sights(table_id: str, *, now: datetime, at_least: int | None = None) -> TableSights:
    """Load the table at its newest number, or from the cache if that has reached `at_least`;
    raises NotFound.
    """
    return TableSights(tables.load(table_id, at_least=at_least), now)


def cached_sights(table_id: str, *, now: datetime) -> TableSights | None:
    """Return the table as this process last loaded it, without a query; None if it is not cached."""
    snapshot = tables.cached(table_id)
    return None if snapshot is None else TableSights(snapshot, now)
