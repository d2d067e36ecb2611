"""Chooses the server's move at a due table. Bots and stand-ins decide only by what their seat can see."""

import random
from datetime import datetime
from typing import NamedTuple

from games.bots.choose import SLOW, choose_action, first_legal_action
from games.bots.view import Action
from games.rules.clock import seats_on_clock
from games.rules.movers import BOT, CLOCK
from games.rules.options.pace import SLOW as SLOW_PACE
from games.rules.statuses import PAUSE
from games.rules.topics.holds import ResumeTable
from games.rules.topics.pause import EndPause
from games.rules.topics.rulings import AnnulGame
from games.rules.undo.ask import find_open_undo_request
from games.rules.undo.asking import LapseUndo
from games.selectors.memory import sight_with_memory
from games.services.bots.worker_pool import Question
from games.services.commands.command import Command
from games.services.commands.due import is_site_bot, seats_for_server_to_move
from games.services.slow_tables.timeouts import timeout_command
from games.store.snapshot import TableSnapshot
from games.wire.actions import parse_action

STAND_IN, STAND_IN_LEVEL = BOT, "journeyman"
"""The mover named in logs and records for a stand-in's moves, and the level at which stand-ins play."""


class SlowMove(NamedTuple):
    """A move that needs a long search: the question for a search worker, and the seat that is to move.

    `at_number` is the number of the log entry since which the same seats have been to act.
    """

    question: Question
    table_id: str
    seat: int
    at_number: int

    def build_command(self, chosen: Action | None, now: datetime) -> Command | None:
        """Return the command by which the bot's seat takes the action `chosen`.

        If `chosen` is None, take the first legal action instead. Return None if no action is legal.
        """
        chosen = chosen or first_legal_action(self.question.sight)
        if chosen is None:
            return None
        # The command is refused once the turn has passed.
        return Command(self.table_id, parse_action(chosen), now, seat=self.seat, at_number=self.at_number)


def find_slow_move(snapshot: TableSnapshot, *, now: datetime, rng: random.Random) -> SlowMove | None:
    """Return the slow move (one that needs a long search) that a bot must make now, or None if there is none.

    The returned object has the bot's seat and the question for the search worker that will choose the move.
    If the server has to move for several seats, only the first one is checked. Also return None if bots must
    wait: during a pause, while an undo request is open, or while all people are absent from a table that
    organisers did not open. `rng` provides the random seed of the search.
    """
    state = snapshot.state
    waits = state.is_deserted or state.status == PAUSE or find_open_undo_request(state) is not None
    bots = () if waits else seats_for_server_to_move(state)
    # Stand-ins play at STAND_IN_LEVEL, which needs no search.
    if not bots or bots[0] in state.away:
        return None
    sitter = state.seats[bots[0]]
    if sitter is None or sitter.level != SLOW:
        return None
    question = Question(sight_with_memory(snapshot, bots[0], now=now), SLOW, rng.getrandbits(53))
    return SlowMove(question, snapshot.table_id, bots[0], snapshot.moved)


def server_command(
    snapshot: TableSnapshot, *, now: datetime, rng: random.Random, use_first_legal_move: bool = False
) -> Command | None:
    """Return the command that the server itself must now give at a table, such as a bot's move.

    Call this only when the time has come for the server to act at the table. The players' clocks are not
    checked: the time of a player whose clock is running is assumed to be up. If `use_first_legal_move` is
    true, choose the first legal move instead of asking a bot, for example because the bot has failed. Return
    None if the server has nothing to do.
    """
    state = snapshot.state
    if state.own_pause:
        return Command(snapshot.table_id, ResumeTable(), now, at_number=snapshot.moved)
    if state.is_deserted:
        return Command(snapshot.table_id, AnnulGame(), now, at_number=snapshot.moved)
    if state.status == PAUSE:
        return Command(snapshot.table_id, EndPause(), now, at_number=snapshot.moved)
    ask = find_open_undo_request(state)
    if ask is not None and ask.ends_at <= now:
        return Command(snapshot.table_id, LapseUndo(), now, at_number=snapshot.moved)
    bots = () if ask is not None else seats_for_server_to_move(state)
    late = seats_on_clock(state) if state.clocks and not bots else ()
    if not bots and not late:
        return None
    if late and state.options.pace == SLOW_PACE:
        return timeout_command(snapshot, late, now=now)
    seat = (bots or late)[0]
    # After a failure, the first legal move is chosen.
    chosen = _choose_action(snapshot, seat, now, None if use_first_legal_move else rng)
    if chosen is None:
        return None
    by = CLOCK if late else STAND_IN if seat in state.away else None
    return Command(snapshot.table_id, parse_action(chosen), now, seat=seat, at_number=snapshot.moved, by=by)


def _choose_action(
    snapshot: TableSnapshot, seat: int, now: datetime, rng: random.Random | None
) -> Action | None:
    """Choose an action for the player in this seat from what that player can see.

    A bot chooses with the random numbers of `rng`; if `rng` is None, choose the first legal action instead.
    If the seat belongs to a bot of the site and the table allows cheating, the chosen card may break the
    rules of the game (a cheat). Return None if no action is legal.
    """
    sitter = snapshot.state.seats[seat]
    assert sitter is not None
    seen = sight_with_memory(snapshot, seat, now=now)
    if rng is None:
        return first_legal_action(seen)
    # Only the site's own bots may cheat: a stand-in's cheating would be held against the absent person.
    honest = not is_site_bot(snapshot.state, seat)
    return choose_action(
        seen, level=sitter.level or STAND_IN_LEVEL, rng=rng, honest=honest
    ) or first_legal_action(seen)
