"""Clocks at work: late seats are moved for once; time without a server, or a jump, is charged to nobody."""

from datetime import timedelta
from random import Random
from unittest import mock

import pytest
from django.db import OperationalError
from psycopg_pool import PoolTimeout

from games.models import LogEntry, Table
from games.rules.actions import AskPause, GoAway
from games.rules.record import check_record
from games.rules.state import PAUSE
from games.selectors import sights
from games.services.act import knock
from games.services.audit import faults_of_table
from games.services.bot_turns import house_request
from games.services.due import ALL_GONE, OWN_PAUSE, SLACK, renew_pauses
from games.services.referee import halt_table, resume_table
from games.services.renewing import (
    STILL,
    Jumps,
    Stillness,
    renew_after_jump,
    renew_clocks,
    tables_with_clocks,
)
from games.services.settle import Request, Stale, Unavailable
from games.store import tables
from games.store.loaded import Answer
from tests.support.games.choices import some_action
from tests.support.games.playing import AT, do, loaded, number, on_turn, play_on, running, short, sight

pytestmark = pytest.mark.usefixtures("either_database")
HOUR = timedelta(hours=1)


def due_at(table_id: str):
    return Table.objects.get(pk=table_id).due_at


def house_moves(table_id: str, now, dice=None):
    request = house_request(tables.load(table_id), now=now, dice=dice or Random(1))
    return request, knock(request)


def types(table_id: str, name: str) -> int:
    return LogEntry.objects.filter(table_id=table_id, type=name).count()


def clocked(**options) -> str:
    """A table with a clock of 15 seconds at which somebody has to bid since AT."""
    table_id = running(4, **short(2, 1, pause=0, clock=15, **options))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "bidding")
    return table_id


def test_the_house_moves_when_the_clock_and_what_may_be_under_way_are_over():
    table_id = clocked()
    assert due_at(table_id) >= AT + timedelta(seconds=15 + 60) + SLACK


def test_a_late_seat_is_moved_for_once_and_only_for_its_own_number():
    table_id = clocked()
    request, reply = house_moves(table_id, due_at(table_id))
    assert isinstance(reply, Answer)
    before = number(table_id)
    assert isinstance(knock(request), Stale)
    assert number(table_id) == before


@pytest.mark.parametrize("cause", [None, PoolTimeout("after 3 s")], ids=["no room", "no connection"])
def test_who_acts_again_after_nothing_could_be_stored_has_all_the_time_again(cause):
    """They may be quicker than the house, which looks once a second whether anything can be stored."""
    table_id = clocked()
    seat = on_turn(table_id)
    bid = some_action(sight(table_id, seat), Random(1))
    fault = OperationalError("nothing can be stored")
    fault.__cause__ = cause
    in_vain = mock.patch("games.services.settle.store.append", side_effect=fault)
    with in_vain, pytest.raises(Unavailable):
        do(table_id, seat, bid, AT + timedelta(seconds=10))
    back = AT + timedelta(seconds=60)
    do(table_id, seat, bid, back)
    assert types(table_id, "clock_renewed") == 1
    assert sight(table_id)["players"][seat]["bank"] == 60_000
    do(table_id, on_turn(table_id), some_action(sight(table_id, on_turn(table_id)), Random(1)), back)
    assert types(table_id, "clock_renewed") == 1


def test_the_deadline_is_in_every_sight_beside_the_servers_time():
    table_id = clocked()
    ends = (AT + timedelta(seconds=15 + 60)).isoformat().replace("+00:00", "Z")
    for viewer in (None, 0, 1, 2, 3):
        seen = sight(table_id, viewer)
        assert (seen["deadline"], seen["server_time"]) == (ends, AT.isoformat().replace("+00:00", "Z"))


def test_a_deadline_that_was_set_before_a_pause_ends_nothing_after_it():
    table_id = clocked()
    late = house_request(tables.load(table_id), now=due_at(table_id), dice=Random(1))
    halt_table(table_id=table_id, now=AT)
    assert isinstance(knock(late), Stale)
    now = AT + HOUR
    resume_table(table_id=table_id, now=now)
    before = number(table_id)
    assert isinstance(knock(late), Stale)
    assert number(table_id) == before
    assert due_at(table_id) == now + timedelta(seconds=15 + 60) + SLACK


def test_who_was_faster_than_the_house_keeps_the_own_move():
    table_id = clocked()
    late = house_request(tables.load(table_id), now=due_at(table_id), dice=Random(1))
    seat = sight(table_id)["turn"][0]
    do(table_id, seat, some_action(sight(table_id, seat), Random(2)), due_at(table_id) - SLACK)
    assert isinstance(knock(late), Stale)


