"""A line: signs of life, the network's length, and a client that does not read."""

from core.realtime.health import (
    BACKPRESSURE_TIMEOUT_SECONDS,
    DEAD_TIMEOUT_SECONDS,
    MAX_LAG_MS,
    SILENCE_TIMEOUT_SECONDS,
    ConnectionHealth,
)
from games.rules import clock


def test_five_seconds_without_a_sign_of_life_are_silence_and_nine_the_end():
    health = ConnectionHealth(100.0)
    assert not health.is_silent(100 + SILENCE_TIMEOUT_SECONDS - 0.01)
    assert health.is_silent(100 + SILENCE_TIMEOUT_SECONDS)
    assert not health.is_dead(100 + DEAD_TIMEOUT_SECONDS - 0.01)
    assert health.is_dead(100 + DEAD_TIMEOUT_SECONDS)
    health.note_activity(109.0)
    assert not health.is_silent(109 + SILENCE_TIMEOUT_SECONDS - 0.01)


def test_a_client_is_asked_every_two_and_a_half_seconds():
    health = ConnectionHealth(0.0)
    assert [now for now in (1, 2, 2.5, 3, 4.9, 5, 7.5) if health.claim_ping(now)] == [2.5, 5, 7.5]


def test_the_answer_to_a_ping_is_a_sign_of_life():
    health = ConnectionHealth(0.0)
    health.note_pong(2.5, 2.6)
    assert health.last_activity_at == 2.6


def test_the_lag_is_the_quickest_of_the_last_round_trips():
    health = ConnectionHealth(0.0)
    assert health.lag == 0
    for trip in (0.2, 0.08, 0.3, 0.09, 0.11):
        health.note_pong(10.0, 10.0 + trip)
    assert health.lag == 80
    health.note_pong(20.0, 20.4)
    assert health.lag == 90


def test_no_more_is_given_back_than_the_rules_say():
    health = ConnectionHealth(0.0)
    health.note_pong(1.0, 4.0)
    assert health.lag == MAX_LAG_MS == clock.MAX_LAG_MS


def test_an_answer_from_the_future_measures_nothing():
    health = ConnectionHealth(0.0)
    health.note_pong(99.0, 1.0)
    assert (health.lag, health.last_activity_at) == (0, 1.0)


def test_who_does_not_read_for_long_is_too_slow():
    health = ConnectionHealth(0.0)
    health.begin_backpressure(1.0)
    health.begin_backpressure(5.0)
    assert health.has_backpressure
    assert not health.is_too_slow(1 + BACKPRESSURE_TIMEOUT_SECONDS - 0.01)
    assert health.is_too_slow(1 + BACKPRESSURE_TIMEOUT_SECONDS)
    health.end_backpressure()
    assert not health.has_backpressure
    assert not health.is_too_slow(99.0)
