"""When the house must act by itself: a bot's move, a pause's end."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.models import Table
from games.rules import legal
from games.rules.events import Event, RoundDealt, TrickTaken
from games.rules.state import PAUSE, State

LOOK_AT_TRICK = 1.5
"""A bot waits so many bot pauses more after a complete trick or a new deal: people want to see it."""


def due_at(state: State, events: Sequence[Event], now: datetime) -> datetime | None:
    """When the house must act, None if it waits for people; `events` led to `state` just now."""
    if state.status == PAUSE:
        return now + timedelta(seconds=state.options.pause)
    if not bots_on_turn(state):
        return None
    pauses = 1.0
    if any(isinstance(event, TrickTaken | RoundDealt) for event in events):
        pauses += LOOK_AT_TRICK
    return now + timedelta(seconds=settings.BOT_PAUSE * pauses)


def bots_on_turn(state: State) -> tuple[int, ...]:
    """The house's own bots among those who have to act."""
    return tuple(number for number in legal.turn(state) if _is_house_bot(state, number))


def house_bots(state: State) -> tuple[int, ...]:
    """The seats for which the house acts."""
    return tuple(number for number in range(len(state.seats)) if _is_house_bot(state, number))


def _is_house_bot(state: State, number: int) -> bool:
    seat = state.seats[number]
    return seat is not None and seat.kind == "bot" and seat.user is None


def renew_pauses(*, now: datetime) -> None:
    """Let pauses that ended while no server ran begin anew: that time is charged to nobody."""
    for table in Table.objects.filter(status=PAUSE, due_at__lt=now):
        due_at = now + timedelta(seconds=table.options["pause"])
        Table.objects.filter(pk=table.pk, number=table.number).update(due_at=due_at)
