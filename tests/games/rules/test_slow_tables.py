"""Slow tables: days for a decision, vacations during which they stand still, and what follows after them."""

from datetime import datetime, timedelta

import pytest

from core.refusal import BadRequest
from games.rules import engine
from games.rules.clock import clock_deadline, slow_turn_deadline, slow_turn_reminder_at
from games.rules.errors import NothingChanged, WrongPhase
from games.rules.legal import seats_to_act
from games.rules.options import parse_options
from games.rules.options.pace import add_time_outside_vacations
from games.rules.sight import public_sight
from games.rules.statuses import ABANDONED, NAMING_TRUMP
from games.rules.topics.absence import AskStandIn, ComeBack, GoAway, LeaveGame, PlayerAway, PlayerBack
from games.rules.topics.bidding import Bid
from games.rules.topics.rulings import ReplacePlayer
from games.rules.topics.slow import ChangeVacations, EndLateGame, GameOutOfTime
from games.rules.topics.trump import NameTrump
from tests.support.rules.tables import AT, a_table


def day(number: float) -> datetime:
    return AT + timedelta(days=number)


def vacation(*days: tuple[float, float]) -> tuple[tuple[str, str], ...]:
    return tuple((day(first).isoformat(), day(last).isoformat()) for first, last in days)


def slow_table(**options):
    state = a_table(4, preset="custom", rounds=[3, 3], pace="slow", pause=0, **options)
    if state.status == NAMING_TRUMP:
        state, _ = engine.take_action(state, seats_to_act(state)[0], NameTrump("R"), AT)
    return state


def take(state, seat, action, at=AT):
    return engine.take_action(state, seat, action, at)[0]


def on_turn(state):
    return seats_to_act(state)[0]


def errors_of(**options):
    with pytest.raises(BadRequest) as refused:
        parse_options(options)
    return set(refused.value.errors)


def test_what_a_slow_table_is_unless_something_else_is_asked_for():
    options = parse_options({"pace": "slow"})
    assert (options.days, options.on_timeout, options.clock) == (3, "stand_in", None)
    assert options.as_dict()["days"] == 3


def test_live_tables_are_described_as_they_were():
    described = parse_options({}).as_dict()
    assert {"pace", "days", "on_timeout", "stand_in_minutes"}.isdisjoint(described)


@pytest.mark.parametrize("days", [1, 14])
def test_it_may_have_these_days(days):
    assert parse_options({"pace": "slow", "days": days}).days == days


@pytest.mark.parametrize("days", [0, 15, -1, 1.5, 3.0, "3", True, [3]])
def test_and_no_others(days):
    assert errors_of(pace="slow", days=days) == {"days"}


def test_what_belongs_to_the_other_pace_is_refused():
    assert errors_of(days=3) == {"days"}
    assert errors_of(on_timeout="end") == {"on_timeout"}
    assert errors_of(pace="slow", clock=30) == {"clock"}
    assert errors_of(pace="slow", undo=True) == {"undo"}
    assert errors_of(pace="slow", stand_in_minutes=3) == {"stand_in_minutes"}
    assert errors_of(clock=30, stand_in_minutes=3) == {"stand_in_minutes"}
    assert errors_of(stand_in_minutes=2) == errors_of(stand_in_minutes=True) == {"stand_in_minutes"}
    assert errors_of(pace="quick") == {"pace"}


def test_each_decision_has_its_days_and_nothing_is_left_over():
    state = slow_table(days=2)
    assert clock_deadline(state) == day(2)
    state = take(state, on_turn(state), Bid(0), day(0.5))
    assert clock_deadline(state) == day(2.5)
    state = take(state, on_turn(state), Bid(0), day(2.4))
    assert clock_deadline(state) == day(4.4)


def test_players_who_bid_in_secret_have_their_days_from_the_same_moment():
    state = slow_table(days=2, reveal="hiddentip")
    state = take(state, 1, Bid(0), day(1))
    assert clock_deadline(state) == day(2)
    state = take(state, None, ChangeVacations(2, vacation((1, 5))), day(1))
    assert clock_deadline(state) == slow_turn_deadline(state, 3) == day(2)
    assert slow_turn_deadline(state, 2) == day(6)


def test_a_reminder_comes_when_a_third_of_the_time_that_counts_is_left():
    state = slow_table(days=3)
    seat = on_turn(state)
    assert slow_turn_reminder_at(state, seat) == day(2)
    assert slow_turn_reminder_at(take(state, None, ChangeVacations(seat, vacation((1, 5)))), seat) == day(6)
    late = take(state, None, ChangeVacations(seat, vacation((2.5, 12.5))))
    assert (slow_turn_reminder_at(late, seat), slow_turn_deadline(late, seat)) == (day(2), day(13))
    assert slow_turn_reminder_at(a_table(4), 0) is None


@pytest.mark.parametrize(
    ("breaks", "end"),
    [
        ([], 3),
        ([(1, 2)], 4),
        ([(-5, -1)], 3),
        ([(-5, 1)], 4),
        ([(3, 9)], 3),
        ([(2.5, 9)], 9.5),
        ([(1, 2), (3.5, 4)], 4.5),
        ([(1, 2), (3.5, 6)], 6.5),
        ([(-2, 40)], 43),
    ],
)
def test_time_stands_still_during_breaks(breaks, end):
    taken = tuple((day(start), day(stop)) for start, stop in breaks)
    assert add_time_outside_vacations(AT, timedelta(days=3), taken) == day(end)


