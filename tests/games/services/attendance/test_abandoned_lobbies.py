"""Open tables: who has not been heard of for long gets up; a table that all have left so is given up."""

from datetime import timedelta

import pytest

from accounts.models import User
from games import presence
from games.models import Table
from games.selectors.tables import listed_tables, open_tables, require_table_access
from games.services.attendance import abandoned_lobbies
from games.services.attendance.abandoned_lobbies import (
    SEAT_TIMEOUT_SECONDS,
    UNLISTED_TIMEOUT_SECONDS,
    AbandonedLobbies,
)
from games.services.audit import audit_table
from games.services.lobby.lobby import take_seat
from games.services.uncharged_time import STALL_SECONDS
from tests.support.games.people import person
from tests.support.games.playing import AT, opened, people, sight

pytestmark = pytest.mark.usefixtures("either_database", "nobody_is_connected")
POLL_INTERVAL_SECONDS = 600.0
"""Seconds: the tests would look too often else."""
PUBLIC, PRIVATE = SEAT_TIMEOUT_SECONDS["public"], SEAT_TIMEOUT_SECONDS["private"]


@pytest.fixture(autouse=True)
def looks_are_rare(monkeypatch):
    monkeypatch.setattr(abandoned_lobbies, "POLL_INTERVAL_SECONDS", POLL_INTERVAL_SECONDS)


class Watch:
    """The looks of one process."""

    def __init__(self, every: float = POLL_INTERVAL_SECONDS) -> None:
        self.rooms, self.at, self.every = AbandonedLobbies(), 0.0, every

    def go_on(self, seconds: float, *there: tuple[str, int]) -> None:
        """So many seconds go by, with looks, and with signs of life of those who are there."""
        until = self.at + seconds
        while self.at < until:
            self.at = min(until, self.at + self.every)
            for place in there:
                presence.record_player_activity(*place, self.at)
            self.rooms.tick(now=AT + timedelta(seconds=self.at), monotonic_now=self.at)


def seated(table_id: str) -> list[str]:
    return [player["name"] for player in sight(table_id)["players"] if player["name"]]


def test_who_is_not_heard_of_gets_up_after_an_hour_and_who_is_there_stays():
    table_id, watch = opened(*people(2)), Watch()
    watch.go_on(PUBLIC, (table_id, 0))
    assert seated(table_id) == ["alice", "bob"]
    watch.go_on(POLL_INTERVAL_SECONDS, (table_id, 0))
    assert seated(table_id) == ["alice"]
    assert audit_table(table_id) == []


def test_a_table_that_all_have_left_is_in_no_lobby_any_more():
    table_id, watch = opened(person("alice"), bots=2), Watch()
    watch.go_on(PUBLIC + POLL_INTERVAL_SECONDS)
    assert sight(table_id)["status"] == "abandoned"
    assert table_id not in [row["id"] for row in open_tables()]
    assert audit_table(table_id) == []


def test_a_table_among_friends_waits_for_a_day():
    table_id, watch = opened(person("alice"), visibility="private"), Watch()
    watch.go_on(PRIVATE)
    assert sight(table_id)["status"] == "open"
    watch.go_on(POLL_INTERVAL_SECONDS)
    assert sight(table_id)["status"] == "abandoned"


def test_a_slow_table_waits_for_two_weeks_however_often_the_server_is_restarted():
    alice, bob = people(2)
    table_id = opened(alice, bob, options={"pace": "slow"})
    guest = person("guest", kind="guest")
    with_guest = opened(guest, options={"pace": "slow"})
    User.objects.filter(pk=alice.pk).update(last_seen_at=AT)
    User.objects.filter(pk=bob.pk).update(last_seen_at=AT + timedelta(days=3))
    for day, names in ((13, ["alice", "bob"]), (15, ["bob"]), (18, [])):
        restarted = Watch()
        restarted.at = day * 86_400.0
        restarted.go_on(POLL_INTERVAL_SECONDS)
        assert seated(table_id) == names
    assert sight(table_id)["status"] == "abandoned"
    # When a guest was there for the last time is not stored.
    assert seated(with_guest) == ["guest"]


