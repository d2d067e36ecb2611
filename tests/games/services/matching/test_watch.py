"""The scheduler's part: bots come after the wait, and who stays away is forgotten after a minute."""

from datetime import timedelta

import pytest

from games.models import MatchRequest, Table
from games.services.matching.requests import (
    FILL_DELAY_SECONDS,
    KEEP_MATCHED,
    keep_match_requests_alive,
    request_match,
)
from games.services.matching.watch import MatchWatch
from tests.support.games.people import person
from tests.support.games.playing import AT

pytestmark = pytest.mark.django_db


def watch_for(watch, seconds, *, since=0, alive=()):
    """Let the watch tick each second, while the pages of these users give signs of life."""
    for second in range(since + 1, since + seconds + 1):
        now = AT + timedelta(seconds=second)
        keep_match_requests_alive(user_ids=[user.pk for user in alive], now=now)
        watch.tick(now=now, monotonic_now=float(second))


def test_bots_come_when_the_wait_is_over():
    alice = person("alice")
    request_match(user=alice, now=AT)
    watch = MatchWatch()
    watch_for(watch, int(FILL_DELAY_SECONDS) - 1, alive=[alice])
    assert not Table.objects.exists()
    watch_for(watch, 1, since=int(FILL_DELAY_SECONDS) - 1, alive=[alice])
    assert Table.objects.get().seats.get(user=alice).seat == 0


def test_who_stays_away_for_a_minute_is_forgotten_and_nobody_else():
    alice, bob = person("alice"), person("bob")
    for user in (alice, bob):
        request_match(user=user, now=AT, fill_with_bots=False)
    watch = MatchWatch()
    watch_for(watch, 59, alive=[bob])
    assert MatchRequest.objects.count() == 2
    watch_for(watch, 3, since=59, alive=[bob])
    assert MatchRequest.objects.get().user == bob


def test_after_a_restart_nobody_is_forgotten_at_once():
    alice = person("alice")
    request_match(user=alice, now=AT - timedelta(hours=1), fill_with_bots=False)
    watch = MatchWatch()
    watch_for(watch, 59)
    assert MatchRequest.objects.exists()
    # A standstill of the process counts as a restart.
    watch_for(watch, 30, since=120)
    assert MatchRequest.objects.exists()
    watch_for(watch, 31, since=150)
    assert not MatchRequest.objects.exists()


def test_requests_that_found_a_table_are_deleted_after_a_while():
    alice = person("alice")
    request_match(user=alice, now=AT)
    watch = MatchWatch()
    watch_for(watch, 70, alive=[alice])
    found_at = MatchRequest.objects.get().matched_at
    for seconds, is_kept in ((-1, True), (0, False)):
        watch.tick(now=found_at + KEEP_MATCHED + timedelta(seconds=seconds), monotonic_now=71.0)
        assert MatchRequest.objects.exists() is is_kept
