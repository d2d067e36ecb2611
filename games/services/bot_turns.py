"""What the house asks of a table that is due: a bot's or stand-in's move, from the seat's own sight alone."""

import random
from datetime import datetime
from typing import Any, NamedTuple

from games.bots.choose import SLOW, choose, simplest
from games.rules.actions import EndPause, parse_action
from games.rules.clock import LATE, thinking
from games.rules.state import PAUSE
from games.rules.verbs import AnnulGame, ResumeTable
from games.selectors.memory import remembering
from games.services.due import bots_on_turn, is_house_bot
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
        chosen = chosen or simplest(self.question.sight)
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


def house_request(
    loaded: Loaded, *, now: datetime, dice: random.Random, simply: bool = False
) -> Request | None:
    """The house's next action at a table that is due; None if nothing is its business.

    `simply`: a bot failed there, so the simplest move is made.
    """
    state = loaded.state
    if state.own_pause:
        return Request(loaded.table_id, ResumeTable(), now, at_number=loaded.moved)
    if state.deserted:
        return Request(loaded.table_id, AnnulGame(), now, at_number=loaded.moved)
    if state.status == PAUSE:
        return Request(loaded.table_id, EndPause(), now, at_number=loaded.moved)
    bots = bots_on_turn(state)
    late = thinking(state) if state.clocks and not bots else ()
    if not bots and not late:
        return None
    seat = (bots or late)[0]
    chosen = _chosen(loaded, seat, now, None if simply else dice)
    if chosen is None:
        return None
    by = LATE if late else STAND_IN if seat in state.away else None
    return Request(loaded.table_id, parse_action(chosen), now, seat=seat, at_number=loaded.moved, by=by)


def _chosen(loaded: Loaded, seat: int, now: datetime, dice: random.Random | None) -> dict[str, Any] | None:
    """What a bot does on the seat, from the seat's own sight; without dice, the simplest.

    Only a bot that sits there itself may cheat: somebody else would have to pay for it.
    """
    sitter = loaded.state.seats[seat]
    assert sitter is not None
    seen = remembering(loaded, seat, now=now)
    if dice is None:
        return simplest(seen)
    honest = not is_house_bot(loaded.state, seat)
    return choose(seen, level=sitter.level or STAND_IN_LEVEL, dice=dice, honest=honest) or simplest(seen)
