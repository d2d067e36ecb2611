"""A table at one number, for who shows it to many: gives sights and events, never the state that it holds."""

from datetime import datetime
from typing import Any

from games.rules.events import PlayerAway
from games.selectors import sights
from games.store import tables
from games.store.loaded import Loaded


class Moment:
    """A table at log entry `number`, shown at the server's time `now`."""

    def __init__(self, loaded: Loaded, now: datetime) -> None:
        self._loaded = loaded
        self._now = now
        self._public: dict[str, Any] | None = None
        self._since: dict[int, tuple[sights.Shown, bool]] = {}
        """By the number that a viewer has: the events after it, and whether they change the sheet."""
        self.number = loaded.number

    def viewer(self, user: int | None) -> int | None:
        """The seat of a user, None for onlookers."""
        return sights.viewer_seat(self._loaded, user)

    def sent_away(self, seat: int, *, after: int) -> bool:
        """Whether a stand-in moves for a seat since number `after` whose person did not leave on purpose."""
        if seat not in self._loaded.state.away:
            return False
        went = [
            entry.event for entry in self._loaded.since(after) or () if isinstance(entry.event, PlayerAway)
        ]
        return any(event.seat == seat and not event.left for event in went)

    def update(self, viewer: int | None, *, after: int, anew: bool) -> dict[str, Any]:
        """The events after number `after` and the sight, for one viewer.

        Who is too far behind for the entries at hand (or has none: -1) draws from the sight alone. The score
        sheet is there `anew`, for who has none, or when it has changed.
        """
        if after not in self._since:
            entries = (self._loaded.since(after) if after >= 0 else None) or ()
            changes = after < 0 or sights.changes_sheet(entries)
            self._since[after] = (sights.shown_in_turn(entries), changes)
        events, changes_sheet = self._since[after]
        if self._public is None:
            self._public = sights.public(self._loaded, now=self._now)
        return {
            "number": self.number,
            "events": events(viewer),
            "sight": sights.seen(self._loaded, self._public, viewer, with_sheet=anew or changes_sheet),
        }


def moment(table_id: str, *, now: datetime, at_least: int | None = None) -> Moment:
    """The table at its newest number, or as this process has it if that is `at_least`; raises NotFound."""
    return Moment(tables.load(table_id, at_least=at_least), now)


def moment_at_hand(table_id: str, *, now: datetime) -> Moment | None:
    """The table as this process last saw it; no database."""
    loaded = tables.cached(table_id)
    return None if loaded is None else Moment(loaded, now)
