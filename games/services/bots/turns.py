"""The server's move at a due table. Bots and stand-ins decide from their seat's own sight."""

import random
from datetime import datetime
from typing import NamedTuple

from games.bots.choose import SLOW, choose, simplest_action
from games.bots.view import Action
from games.rules.clock import CLOCK, seats_on_clock
from games.rules.state import PAUSE
from games.rules.topics.holds import ResumeTable
from games.rules.topics.pause import EndPause
from games.rules.topics.rulings import AnnulGame
from games.selectors.memory import sight_with_memory
from games.services.bots.worker_pool import Question
from games.services.commands.command import Command
from games.services.commands.due import bots_on_turn, is_site_bot
from games.store.snapshot import TableSnapshot
from games.wire.actions import parse_action

STAND_IN, STAND_IN_LEVEL = "bot", "journeyman"
"""Who moves for absent people, in the words of log and record, and at which level."""


class SlowMove(NamedTuple):
    """A move that takes long to find: the question for a search worker, and where to play the answer."""

    question: Question
    table_id: str
    seat: int
    at_number: int

    def command(self, chosen: Action | None, now: datetime) -> Command | None:
        """The move as a command, stale once other seats are to act; the simplest move if none was chosen.

        None if there is nothing to decide.
        """
        chosen = chosen or simplest_action(self.question.sight)
        if chosen is None:
            return None
        return Command(self.table_id, parse_action(chosen), now, seat=self.seat, at_number=self.at_number)


def slow_move(snapshot: TableSnapshot, *, now: datetime, rng: random.Random) -> SlowMove | None:
    """Return the decision that a slow bot owes at a due table; None if the move needs no search."""
    state = snapshot.state
    bots = () if state.deserted or state.status == PAUSE else bots_on_turn(state)
    if not bots or bots[0] in state.away:
        return None
    sitter = state.seats[bots[0]]
    if sitter is None or sitter.level != SLOW:
        return None
    question = Question(sight_with_memory(snapshot, bots[0], now=now), SLOW, rng.getrandbits(53))
    return SlowMove(question, snapshot.table_id, bots[0], snapshot.moved)


def due_command(
    snapshot: TableSnapshot, *, now: datetime, rng: random.Random, simply: bool = False
) -> Command | None:
    """What the server does at a table that is due; None if it waits for people.

    `simply`: a bot failed there, so make the simplest move.
    """
    state = snapshot.state
    if state.own_pause:
        return Command(snapshot.table_id, ResumeTable(), now, at_number=snapshot.moved)
    if state.deserted:
        return Command(snapshot.table_id, AnnulGame(), now, at_number=snapshot.moved)
    if state.status == PAUSE:
        return Command(snapshot.table_id, EndPause(), now, at_number=snapshot.moved)
    bots = bots_on_turn(state)
    late = seats_on_clock(state) if state.clocks and not bots else ()
    if not bots and not late:
        return None
    seat = (bots or late)[0]
    chosen = _chosen(snapshot, seat, now, None if simply else rng)
    if chosen is None:
        return None
    by = CLOCK if late else STAND_IN if seat in state.away else None
    return Command(snapshot.table_id, parse_action(chosen), now, seat=seat, at_number=snapshot.moved, by=by)


def _chosen(snapshot: TableSnapshot, seat: int, now: datetime, rng: random.Random | None) -> Action | None:
    """Return a bot's action from the seat's own sight; without a random generator, the first legal one.

    Only a bot in its own seat may cheat: where it stands in, an absent person would pay for it.
    """
    sitter = snapshot.state.seats[seat]
    assert sitter is not None
    seen = sight_with_memory(snapshot, seat, now=now)
    if rng is None:
        return simplest_action(seen)
    honest = not is_site_bot(snapshot.state, seat)
    return choose(seen, level=sitter.level or STAND_IN_LEVEL, rng=rng, honest=honest) or simplest_action(seen)
