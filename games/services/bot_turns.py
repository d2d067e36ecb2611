"""What the house asks of a table that is due: a bot's move, from the bot's own sight alone; a pause's end."""

import random
from datetime import datetime

from games.bots.choose import choose
from games.rules.actions import EndPause, parse_action
from games.rules.state import PAUSE
from games.selectors.sights import sight
from games.services.due import bots_on_turn
from games.services.settle import Request
from games.store.loaded import Loaded


def house_request(loaded: Loaded, *, now: datetime, dice: random.Random) -> Request | None:
    """The house's next action at a table that is due; None if nothing is its business."""
    if loaded.state.status == PAUSE:
        return Request(loaded.table_id, EndPause(), now, at_number=loaded.moved)
    bots = bots_on_turn(loaded.state)
    if not bots:
        return None
    seat = bots[0]
    sitter = loaded.state.seats[seat]
    assert sitter is not None
    chosen = choose(sight(loaded, seat, now=now), level=sitter.level or "journeyman", dice=dice)
    if chosen is None:
        return None
    return Request(loaded.table_id, parse_action(chosen), now, seat=seat, at_number=loaded.moved)
