"""When the scheduler must act at a table: a bot's or stand-in's move, a clock's end, a pause's end."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.rules import clock, legal
from games.rules.events import Event
from games.rules.state import PAUSE, RUNNING, State
from games.rules.topics.playing import TrickTaken
from games.rules.topics.rounds import RoundDealt

TRICK_PAUSES = 1.5
"""Bot pauses that a bot waits longer after a complete trick or a new deal, so that people can see it."""
DESERTED_TIMEOUT = timedelta(minutes=30)
"""A table that all its people have left is given up this long after the last one went."""
OWN_PAUSE_TIMEOUT = timedelta(hours=1)
"""A pause that players asked for is ended after this time: perhaps nobody is left who would end it."""
CLOCK_SLACK = timedelta(milliseconds=clock.MAX_LAG_MS)
"""How long after a clock's end the scheduler moves: a move sent in time may still be on its way."""


def due_at(
    state: State, events: Sequence[Event], now: datetime, running: datetime | None = None
) -> datetime | None:
    """When the scheduler must act; None if the table waits for people or organisers.

    `events` have just led to `state`; `running` is the end of a pause between rounds that began before them.
    """
    if state.own_pause:
        return now + OWN_PAUSE_TIMEOUT
    if state.halted or state.status not in RUNNING:
        return None
    if state.deserted:
        return now + DESERTED_TIMEOUT
    if state.status == PAUSE:
        return running or now + timedelta(seconds=state.options.pause)
    if not bots_on_turn(state):
        ends = clock.deadline(state)
        return ends + CLOCK_SLACK if ends else None
    pauses = 1.0
    if any(isinstance(event, TrickTaken | RoundDealt) for event in events):
        pauses += TRICK_PAUSES
    return now + timedelta(seconds=settings.BOT_PAUSE * pauses)


def bots_on_turn(state: State) -> tuple[int, ...]:
    """The seats that are to move and for which the server does: its own bots, and people who are away."""
    return tuple(n for n in legal.turn(state) if n in state.away or is_site_bot(state, n))


def site_bots(state: State) -> tuple[int, ...]:
    """The seats of the server's own bots."""
    return tuple(number for number in range(len(state.seats)) if is_site_bot(state, number))


def is_site_bot(state: State, number: int) -> bool:
    """Whether one of the server's own bots sits there, not the bot account of a person."""
    seat = state.seats[number]
    return seat is not None and seat.kind == "bot" and seat.user is None
