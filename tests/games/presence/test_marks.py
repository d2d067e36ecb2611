"""Marks of connected seats in the shared cache, for processes that are not told who is connected."""

import time
from collections.abc import Iterator

import pytest
from django.core.cache import cache

from games import presence
from games.presence import marks

TABLE = "marked-table"


@pytest.fixture(autouse=True)
def site_with_broker(settings) -> Iterator[None]:
    """The site has several processes; of none of them anything is known."""
    settings.REDIS_URL = "redis://somewhere"
    cache.clear()
    presence.clear_presence()
    yield
    cache.clear()
    presence.clear_presence()


@pytest.fixture
def told(monkeypatch) -> None:
    """The messages of all shards have arrived for a while."""
    since = time.monotonic() - presence.PROCESS_TIMEOUT_SECONDS
    monkeypatch.setattr(marks, "subscription_time", lambda shard: since)


def connect(*seats: int) -> None:
    """Each of these seats has a socket in this process."""
    for seat in seats:
        presence.add_socket(TABLE, seat)
        marks.update_connected_mark(TABLE, seat)


def test_a_process_that_is_not_told_finds_the_seats_that_others_have_marked():
    connect(0, 2)
    presence.clear_presence()  # Now this is another process.
    assert presence.connected_seats(TABLE) == frozenset()
    assert marks.find_connected_seats(TABLE) == {0, 2}


def test_a_process_that_is_told_asks_nobody(told):
    connect(0)
    presence.clear_presence()
    assert marks.find_connected_seats(TABLE) == frozenset()
    presence.record_announced_seats("other", {TABLE: [1]}, now=time.monotonic())
    assert marks.find_connected_seats(TABLE) == {1}


def test_the_only_process_of_a_site_marks_nothing(settings):
    settings.REDIS_URL = ""
    connect(0)
    marks.renew_connected_marks()
    presence.clear_presence()
    settings.REDIS_URL = "redis://somewhere"
    assert marks.find_connected_seats(TABLE) == frozenset()


def test_whoever_leaves_is_no_longer_marked_unless_connected_in_another_process():
    connect(0, 1)
    presence.record_announced_seats("other", {TABLE: [1]}, now=time.monotonic())
    for seat in (0, 1):
        presence.remove_socket(TABLE, seat)
        marks.update_connected_mark(TABLE, seat)
    presence.clear_presence()
    assert marks.find_connected_seats(TABLE) == {1}


def test_marks_are_renewed_while_the_sockets_are_open():
    presence.add_socket(TABLE, 0)
    cache.clear()
    marks.renew_connected_marks()
    presence.clear_presence()
    assert marks.find_connected_seats(TABLE) == {0}


def test_a_process_that_says_that_a_seat_is_gone_knows_better_than_its_mark():
    connect(0, 1)
    presence.clear_presence()
    now = time.monotonic()
    assert marks.find_connected_seats(TABLE) == {0, 1}
    presence.record_announced_seats("other", {TABLE: [0, 1]}, now=now)
    presence.record_announced_seats("other", {TABLE: [1]}, now=now)
    assert presence.connected_seats(TABLE) == {1}
    presence.forget_old_announcements(now + presence.PROCESS_TIMEOUT_SECONDS + 1)
    assert presence.connected_seats(TABLE) == frozenset()
