"""Clocks: seconds a decision, a bank for the game, and what is charged to whom."""

from datetime import timedelta

import pytest

from core.refusal import BadRequest
from games.rules import clock, engine
from games.rules.errors import NothingChanged
from games.rules.legal import legal_plays, seats_to_act
from games.rules.movers import CLOCK
from games.rules.options import parse_options
from games.rules.topics.absence import ComeBack, GoAway, LeaveGame, RenewClock
from games.rules.topics.bidding import Bid
from games.rules.topics.holds import HaltTable, ResumeTable
from games.rules.topics.playing import CardPlayed, Play
from games.rules.topics.trump import NameTrump
from tests.support.rules.tables import AT, a_table, dealt


def at(seconds):
    return AT + timedelta(seconds=seconds)


def a_clocked_table(seconds=30, **options):
    rounds = [{"cards": 3}, {"cards": 3}]
    return a_table(4, preset="custom", rounds=rounds, pause=0, clock=seconds, **options)


def ready_to_bid(state):
    """The table when it has to bid, whatever was turned."""
    if state.status == "naming_trump":
        state, _ = engine.take_action(state, seats_to_act(state)[0], NameTrump("R"), AT)
    return state


def bid(state, seconds, by=None, lag=0):
    seat = seats_to_act(state)[0]
    return engine.take_action(state, seat, Bid(0), at(seconds), by=by, lag=lag)[0]


@pytest.mark.parametrize("seconds", [15, 30, 60, None])
def test_a_table_may_have_these_clocks(seconds):
    assert parse_options({"clock": seconds}).clock == seconds


@pytest.mark.parametrize("wrong", [0, 20, -15, "30", True, 15.0, [15]])
def test_and_no_others(wrong):
    with pytest.raises(BadRequest) as refused:
        parse_options({"clock": wrong})
    assert "clock" in refused.value.errors


def test_without_a_clock_there_is_no_deadline():
    assert clock.clock_deadline(a_table()) is None


def test_a_decision_has_its_seconds_and_the_whole_bank():
    state = ready_to_bid(a_clocked_table(30))
    assert clock.clock_deadline(state) == at(30 + 120)


def test_who_decides_in_time_keeps_the_bank():
    state = ready_to_bid(a_clocked_table(30))
    seat = seats_to_act(state)[0]
    state = bid(state, 29.9)
    assert clock.time_bank_left_ms(state, seat) == 120_000
    assert clock.clock_deadline(state) == at(29.9 + 150)


def test_what_is_thought_longer_is_taken_from_the_own_bank_alone():
    state = ready_to_bid(a_clocked_table(30))
    seat = seats_to_act(state)[0]
    state = bid(state, 40)
    assert clock.time_bank_left_ms(state, seat) == 110_000
    assert all(clock.time_bank_left_ms(state, other) == 120_000 for other in range(4) if other != seat)


def test_what_the_network_took_is_given_back_up_to_a_cap():
    state = ready_to_bid(a_clocked_table(30))
    first, second = seats_to_act(state)[0], (seats_to_act(state)[0] + 1) % 4
    state = bid(state, 30.3, lag=300)
    assert clock.time_bank_left_ms(state, first) == 120_000
    state = bid(state, 30.3 + 40, lag=60_000)
    assert clock.time_bank_left_ms(state, second) == 120_000 - 10_000 + clock.MAX_LAG_MS


def test_a_decision_that_the_clock_ended_takes_the_bank_and_halves_the_next():
    state = ready_to_bid(a_clocked_table(30))
    seat = seats_to_act(state)[0]
    state = bid(state, 150, by=CLOCK)
    assert clock.time_bank_left_ms(state, seat) == 0
    for _ in range(3):
        state = bid(state, 151)
    assert seats_to_act(state) == (seat,)
    assert clock.clock_deadline(state) == at(151 + 15)
    state = play(state, 166, by=CLOCK)
    assert state.clocks.missed[seat] == 2


def play(state, seconds, by=None):
    seat = seats_to_act(state)[0]
    return engine.take_action(state, seat, Play(legal_plays(state, seat)[0]), at(seconds), by=by)[0]


def test_however_often_missed_there_are_some_seconds_and_acting_oneself_gives_all_back():
    state = ready_to_bid(a_clocked_table(15))
    seat = seats_to_act(state)[0]
    state = state._replace(
        clocks=state.clocks._replace(missed=tuple(9 if n == seat else 0 for n in range(4)))
    )
    state = state._replace(clocks=state.clocks._replace(spent=(60_000,) * 4))
    assert clock.clock_deadline(state) == at(5)
    state = bid(state, 4)
    assert state.clocks.missed[seat] == 0


def test_secret_bids_are_thought_of_side_by_side():
    state = ready_to_bid(a_clocked_table(30, reveal="hiddentip"))
    assert len(seats_to_act(state)) == 4
    assert clock.clock_deadline(state) == at(30)
    state = bid(state, 20)
    assert clock.clock_deadline(state) == at(30)
    assert set(state.clocks.spent) == {0}


