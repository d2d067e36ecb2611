"""What the house asks of a table that is due: a bot's or stand-in's move, from the seat's own sight alone."""

import random
from datetime import datetime
from typing import Any, NamedTuple

from games.bots.choose import SLOW, choose
from games.rules.actions import EndPause, parse_action
from games.rules.clock import LATE, thinking
from games.rules.state import PAUSE
from games.rules.verbs import AnnulGame, ResumeTable
from games.selectors.memory import remembering
from games.services.due import bots_on_turn
from games.services.settle import Request
from games.services.thinking import Question
from games.store.loaded import Loaded

STAND_IN, STAND_IN_LEVEL = "bot", "journeyman"
"""Who moves for people that are away, in the words of log and record, and how well."""


class Pondered(NamedTuple):
    """A move that takes long to find: what is to be decided, and what is asked of the table then."""

    question: Question
    table_id: str
    seat: int
    at_number: int

    def request(self, chosen: dict[str, Any] | None, now: datetime) -> Request | None:
        """The move, good while the same seats have to act; None if there is nothing to do."""
        if chosen is None:
            return None
        return Request(self.table_id, parse_action(chosen), now, seat=self.seat, at_number=self.at_number)


def pondered(loaded: Loaded, *, now: datetime, dice: random.Random) -> Pondered | None:
    """What a slow bot is to decide at a table that is due; None where the house can answer at once."""
    state = loaded.state
    bots = () if state.deserted or state.status == PAUSE else bots_on_turn(state)
    if not bots or bots[0] in state.away:
        return None
    sitter = state.seats[bots[0]]
    if sitter is None or sitter.level != SLOW:
        return None
    question = Question(remembering(loaded, bots[0], now=now), SLOW, dice.getrandbits(53))
    return Pondered(question, loaded.table_id, bots[0], loaded.moved)


def house_request(loaded: Loaded, *, now: datetime, dice: random.Random) -> Request | None:
    """The house's next action at a table that is due; None if nothing is its business."""
    state = loaded.state
    if state.own_pause:
        return Request(loaded.table_id, ResumeTable(), now, at_number=loaded.moved)
    if state.deserted:
        return Request(loaded.table_id, AnnulGame(), now, at_number=loaded.moved)
    if state.status == PAUSE:
        return Request(loaded.table_id, EndPause(), now, at_number=loaded.moved)
    bots = bots_on_turn(state)
    if bots:
        return _move(loaded, bots[0], now, dice, by=STAND_IN if bots[0] in state.away else None)
    late = thinking(state)
    return _move(loaded, late[0], now, dice, by=LATE) if late and state.clocks else None


def _move(loaded: Loaded, seat: int, now: datetime, dice: random.Random, *, by: str | None) -> Request | None:
    """What a bot does on the seat, from the seat's own sight; `by` says so where the seat is a person's."""
    sitter = loaded.state.seats[seat]
    assert sitter is not None
    chosen = choose(remembering(loaded, seat, now=now), level=sitter.level or STAND_IN_LEVEL, dice=dice)
    if chosen is None:
        return None
    return Request(loaded.table_id, parse_action(chosen), now, seat=seat, at_number=loaded.moved, by=by)
