"""Players at slow tables whose time runs out: stand-ins, ended games, and outages that cost nobody time."""

from datetime import timedelta
from random import Random

import pytest

from accounts.models import User
from games.models import SlowRating, SlowTurn, Table
from games.models.table import GameStatus
from games.rules.topics.absence import LeaveGame
from games.rules.topics.slow import GameOutOfTime
from games.selectors.sights import load_table_sights
from games.services.attendance.absence import return_seat_to_player
from games.services.audit import audit_table
from games.services.slow_tables.vacations import take_vacation
from games.services.uncharged_time import (
    SLOW_TABLE_GRACE,
    Outage,
    must_restart_clock,
    record_outage,
    reset_due_times,
    tables_with_outdated_due_times,
)
from tests.support.games.choices import some_action
from tests.support.games.playing import (
    AT,
    do,
    finished,
    on_turn,
    people,
    play_on,
    running,
    sight,
    snapshot,
    user_at,
)
from tests.support.games.slow_tables import act, day, serve, slow_table

pytestmark = pytest.mark.usefixtures("either_database", "nobody_is_connected")


def test_a_stand_in_takes_over_when_time_is_over_until_the_player_acts():
    table_id = slow_table(days=1)
    late = on_turn(table_id)
    serve(table_id, day(1.1))
    assert [player["seat"] for player in sight(table_id)["players"] if player["away"]] == [late]
    serve(table_id, day(1.2))
    while on_turn(table_id) != late:
        act(table_id, day(1.2))
    do(table_id, late, some_action(sight(table_id, late), Random(3)), day(1.3))
    assert not any(player["away"] for player in sight(table_id)["players"])
    assert audit_table(table_id) == []


def test_the_game_ends_without_a_result_where_the_table_says_so():
    table_id = slow_table(days=1, on_timeout="end")
    late = on_turn(table_id)
    serve(table_id, day(1.1))
    row = Table.objects.get(pk=table_id)
    assert (row.status, row.due_at) == (GameStatus.ABANDONED, None)
    assert snapshot(table_id).recent[-1].event == GameOutOfTime(late)
    assert not SlowTurn.objects.exists()
    assert audit_table(table_id) == []


def test_an_outage_gives_nobody_all_their_days_again():
    table_id = slow_table(days=2)
    record_outage(until=day(1))
    try:
        assert not must_restart_clock(table_id, snapshot(table_id).state, now=day(1))
    finally:
        record_outage(until=None)


def test_who_could_not_act_at_the_end_of_their_time_gets_an_hour():
    table_id, other = slow_table(days=2), slow_table(days=9)
    assert tables_with_outdated_due_times(Outage.STOPPED, now=day(3)) == [table_id]
    reset_due_times([table_id, other], now=day(3))
    assert Table.objects.get(pk=table_id).due_at == day(3) + SLOW_TABLE_GRACE
    assert Table.objects.get(pk=other).due_at > day(9)


def test_each_of_those_who_bid_in_secret_sees_their_own_time():
    table_id = slow_table(reveal="hiddentip")
    play_on(table_id, Random(7), until=lambda seen: len(seen["turn"]) == 4)
    take_vacation(
        user=User.objects.get(pk=user_at(table_id, 2)),
        first_day=day(1).date(),
        last_day=day(2).date(),
        now=AT,
    )
    do(table_id, 1, {"type": "bid", "bid": 0})
    do(table_id, 3, LeaveGame())
    seen = sight(table_id)
    assert [player["deadline"] for player in seen["players"]] == [
        "2026-01-04T12:00:00Z",
        None,
        "2026-01-06T12:00:00Z",
        None,
    ]
    assert seen["deadline"] == "2026-01-04T12:00:00Z"
    assert "deadline" not in sight(running(3, clock=30))["players"][0]


def test_whoever_ran_out_of_time_during_an_outage_keeps_the_hour_whatever_the_others_do():
    table_id = slow_table(days=2)
    other = (on_turn(table_id) + 1) % 4
    reset_due_times([table_id], now=day(9))
    do(table_id, other, LeaveGame(), day(9))
    return_seat_to_player(table_id=table_id, user=user_at(table_id, other), now=day(9.01))
    assert Table.objects.get(pk=table_id).due_at == day(9) + SLOW_TABLE_GRACE
    act(table_id, day(9.02))
    assert Table.objects.get(pk=table_id).due_at > day(11)


def test_of_secret_bids_one_that_is_made_leaves_the_others_their_hour():
    table_id = slow_table(days=2, reveal="hiddentip")
    play_on(table_id, Random(7), until=lambda seen: len(seen["turn"]) == 4)
    reset_due_times([table_id], now=day(9))
    do(table_id, 2, {"type": "bid", "bid": 0}, day(9.01))
    assert Table.objects.get(pk=table_id).due_at == day(9) + SLOW_TABLE_GRACE


def test_of_secret_bids_one_that_a_stand_in_makes_leaves_the_others_their_hour():
    table_id = slow_table(days=2, reveal="hiddentip")
    play_on(table_id, Random(7), until=lambda seen: len(seen["turn"]) == 4)
    do(table_id, 2, LeaveGame())
    # The server dies before the stand-in has bid, and runs again a week later.
    record_outage(until=day(9))
    try:
        reset_due_times([table_id], now=day(9))
        serve(table_id, day(9.01))
        assert sight(table_id)["players"][2]["has_bid"]
        assert Table.objects.get(pk=table_id).due_at == day(9) + SLOW_TABLE_GRACE
        serve(table_id, day(9.05))
        # The hour is over, so the next one is late at once.
        assert Table.objects.get(pk=table_id).due_at < day(9.06)
    finally:
        record_outage(until=None)


def test_an_open_page_does_not_give_the_seat_back():
    table_id = slow_table(days=1)
    late, number = on_turn(table_id), snapshot(table_id).number
    serve(table_id, day(1.1))
    sights = load_table_sights(table_id, now=day(1.1))
    assert not sights.lost_seat_to_stand_in(late, after=number)


def test_of_several_who_bid_in_secret_only_who_is_late_is_replaced():
    table_id = slow_table(days=1, reveal="hiddentip")
    if sight(table_id)["status"] == "naming_trump":
        act(table_id)
    vacationer = User.objects.get(pk=user_at(table_id, 0))
    tomorrow = (AT + timedelta(days=1)).date()
    take_vacation(user=vacationer, first_day=AT.date(), last_day=tomorrow + timedelta(days=5), now=AT)
    for seat in (1, 2):
        do(table_id, seat, {"type": "bid", "bid": 0})
    serve(table_id, day(1.1))
    assert [player["seat"] for player in sight(table_id)["players"] if player["away"]] == [3]
    serve(table_id, day(1.1))
    assert Table.objects.get(pk=table_id).due_at > day(5)


def test_a_game_that_may_end_when_time_is_over_is_not_rated():
    finished(*people(4), options={"preset": "tournament", "pace": "slow", "on_timeout": "end"})
    assert not SlowRating.objects.exists()
