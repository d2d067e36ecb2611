"""The sight of one of the house's bots with its memory of the round; never goes out to a client."""

from datetime import datetime
from typing import Any

from games.rules.memory import memory_of
from games.selectors.sights import sight
from games.store.loaded import Loaded


def remembering(loaded: Loaded, seat: int, *, now: datetime) -> dict[str, Any]:
    """What the seat sees, and what it has seen in this round: `tricks` and `accusations`."""
    return {**sight(loaded, seat, now=now, with_sheet=False), **memory_of(loaded.state)}