def test_an_organisers_pause_is_charged_to_nobody():
    state = ready_to_bid(a_clocked_table(30))
    state, _ = engine.take_action(state, None, HaltTable(), at(10))
    assert clock.clock_deadline(state) is None
    state, _ = engine.take_action(state, None, ResumeTable(), at(1000))
    assert clock.clock_deadline(state) == at(1000 + 150)


def test_time_that_no_server_ran_is_charged_to_nobody():
    state = ready_to_bid(a_clocked_table(30))
    state, _ = engine.take_action(state, None, RenewClock(), at(5000))
    assert clock.clock_deadline(state) == at(5150)
    assert set(state.clocks.spent) == {0}


def test_nothing_is_renewed_where_no_clock_runs():
    with pytest.raises(NothingChanged):
        engine.take_action(a_table(), None, RenewClock(), AT)


def test_for_who_is_away_no_clock_runs_and_who_comes_back_goes_on_where_it_stopped():
    state = ready_to_bid(a_clocked_table(30))
    seat = seats_to_act(state)[0]
    state, _ = engine.take_action(state, None, GoAway(seat), at(10))
    assert clock.clock_deadline(state) is None
    state, _ = engine.take_action(state, None, ComeBack(seat), at(20))
    assert clock.clock_deadline(state) == at(10 + 150)


def test_nobody_gains_time_by_leaving_and_coming_back():
    state = ready_to_bid(a_clocked_table(15))
    seat = seats_to_act(state)[0]
    other = (seat + 1) % 4
    for seconds in (20, 40, 60):
        for who in (seat, other):
            state, _ = engine.take_action(state, who, LeaveGame(), at(seconds))
            state, _ = engine.take_action(state, None, ComeBack(who), at(seconds + 1))
    # The clock stood still for three seconds in all.
    assert clock.clock_deadline(state) == at(3 + 75)
    state = bid(state, 68)
    assert clock.time_bank_left_ms(state, seat) == 60_000 - 50_000


def test_who_comes_back_after_the_turn_began_has_all_of_it():
    state = ready_to_bid(a_clocked_table(30))
    first = seats_to_act(state)[0]
    following = (first + 1) % 4
    state, _ = engine.take_action(state, None, GoAway(following), at(1))
    state = bid(state, 10)
    state, _ = engine.take_action(state, None, ComeBack(following), at(13))
    assert (seats_to_act(state), clock.clock_deadline(state)) == ((following,), at(13 + 150))


@pytest.mark.parametrize("last", [0, 1, 2])
def test_who_bids_last_has_the_full_time_to_lead(last):
    state = dealt("R1 R2", "R5 G5", "R9 B9", turned="Y3", reveal="delayed", clock=15)
    for number, seat in enumerate(sorted(range(3), key=lambda seat: seat == last)):
        state, _ = engine.take_action(state, seat, Bid(0), at(4 + 5 * number))
    assert (state.status, seats_to_act(state)) == ("playing", (0,))
    assert clock.clock_deadline(state) == at(14 + 75)


def test_the_last_of_several_late_players_gets_no_more_time_than_the_others():
    state = dealt("R1 R2", "R5 G5", "R9 B9", turned="Y3", reveal="hiddentip", clock=15)
    state, _ = engine.take_action(state, 0, Bid(0), at(3))
    for seat in (1, 2):
        assert clock.clock_deadline(state) == at(15)
        state, _ = engine.take_action(state, seat, Bid(0), at(15), by=CLOCK)
    assert [clock.time_bank_left_ms(state, seat) for seat in range(3)] == [60_000] * 3
    assert state.clocks.missed == (0, 1, 1)


def test_the_last_of_players_who_bid_in_time_may_use_the_bank():
    state = dealt("R1 R2", "R5 G5", "R9 B9", turned="Y3", reveal="hiddentip", clock=15)
    for seat in (0, 1):
        state, _ = engine.take_action(state, seat, Bid(0), at(3))
    assert clock.clock_deadline(state) == at(15 + 60)


def test_what_a_stand_in_does_costs_the_seat_nothing():
    state = ready_to_bid(a_clocked_table(30))
    seat = seats_to_act(state)[0]
    state, _ = engine.take_action(state, None, GoAway(seat), at(10))
    state = bid(state, 500, by="bot")
    assert (state.clocks.spent[seat], state.clocks.missed[seat]) == (0, 0)


def test_the_log_says_who_moved():
    state = ready_to_bid(a_clocked_table(15))
    for _ in range(4):
        state = bid(state, 1)
    seat = seats_to_act(state)[0]
    card = legal_plays(state, seat)[0]
    _, (event, *_) = engine.take_action(state, seat, Play(card), at(100), by=CLOCK)
    assert event == CardPlayed(seat, card, "clock")
