"""A bot's sight together with its memory of the round; never sent to a client."""

from datetime import datetime
from typing import Any

from games.rules.sight.memory import memory_of
from games.selectors.sights import sight
from games.store.snapshot import TableSnapshot


def sight_with_memory(snapshot: TableSnapshot, seat: int, *, now: datetime) -> dict[str, Any]:
    """What the seat sees, and what it has seen in this round: `tricks` and `accusations`."""
    return {**sight(snapshot, seat, now=now, with_sheet=False), **memory_of(snapshot.state)}
