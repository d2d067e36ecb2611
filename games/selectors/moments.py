"""A table at one number, for who shows it to many: gives sights and events, never the state that it holds."""

from datetime import datetime
from typing import Any

from games.selectors import sights
from games.store import tables
from games.store.loaded import Loaded


class Moment:
    """A table at log entry `number`."""

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self.number = loaded.number

    def viewer(self, user: int | None) -> int | None:
        """The seat of a user, None for onlookers."""
        return sights.viewer_seat(self._loaded, user)

    def update(self, viewer: int | None, *, after: int, anew: bool, now: datetime) -> dict[str, Any]:
        """The events after number `after` and the sight, for one viewer.

        Who is too far behind for the entries at hand (or has none: -1) draws from the sight alone. The score
        sheet is there `anew` or when it has changed.
        """
        entries = (self._loaded.since(after) if after >= 0 else None) or ()
        with_sheet = anew or sights.changes_sheet(entries)
        return {
            "number": self.number,
            "events": sights.shown(entries, viewer),
            "sight": sights.sight(self._loaded, viewer, now=now, with_sheet=with_sheet),
        }


def moment(table_id: str, *, at_least: int | None = None) -> Moment:
    """The table at its newest number, or as this process has it if that is `at_least`; raises NotFound."""
    return Moment(tables.load(table_id, at_least=at_least))


def moment_at_hand(table_id: str) -> Moment | None:
    """The table as this process last saw it; no database."""
    loaded = tables.cached(table_id)
    return None if loaded is None else Moment(loaded)