def test_a_game_in_which_one_never_acts_comes_to_its_end():
    table_id = running(4, **short(3, 2, 1, pause=0, clock=15))
    now, dice, sleeper = AT, Random(3), 2
    while (seen := sight(table_id))["status"] != "finished":
        seat = seen["turn"][0]
        if seat == sleeper:
            now = due_at(table_id)
            _, reply = house_moves(table_id, now, dice)
            assert isinstance(reply, Answer)
        else:
            now += timedelta(seconds=1)
            do(table_id, seat, some_action(sight(table_id, seat), dice), now)
    record = sights.record(table_id)
    plays = [
        (play["seat"], play["by"])
        for each in record["rounds"]
        for trick in each["tricks"]
        for play in trick["plays"]
    ]
    assert {by for seat, by in plays if seat == sleeper} == {"clock"}
    assert {by for seat, by in plays if seat != sleeper} == {"human"}
    assert check_record(record) == []
    assert faults_of_table(table_id) == []


def test_after_a_stop_everybody_who_was_thinking_has_all_the_time_again():
    table_id = clocked()
    bank = sight(table_id)["players"][sight(table_id)["turn"][0]]["bank"]
    now = AT + HOUR
    renew_clocks(tables_with_clocks(), now=now)
    assert due_at(table_id) == now + timedelta(seconds=15 + 60) + SLACK
    seat = sight(table_id)["turn"][0]
    do(table_id, seat, some_action(sight(table_id, seat), Random(1)), now + timedelta(seconds=14))
    assert sight(table_id)["players"][seat]["bank"] == bank
    assert faults_of_table(table_id) == []


def test_a_stop_moves_no_table_without_a_clock_and_none_that_is_halted():
    halted, without = clocked(), running(4)
    halt_table(table_id=halted, now=AT)
    before = number(halted), number(without)
    renew_clocks(tables_with_clocks(), now=AT + HOUR)
    assert (number(halted), number(without)) == before
    assert types(halted, "clock_renewed") == types(without, "clock_renewed") == 0


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_a_jump_of_the_systems_time_charges_nobody(by):
    table_id = clocked()
    now = AT + by
    renew_after_jump(now=now)
    seat = sight(table_id)["turn"][0]
    bank = sight(table_id)["players"][seat]["bank"]
    do(table_id, seat, some_action(sight(table_id, seat), Random(1)), now + timedelta(seconds=2))
    assert sight(table_id)["players"][seat]["bank"] == bank


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_after_a_jump_pauses_and_deserted_tables_wait_as_long_as_before_it(by):
    paused = running(4, **short(1, 1, pause=8))
    play_on(paused, Random(1), until=lambda seen: seen["status"] == PAUSE)
    deserted = running(2 + 1, **short(2, 1))
    for seat in range(3):
        knock(Request(deserted, GoAway(seat), AT))
    resting = running(3)
    for seat in range(3):
        do(resting, seat, AskPause())
    renew_after_jump(now=AT + by)
    assert due_at(resting) == AT + by + OWN_PAUSE
    assert due_at(paused) == AT + by + timedelta(seconds=8)
    assert due_at(deserted) == AT + by + ALL_GONE
    assert loaded(paused).due_at == due_at(paused)


def test_a_deserted_table_is_given_up_after_half_an_hour_and_not_before():
    table_id = running(3)
    for seat in range(3):
        knock(Request(table_id, GoAway(seat), AT))
    assert due_at(table_id) == AT + timedelta(minutes=30)
    house_moves(table_id, due_at(table_id))
    assert sight(table_id)["status"] == "abandoned"
    assert faults_of_table(table_id) == []


def test_a_jump_is_told_from_time_that_goes_by():
    jumps = Jumps(AT, 100.0)
    assert not jumps.jumped(AT + timedelta(seconds=60), 160.5)
    assert jumps.jumped(AT + HOUR, 161.0)
    assert not jumps.jumped(AT + HOUR + timedelta(seconds=1), 162.0)
    assert jumps.jumped(AT, 163.0)


def test_a_house_that_was_not_asked_for_long_stood_still():
    stillness = Stillness(100.0)
    assert not stillness.has_ended(100.0 + STILL)
    assert stillness.has_ended(101.0 + 2 * STILL)
    assert not stillness.has_ended(102.0 + 2 * STILL)


def test_a_pause_that_was_over_while_nothing_was_served_is_as_long_as_any():
    table_id = running(4, **short(1, 1, pause=8))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == PAUSE)
    renew_pauses(now=AT + HOUR)
    assert tables.load(table_id).due_at == due_at(table_id) == AT + HOUR + timedelta(seconds=8)
