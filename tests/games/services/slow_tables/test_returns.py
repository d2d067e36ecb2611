"""Players whose time at a slow table runs out while they have its page open."""

from datetime import datetime, timedelta
from random import Random

import pytest

from games import presence
from games.models import SlowTurn
from games.rules.topics.absence import GoAway, LeaveGame
from games.services.attendance.absence import return_seat_to_player
from games.services.audit import audit_table
from games.services.bots.turns import server_command
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.slow_tables.returns import ReturnWatch
from games.store.snapshot import Accepted
from tests.support.games.playing import (
    AT,
    do,
    number,
    on_turn,
    opened,
    people,
    running,
    short,
    sight,
    snapshot,
    user_at,
)

pytestmark = pytest.mark.usefixtures("either_database", "nobody_is_connected")
SLOW = {"pace": "slow", "days": 1}


def day(count: float) -> datetime:
    return AT + timedelta(days=count)


def serve(table_id: str, now: datetime) -> None:
    """What the scheduler does when the table is due."""
    command = server_command(snapshot(table_id), now=now, rng=Random(1))
    assert command is not None
    outcome = dispatch(command)
    assert isinstance(outcome, Accepted), outcome


def away(table_id: str) -> list[int]:
    return [player["seat"] for player in sight(table_id)["players"] if player["away"]]


def look(table_id: str, now: datetime) -> list[int]:
    """Who is away once the watch has looked."""
    ReturnWatch().tick(now=now, monotonic_now=0)
    return away(table_id)


def test_a_stand_in_makes_one_move_for_somebody_who_looks_at_the_table():
    table_id = running(4, **SLOW)
    late = on_turn(table_id)
    presence.add_socket(table_id, late)
    serve(table_id, day(1.1))
    # The decision is late: with the seat they would be late again at once.
    assert look(table_id, day(1.1)) == [late]
    serve(table_id, day(1.1))
    assert on_turn(table_id) != late
    assert look(table_id, day(1.1)) == []
    assert audit_table(table_id) == []


def test_a_stand_in_goes_on_for_somebody_who_does_not():
    table_id = running(4, **SLOW)
    late = on_turn(table_id)
    serve(table_id, day(1.1))
    serve(table_id, day(1.1))
    before = number(table_id)
    # Another player's page is no sign of this one.
    presence.add_socket(table_id, (late + 1) % 4)
    assert look(table_id, day(1.1)) == [late]
    assert number(table_id) == before


def test_who_left_on_purpose_stays_away_though_another_page_shows_the_table():
    table_id = running(4, **SLOW)
    seat = on_turn(table_id)
    presence.add_socket(table_id, seat)
    do(table_id, seat, LeaveGame())
    assert look(table_id, day(0.1)) == [seat]
    return_seat_to_player(table_id=table_id, user=user_at(table_id, seat), now=day(0.2))
    assert away(table_id) == []
    # A later absence that was no departure ends by itself again.
    dispatch(Command(table_id, GoAway(seat), day(0.3)))
    assert look(table_id, day(0.3)) == []


def test_another_process_knows_who_is_connected():
    table_id = running(4, **SLOW)
    late = on_turn(table_id)
    presence.record_announced_seats("another", {table_id: [late]}, now=0)
    serve(table_id, day(1.1))
    serve(table_id, day(1.1))
    assert look(table_id, day(1.1)) == []


def test_the_only_person_at_a_table_gets_all_their_time_again():
    [alice] = people(1)
    table_id = opened(alice, size=3, bots=2, options=short(2, 1, **SLOW))
    while on_turn(table_id) != 0:
        serve(table_id, AT)
    presence.add_socket(table_id, 0)
    serve(table_id, day(1.1))
    assert sight(table_id)["deserted"]
    assert look(table_id, day(1.1)) == []
    assert SlowTurn.objects.get().deadline_at == day(2.1)


def test_live_tables_are_left_to_the_watch_for_absent_players():
    table_id = running(4)
    before = number(table_id)
    presence.add_socket(table_id, 0)
    presence.add_socket("nowhere", 0)
    assert look(table_id, day(1)) == []
    assert number(table_id) == before


def test_the_tables_are_looked_at_every_five_seconds(monkeypatch):
    looks = []
    monkeypatch.setattr(presence, "connected_table_ids", lambda: looks.append(1) or ())
    watch = ReturnWatch()
    for second in (0, 1, 4.9, 5, 9.9, 10):
        watch.tick(now=AT, monotonic_now=100.0 + second)
    assert len(looks) == 3
