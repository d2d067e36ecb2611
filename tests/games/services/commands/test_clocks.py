"""Clocks at work: late seats are moved for once, and nobody is charged for the network's time."""

from datetime import timedelta
from random import Random
from unittest import mock

import pytest
from django.db import OperationalError
from psycopg_pool import PoolTimeout

from games.rules.record.check import check_record
from games.rules.topics.absence import GoAway
from games.selectors import sights
from games.services.audit import audit_table
from games.services.bots.turns import server_command
from games.services.commands.act import dispatch
from games.services.commands.command import Command, Stale, Unavailable
from games.services.commands.due import CLOCK_SLACK
from games.services.referee import halt_table, resume_table
from games.store import tables
from games.store.snapshot import Accepted
from tests.support.games.choices import some_action
from tests.support.games.clocks import clocked, count_entries, due_at
from tests.support.games.playing import AT, do, number, on_turn, running, short, sight

pytestmark = pytest.mark.usefixtures("either_database")
HOUR = timedelta(hours=1)


def scheduler_moves(table_id: str, now, rng=None):
    command = server_command(tables.load_snapshot(table_id), now=now, rng=rng or Random(1))
    return command, dispatch(command)


def test_the_scheduler_moves_when_the_clock_and_what_may_be_under_way_are_over():
    table_id = clocked()
    assert due_at(table_id) >= AT + timedelta(seconds=15 + 60) + CLOCK_SLACK


def test_a_late_seat_is_moved_for_once_and_only_for_its_own_number():
    table_id = clocked()
    command, outcome = scheduler_moves(table_id, due_at(table_id))
    assert isinstance(outcome, Accepted)
    before = number(table_id)
    assert isinstance(dispatch(command), Stale)
    assert number(table_id) == before


@pytest.mark.parametrize("cause", [None, PoolTimeout("after 3 s")], ids=["no room", "no connection"])
def test_who_acts_again_after_nothing_could_be_stored_has_all_the_time_again(cause):
    """They may be quicker than the scheduler, which looks once a second whether anything can be stored."""
    table_id = clocked()
    seat = on_turn(table_id)
    bid = some_action(sight(table_id, seat), Random(1))
    fault = OperationalError("nothing can be stored")
    fault.__cause__ = cause
    in_vain = mock.patch("games.services.commands.handler.store.save_table_changes", side_effect=fault)
    with in_vain, pytest.raises(Unavailable):
        do(table_id, seat, bid, AT + timedelta(seconds=10))
    back = AT + timedelta(seconds=60)
    do(table_id, seat, bid, back)
    assert count_entries(table_id, "clock_renewed") == 1
    assert sight(table_id)["players"][seat]["bank"] == 60_000
    do(table_id, on_turn(table_id), some_action(sight(table_id, on_turn(table_id)), Random(1)), back)
    assert count_entries(table_id, "clock_renewed") == 1


def test_the_deadline_is_in_every_sight_beside_the_servers_time():
    table_id = clocked()
    ends = (AT + timedelta(seconds=15 + 60)).isoformat().replace("+00:00", "Z")
    for viewer in (None, 0, 1, 2, 3):
        seen = sight(table_id, viewer)
        assert (seen["deadline"], seen["server_time"]) == (ends, AT.isoformat().replace("+00:00", "Z"))


def test_a_deadline_that_was_set_before_a_pause_ends_nothing_after_it():
    table_id = clocked()
    late = server_command(tables.load_snapshot(table_id), now=due_at(table_id), rng=Random(1))
    halt_table(table_id=table_id, now=AT)
    assert isinstance(dispatch(late), Stale)
    now = AT + HOUR
    resume_table(table_id=table_id, now=now)
    before = number(table_id)
    assert isinstance(dispatch(late), Stale)
    assert number(table_id) == before
    assert due_at(table_id) == now + timedelta(seconds=15 + 60) + CLOCK_SLACK


def test_who_was_faster_than_the_scheduler_keeps_the_own_move():
    table_id = clocked()
    late = server_command(tables.load_snapshot(table_id), now=due_at(table_id), rng=Random(1))
    seat = sight(table_id)["turn"][0]
    do(table_id, seat, some_action(sight(table_id, seat), Random(2)), due_at(table_id) - CLOCK_SLACK)
    assert isinstance(dispatch(late), Stale)


def test_a_game_in_which_one_never_acts_comes_to_its_end():
    table_id = running(4, **short(3, 2, 1, pause=0, clock=15))
    now, rng, sleeper = AT, Random(3), 2
    while (seen := sight(table_id))["status"] != "finished":
        seat = seen["turn"][0]
        if seat == sleeper:
            now = due_at(table_id)
            _, outcome = scheduler_moves(table_id, now, rng)
            assert isinstance(outcome, Accepted)
        else:
            now += timedelta(seconds=1)
            do(table_id, seat, some_action(sight(table_id, seat), rng), now)
    record = sights.read_record(table_id)
    plays = [
        (play["seat"], play["by"])
        for each in record["rounds"]
        for trick in each["tricks"]
        for play in trick["plays"]
    ]
    assert {by for seat, by in plays if seat == sleeper} == {"clock"}
    assert {by for seat, by in plays if seat != sleeper} == {"human"}
    assert check_record(record) == []
    assert audit_table(table_id) == []


def test_a_deserted_table_is_given_up_after_half_an_hour_and_not_before():
    table_id = running(3)
    for seat in range(3):
        dispatch(Command(table_id, GoAway(seat), AT))
    assert due_at(table_id) == AT + timedelta(minutes=30)
    scheduler_moves(table_id, due_at(table_id))
    assert sight(table_id)["status"] == "abandoned"
    assert audit_table(table_id) == []
