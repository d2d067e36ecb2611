"""A line: signs of life, the network's length, and a client that does not read."""

from core.realtime.health import (
    BACKPRESSURE_TIMEOUT_SECONDS,
    DEAD_TIMEOUT_SECONDS,
    IDLE_DEAD_TIMEOUT_SECONDS,
    IDLE_PING_INTERVAL_SECONDS,
    IDLE_SILENCE_TIMEOUT_SECONDS,
    MAX_LAG_MS,
    PING_INTERVAL_SECONDS,
    SILENCE_TIMEOUT_SECONDS,
    ConnectionHealth,
)
from games.rules import clock


def test_most_clients_may_be_silent_for_forty_seconds():
    health = ConnectionHealth(100.0)
    assert (health.silence_timeout_at, health.dead_timeout_at) == (140, 145)
    assert not health.is_silent(100 + IDLE_SILENCE_TIMEOUT_SECONDS - 0.01)
    assert health.is_silent(100 + IDLE_SILENCE_TIMEOUT_SECONDS)
    assert not health.is_dead(100 + IDLE_DEAD_TIMEOUT_SECONDS - 0.01)
    assert health.is_dead(100 + IDLE_DEAD_TIMEOUT_SECONDS)
    health.note_activity(145.0)
    assert not health.is_silent(145 + IDLE_SILENCE_TIMEOUT_SECONDS - 0.01)


def test_a_client_that_is_watched_closely_may_not_be_silent_for_five_seconds():
    health = ConnectionHealth(100.0)
    health.watch_closely(100.0)
    assert not health.is_silent(100 + SILENCE_TIMEOUT_SECONDS - 0.01)
    assert health.is_silent(100 + SILENCE_TIMEOUT_SECONDS)
    assert not health.is_dead(100 + DEAD_TIMEOUT_SECONDS - 0.01)
    assert health.is_dead(100 + DEAD_TIMEOUT_SECONDS)
    health.note_activity(109.0)
    assert not health.is_silent(109 + SILENCE_TIMEOUT_SECONDS - 0.01)


def test_silence_from_before_a_client_was_watched_closely_is_not_held_against_it():
    health = ConnectionHealth(100.0)
    health.watch_closely(118.0)
    health.watch_closely(120.0)
    assert not health.is_silent(118 + SILENCE_TIMEOUT_SECONDS - 0.01)
    assert health.is_silent(118 + SILENCE_TIMEOUT_SECONDS)
    # Unless it has lasted for so long that others would count as disconnected, too.
    late = ConnectionHealth(100.0)
    late.watch_closely(138.0)
    assert late.is_silent(100 + IDLE_SILENCE_TIMEOUT_SECONDS)


def test_who_was_silent_on_turn_stays_so_after_it_until_the_next_sign_of_life():
    health = ConnectionHealth(0.0)
    health.watch_closely(0.0)
    health.watch_loosely(6.0)
    assert health.is_silent(6.1)
    health.note_activity(7.0)
    assert not health.is_silent(7.1)


def test_who_was_not_silent_on_turn_has_the_long_time_again_after_it():
    health = ConnectionHealth(0.0)
    health.watch_closely(0.0)
    health.watch_loosely(4.0)
    assert not health.is_silent(6.0)
    assert health.silence_timeout_at == IDLE_SILENCE_TIMEOUT_SECONDS


def test_a_client_is_asked_every_twenty_seconds_and_every_two_and_a_half_when_watched_closely():
    health = ConnectionHealth(0.0)
    asked: list[float] = []

    def run_until(end: float) -> None:
        while health.next_check_at <= end:
            now = health.next_check_at
            health.note_activity(now)
            asked.extend([now] if health.record_ping_if_due(now) else [])

    run_until(21)
    health.watch_closely(21.0)
    run_until(28)
    health.watch_loosely(28.0)
    run_until(60)
    assert asked == [20, 22.5, 25, 27.5, 47.5]
    assert (IDLE_PING_INTERVAL_SECONDS, PING_INTERVAL_SECONDS) == (20, 2.5)


def test_the_server_is_told_when_a_client_is_to_be_watched_closely():
    health, told = ConnectionHealth(0.0), []
    health.on_closely_watched = lambda: told.append(health.next_check_at)
    for now in (10.0, 11.0):
        health.watch_closely(now)
    health.watch_loosely(12.0)
    health.watch_closely(13.0)
    assert told == [2.5, 2.5]


def test_the_next_check_is_at_the_end_of_a_timeout_if_that_is_before_the_next_ping():
    health = ConnectionHealth(0.0)
    health.begin_backpressure(3.0)
    assert health.next_check_at == 3 + BACKPRESSURE_TIMEOUT_SECONDS
    health.record_ping_if_due(40.0)
    health.end_backpressure()
    assert health.next_check_at == IDLE_DEAD_TIMEOUT_SECONDS


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
