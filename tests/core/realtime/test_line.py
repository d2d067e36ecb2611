"""A line: signs of life, the network's length, and a client that does not read."""

from core.realtime.line import DEAD, LONGEST_CHOKE, MOST_LAG, SILENT, Line
from games.rules import clock


def test_five_seconds_without_a_sign_of_life_are_silence_and_nine_the_end():
    line = Line(100.0)
    assert not line.silent(100 + SILENT - 0.01)
    assert line.silent(100 + SILENT)
    assert not line.dead(100 + DEAD - 0.01)
    assert line.dead(100 + DEAD)
    line.hear(109.0)
    assert not line.silent(109 + SILENT - 0.01)


def test_a_client_is_asked_every_two_and_a_half_seconds():
    line = Line(0.0)
    assert [now for now in (1, 2, 2.5, 3, 4.9, 5, 7.5) if line.ping(now)] == [2.5, 5, 7.5]


def test_the_answer_to_a_ping_is_a_sign_of_life():
    line = Line(0.0)
    line.answer(2.5, 2.6)
    assert line.heard_at == 2.6


def test_the_lag_is_the_quickest_of_the_last_round_trips():
    line = Line(0.0)
    assert line.lag == 0
    for trip in (0.2, 0.08, 0.3, 0.09, 0.11):
        line.answer(10.0, 10.0 + trip)
    assert line.lag == 80
    line.answer(20.0, 20.4)
    assert line.lag == 90


def test_no_more_is_given_back_than_the_rules_say():
    line = Line(0.0)
    line.answer(1.0, 4.0)
    assert line.lag == MOST_LAG == clock.MAX_LAG_MS


def test_an_answer_from_the_future_measures_nothing():
    line = Line(0.0)
    line.answer(99.0, 1.0)
    assert (line.lag, line.heard_at) == (0, 1.0)


def test_who_does_not_read_for_long_is_too_slow():
    line = Line(0.0)
    line.choke(1.0)
    line.choke(5.0)
    assert line.choked
    assert not line.too_slow(1 + LONGEST_CHOKE - 0.01)
    assert line.too_slow(1 + LONGEST_CHOKE)
    line.clear()
    assert not line.choked
    assert not line.too_slow(99.0)