def test_a_vacation_moves_the_deadline_of_its_player_alone():
    state = slow_table(days=3)
    seat, other = on_turn(state), (on_turn(state) + 1) % 4
    assert clock_deadline(take(state, None, ChangeVacations(other, vacation((1, 5))))) == day(3)
    state = take(state, None, ChangeVacations(seat, vacation((1, 5))))
    assert clock_deadline(state) == day(7)
    state = take(state, None, ChangeVacations(seat, ()), day(2))
    assert clock_deadline(state) == day(3)


def test_everybody_sees_until_when_a_player_is_on_vacation():
    state = take(slow_table(), None, ChangeVacations(2, vacation((1, 5))))

    def seen(now):
        players = public_sight(state, number=9, server_time=now, deadline=None, connected=(), away_at=None)[
            "players"
        ]
        return [player["vacation_until"] for player in players]

    assert seen(day(0.5)) == seen(day(5)) == [None] * 4
    assert seen(day(1)) == [None, None, "2026-01-06T12:00:00Z", None]


def test_a_vacation_that_is_known_changes_nothing():
    state = take(slow_table(), None, ChangeVacations(2, vacation((1, 5))))
    with pytest.raises(NothingChanged):
        take(state, None, ChangeVacations(2, vacation((1, 5))))
    with pytest.raises(WrongPhase):
        take(a_table(4), None, ChangeVacations(2, vacation((1, 5))))


def test_a_substitute_does_not_inherit_a_vacation():
    state = slow_table(days=3)
    seat = on_turn(state)
    state = take(state, None, ChangeVacations(seat, vacation((1, 5))))
    state = take(state, None, ReplacePlayer(seat, "eve", "human", 77), day(0.5))
    assert clock_deadline(state) == day(3.5)


def test_leaving_and_coming_back_renews_nobodys_time():
    state = slow_table(days=2)
    seat, other = on_turn(state), (on_turn(state) + 1) % 4
    for goes in (seat, other):
        away = take(state, goes, LeaveGame(), day(1))
        assert clock_deadline(away) == (None if goes == seat else day(2))
        assert clock_deadline(take(away, None, ComeBack(goes), day(1.5))) == day(2)


def test_time_begins_again_at_a_table_that_everybody_had_left():
    state = slow_table(days=2)
    for seat in range(4):
        state = take(state, None, GoAway(seat), day(2))
    assert state.is_deserted
    assert clock_deadline(take(state, None, ComeBack(on_turn(state)), day(3))) == day(5)


def test_a_game_ends_without_a_result_where_the_table_says_so():
    state = slow_table(days=1, on_timeout="end")
    late = on_turn(state)
    after, happened = engine.take_action(state, None, EndLateGame(late), day(1))
    assert happened == [GameOutOfTime(late)]
    assert (after.status, after.result) == (ABANDONED, None)
    with pytest.raises(WrongPhase):
        take(slow_table(days=1), None, EndLateGame(late), day(1))
    with pytest.raises(WrongPhase):
        take(state, None, EndLateGame((late + 1) % 4), day(1))


# --- Stand-ins on request ---------------------------------------------------------------------------------


def table_on_request():
    return a_table(4, preset="custom", rounds=[3, 3], stand_in_minutes=0)


def test_a_stand_in_comes_when_everybody_else_who_is_present_has_asked():
    state = take(table_on_request(), None, GoAway(3))
    state = take(state, 0, AskStandIn(2))
    assert state.away == {3}
    state, happened = engine.take_action(state, 1, AskStandIn(2), AT)
    assert happened[-1] == PlayerAway(2)
    assert (state.away, state.stand_in_asked) == ({2, 3}, frozenset())


def test_a_request_is_forgotten_with_the_one_who_made_it_and_the_one_it_is_about():
    asked = take(table_on_request(), 0, AskStandIn(2))
    assert take(asked, None, GoAway(0)).stand_in_asked == frozenset()
    away = take(asked, None, GoAway(2))
    assert take(away, None, ComeBack(2)).stand_in_asked == frozenset()


def test_a_request_is_forgotten_when_the_missed_player_is_there_again():
    asked = take(table_on_request(), 0, AskStandIn(2))
    state, happened = engine.take_action(asked, None, ComeBack(2), AT)
    assert happened == [PlayerBack(2)]
    assert (state.away, state.stand_in_asked) == (frozenset(), frozenset())
    # Whoever goes after that takes nobody's seat.
    assert take(state, 1, LeaveGame()).away == {1}
    with pytest.raises(NothingChanged):
        take(state, None, ComeBack(2))


def test_a_request_of_the_last_one_who_had_not_asked_is_not_needed_once_they_are_away():
    state = take(take(table_on_request(), 0, AskStandIn(2)), 1, AskStandIn(2))
    assert take(state, None, GoAway(3)).away == {2, 3}


def test_requests_that_are_refused():
    state = take(table_on_request(), 0, AskStandIn(2))
    with pytest.raises(NothingChanged):
        take(state, 0, AskStandIn(2))
    for nobody in (0, 7, -1):
        with pytest.raises(BadRequest):
            take(state, 0, AskStandIn(nobody))
    with pytest.raises(WrongPhase):
        take(a_table(4), 0, AskStandIn(2))
