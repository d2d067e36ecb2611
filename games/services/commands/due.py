"""When the scheduler must act at a table: a bot's or stand-in's move, a clock's end, a pause's end."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.rules import clock, legal
from games.rules.events import Event
from games.rules.options import Options
from games.rules.options.pace import SLOW
from games.rules.state import State
from games.rules.statuses import PAUSE, RUNNING
from games.rules.topics.playing import TrickTaken
from games.rules.topics.rounds import RoundDealt
from games.rules.undo.ask import find_open_undo_request

TRICK_PAUSES = 1.5
"""Extra wait in bot pauses after a complete trick or a new deal, so that people can look at it."""
DESERTED_TIMEOUT = timedelta(minutes=30)
"""Time after the last person has left until a game in progress is abandoned."""
OWN_PAUSE_TIMEOUT = timedelta(hours=1)
"""How long a hold by the players may last; after that, perhaps nobody is left to end it."""
SLOW_CHEATING_PAUSE = timedelta(days=1)
CLOCK_SLACK = timedelta(milliseconds=clock.MAX_LAG_MS)
"""How long after a clock's end the scheduler moves: a move sent in time may still be on its way."""


def compute_due_at(
    state: State, events: Sequence[Event], now: datetime, pause_ends_at: datetime | None = None
) -> datetime | None:
    """Return when the scheduler must next act at a table, or None if it need not act.

    `state` is the table's state now, and `events` are the events that have just happened there: bots move
    later if a trick was taken or a round was dealt. If a pause between rounds is already running,
    `pause_ends_at` is its end; if it is None, the pause begins now.
    """
    slow_wait = timedelta(days=state.options.days or 0) if state.options.pace == SLOW else None
    if state.own_pause:
        return now + (slow_wait or OWN_PAUSE_TIMEOUT)
    if state.halted or state.status not in RUNNING:
        return None
    if state.is_deserted:
        return now + (slow_wait or DESERTED_TIMEOUT)
    if state.status == PAUSE:
        return pause_ends_at or now + _pause_duration(state.options)
    ends = clock.clock_deadline(state)
    clock_ends = ends + CLOCK_SLACK if ends else None
    if state.round is not None and state.round.undo.ask and (ask := find_open_undo_request(state)):
        # Bots wait for the answers.
        return min(ask.ends_at, clock_ends or ask.ends_at)
    if not seats_for_server_to_move(state):
        return clock_ends
    pauses = 1.0
    if any(isinstance(event, TrickTaken | RoundDealt) for event in events):
        pauses += TRICK_PAUSES
    return now + timedelta(seconds=settings.BOT_PAUSE * pauses)


def _pause_duration(options: Options) -> timedelta:
    """Return how long a pause between rounds lasts unless all people are ready earlier."""
    # Nobody has to be there, but everybody must be able to call the cheats of the last cards.
    if options.pace == SLOW and options.cheating:
        return SLOW_CHEATING_PAUSE
    return timedelta(seconds=options.pause)


def seats_for_server_to_move(state: State) -> tuple[int, ...]:
    """Return the seats that must act now and whose moves the server makes.

    These are the seats of the site's bots and of players for whom a stand-in plays.
    """
    return tuple(n for n in legal.seats_to_act(state) if n in state.away or is_site_bot(state, n))


def site_bot_seats(state: State) -> tuple[int, ...]:
    """Return the seats in which a bot of the site plays."""
    return tuple(number for number in range(len(state.seats)) if is_site_bot(state, number))


def is_site_bot(state: State, seat_number: int) -> bool:
    """Return whether a bot of the site has this seat, rather than a person or a user's bot account."""
    seat = state.seats[seat_number]
    return seat is not None and seat.kind == "bot" and seat.user is None
