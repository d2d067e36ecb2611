"""A bot's sight with its memory of the round. It is never sent to clients."""

from datetime import datetime
from typing import cast

from games.rules.protocol.memory import SeatSight
from games.rules.sight.memory import build_memory
from games.selectors.sights import build_sight
from games.store.snapshot import TableSnapshot


def sight_with_memory(snapshot: TableSnapshot, seat: int, *, now: datetime) -> SeatSight:
    """Return what the player in this seat sees of the table and can remember of the current round.

    The memory, for bots and the coach, contains the round's earlier tricks and accusations of cheating.
    """
    # People can remember these, but the views that are sent to clients do not contain them.
    seen = build_sight(snapshot, seat, now=now, with_sheet=False)
    return cast(SeatSight, {**seen, **build_memory(snapshot.state)})
