"""Slow tables, and what the scheduler does at them."""

from datetime import datetime, timedelta
from random import Random

from games.models import Table
from games.services.bots.turns import server_command
from games.services.commands.act import dispatch
from games.store.snapshot import Accepted
from tests.support.games.choices import some_action
from tests.support.games.playing import AT, do, on_turn, running, sight, snapshot

SLOW = {"pace": "slow", "days": 3}


def day(number: float) -> datetime:
    """So many days after the start."""
    return AT + timedelta(days=number)


def slow_table(**options):
    """A slow table of four that plays, with three days for each decision."""
    return running(4, **{**SLOW, **options})


def act(table_id, now=AT, rng=None):
    """Whoever is on turn does something legal."""
    seat = on_turn(table_id)
    do(table_id, seat, some_action(sight(table_id, seat), rng or Random(3)), now)


def serve(table_id, now):
    """What the scheduler does when the table is due at this moment."""
    assert Table.objects.get(pk=table_id).due_at <= now
    command = server_command(snapshot(table_id), now=now, rng=Random(1))
    assert command is not None
    outcome = dispatch(command)
    assert isinstance(outcome, Accepted), outcome