def test_whoever_has_just_sat_down_at_a_slow_table_stays_though_their_last_visit_is_long_ago():
    alice, bob = people(2)
    table_id = opened(alice, options={"pace": "slow"})
    User.objects.update(last_seen_at=AT)
    later = AT + timedelta(days=20)
    take_seat(table_id=table_id, user=bob, now=later)
    restarted = Watch()
    restarted.at = (later - AT).total_seconds()
    restarted.go_on(POLL_INTERVAL_SECONDS)
    assert seated(table_id) == ["alice", "bob"]


def test_nobody_gets_up_because_the_process_stood_still():
    table_id, watch = opened(person("alice")), Watch()
    watch.go_on(POLL_INTERVAL_SECONDS)
    watch.at += PUBLIC + POLL_INTERVAL_SECONDS + STALL_SECONDS
    watch.go_on(POLL_INTERVAL_SECONDS)
    assert sight(table_id)["status"] == "open"


def test_a_running_table_is_none_of_its_business_nor_one_that_is_quarantined():
    running, aside, watch = opened(*people(4)), opened(person("alice")), Watch()
    Table.objects.filter(pk=aside).update(quarantined="It is.")
    watch.go_on(PUBLIC + POLL_INTERVAL_SECONDS)
    assert len(seated(running)) == 4
    assert sight(aside)["status"] == "open"


# --- The lobby's list -------------------------------------------------------------------------------


def listed(*table_ids: str) -> list[str]:
    """Those of these tables that the lobby lists."""
    found = {row["id"] for row in open_tables()}
    assert found == set(listed_tables(status="open").values_list("id", flat=True))
    return [table_id for table_id in table_ids if table_id in found]


@pytest.fixture
def closely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks that are as frequent as the lobby's list needs them."""
    monkeypatch.setattr(abandoned_lobbies, "POLL_INTERVAL_SECONDS", UNLISTED_TIMEOUT_SECONDS)


@pytest.mark.usefixtures("closely")
def test_a_table_that_its_people_have_left_is_listed_again_when_somebody_is_back():
    table_id, watch = opened(*people(2)), Watch(UNLISTED_TIMEOUT_SECONDS)
    watch.go_on(3 * UNLISTED_TIMEOUT_SECONDS, (table_id, 1))
    assert listed(table_id) == [table_id]
    watch.go_on(UNLISTED_TIMEOUT_SECONDS)
    assert listed(table_id) == []
    assert table_id in listed_tables(user_id=person("alice").pk, mine=True).values_list("id", flat=True)
    require_table_access(table_id, None, None)
    watch.go_on(UNLISTED_TIMEOUT_SECONDS, (table_id, 0))
    assert listed(table_id) == [table_id]


@pytest.mark.usefixtures("closely")
def test_a_process_that_has_just_started_lists_what_the_one_before_did():
    left, kept, watch = opened(person("alice")), opened(person("bob")), Watch(UNLISTED_TIMEOUT_SECONDS)
    watch.go_on(2 * UNLISTED_TIMEOUT_SECONDS, (kept, 0))
    assert listed(left, kept) == [kept]
    presence.clear_presence()
    again = Watch(UNLISTED_TIMEOUT_SECONDS)
    again.go_on(UNLISTED_TIMEOUT_SECONDS / 2)
    assert listed(left, kept) == [kept]
    again.go_on(UNLISTED_TIMEOUT_SECONDS, (left, 0))
    assert listed(left) == [left]


@pytest.mark.usefixtures("closely")
def test_tables_of_bots_are_listed_whether_they_are_there_or_not():
    table_id, watch = opened(person("robby", "bot")), Watch(UNLISTED_TIMEOUT_SECONDS)
    watch.go_on(3 * UNLISTED_TIMEOUT_SECONDS)
    assert listed(table_id) == [table_id]
