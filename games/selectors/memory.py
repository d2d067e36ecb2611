"""A bot's sight with its memory of the round; never sent to a client."""

from datetime import datetime
from typing import cast

from games.rules.protocol.memory import SeatSight
from games.rules.sight.memory import memory_of
from games.selectors.sights import sight
from games.store.snapshot import TableSnapshot


def sight_with_memory(snapshot: TableSnapshot, seat: int, *, now: datetime) -> SeatSight:
    """Return the seat's sight, with `tricks` and `accusations` of this round added."""
    seen = sight(snapshot, seat, now=now, with_sheet=False)
    return cast(SeatSight, {**seen, **memory_of(snapshot.state)})
