"""When the house must act by itself: a bot's or a stand-in's move, a clock's end, a pause's end."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.models import Table
from games.rules import clock, legal
from games.rules.events import Event, RoundDealt, TrickTaken
from games.rules.state import PAUSE, RUNNING, State
from games.store import tables

LOOK_AT_TRICK = 1.5
"""A bot waits so many bot pauses more after a complete trick or a new deal: people want to see it."""


ALL_GONE = timedelta(minutes=30)
"""A table that all its people have left is given up so long after the last one."""
OWN_PAUSE = timedelta(hours=1)
"""A pause of the players' own is ended after so long: perhaps nobody is left who would."""
SLACK = timedelta(milliseconds=clock.MOST_LAG)
"""How much later than the clock's end the house moves: what was sent in time may be under way."""


def due_at(
    state: State, events: Sequence[Event], now: datetime, running: datetime | None = None
) -> datetime | None:
    """When the house must act, None if it waits for people or organisers; `events` led to `state` just now.

    `running` is the end of a pause between rounds that has begun before.
    """
    if state.own_pause:
        return now + OWN_PAUSE
    if state.halted or state.status not in RUNNING:
        return None
    if state.deserted:
        return now + ALL_GONE
    if state.status == PAUSE:
        return running or now + timedelta(seconds=state.options.pause)
    if not bots_on_turn(state):
        ends = clock.deadline(state)
        return ends + SLACK if ends else None
    pauses = 1.0
    if any(isinstance(event, TrickTaken | RoundDealt) for event in events):
        pauses += LOOK_AT_TRICK
    return now + timedelta(seconds=settings.BOT_PAUSE * pauses)


def bots_on_turn(state: State) -> tuple[int, ...]:
    """Those who have to act and for whom the house does: its own bots, and people who are away."""
    return tuple(n for n in legal.turn(state) if n in state.away or is_house_bot(state, n))


def house_bots(state: State) -> tuple[int, ...]:
    """The seats for which the house acts."""
    return tuple(number for number in range(len(state.seats)) if is_house_bot(state, number))


def is_house_bot(state: State, number: int) -> bool:
    """Whether a bot sits there that is nobody's account."""
    seat = state.seats[number]
    return seat is not None and seat.kind == "bot" and seat.user is None


def renew_pauses(*, now: datetime) -> None:
    """Let pauses that ended while no server ran begin anew: that time is charged to nobody."""
    for table in Table.objects.filter(status=PAUSE, halted=False, due_at__lt=now):
        due_at = now + timedelta(seconds=table.options["pause"])
        Table.objects.filter(pk=table.pk, number=table.number).update(due_at=due_at)
        # What this process has at hand still says the old moment.
        tables.forget(table.pk)
