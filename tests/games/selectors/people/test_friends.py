"""Friends' status: where they are, as far as the viewer may come there."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from accounts.models import User
from accounts.online import mark_offline, mark_online
from accounts.services import accept_friend_request, send_friend_request
from accounts.services.profile import SEEN_INTERVAL, update_last_seen
from games import presence
from games.models import Table
from games.selectors.people.friends import find_users_seated_at, friends_of
from games.services.challenges.new_tables import challenge_to_new_table
from tests.support.games.people import person
from tests.support.games.playing import AT, finished, opened, people, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def charlie() -> User:
    return person("charlie")


@pytest.fixture
def alice(charlie) -> Iterator[User]:
    """A friend of charlie, who has a page open."""
    user = person("alice")
    send_friend_request(user=user, name="charlie", now=AT)
    accept_friend_request(user=charlie, name="alice", now=AT)
    mark_online([user.pk])
    presence.clear_presence()
    yield user
    presence.clear_presence()


def status(user):
    [row] = friends_of(user, AT)
    assert row["username"] == "alice"
    return row["status"], row["table"], row["last_seen"]


def test_somebody_with_an_open_page_is_online_to_friends_alone(alice, charlie):
    assert status(charlie) == ("online", None, None)
    assert friends_of(person("bob"), AT) == []


def test_a_friend_who_waits_can_be_joined(alice, charlie):
    table_id = opened(alice)
    assert status(charlie) == ("online", None, None)
    presence.add_socket(table_id, 0)
    assert status(charlie) == ("waiting", {"id": table_id, "way_in": "join"}, None)


def test_a_friend_who_plays_can_be_watched(alice, charlie):
    opened_id, table_id = opened(alice), running(4)
    presence.add_socket(opened_id, 0)
    presence.add_socket(table_id, 0)
    assert status(charlie) == ("playing", {"id": table_id, "way_in": "watch"}, None)
    assert alice.pk in find_users_seated_at([table_id])


@pytest.mark.parametrize("columns", [{"visibility": "private"}, {"sealed": True}])
def test_no_way_leads_to_a_table_that_is_not_open_to_all(alice, charlie, columns):
    table_id = running(4)
    Table.objects.filter(pk=table_id).update(**columns)
    presence.add_socket(table_id, 0)
    assert status(charlie) == ("playing", None, None)


def test_no_way_leads_to_a_game_without_spectators_or_to_a_rematch(alice, charlie):
    table_id = running(4, spectators=False)
    presence.add_socket(table_id, 0)
    assert status(charlie) == ("playing", None, None)
    presence.clear_presence()
    rematch = opened(alice)
    Table.objects.filter(pk=finished(*people(3))).update(next_table=rematch)
    presence.add_socket(rematch, 0)
    assert status(charlie) == ("waiting", None, None)


def test_no_way_leads_to_seats_that_wait_for_a_challenged_group(alice, charlie):
    group = [user.username for user in people(3)[1:]]
    table_id = challenge_to_new_table(user=alice, names=group, now=AT, in_order=False, options={})
    presence.add_socket(table_id, 0)
    assert status(charlie) == ("waiting", None, None)


@pytest.mark.parametrize(("days", "word"), [(0, "today"), (3, "this_week"), (30, "earlier")])
def test_an_offline_friend_was_last_seen_roughly_then(alice, charlie, days, word):
    mark_offline(alice.pk)
    assert status(charlie) == ("offline", None, None)
    update_last_seen(user_ids=[alice.pk], now=AT - timedelta(days=days))
    assert status(charlie) == ("offline", None, word)


def test_a_moment_that_is_hardly_newer_is_not_stored(alice):
    update_last_seen(user_ids=[alice.pk], now=AT)
    update_last_seen(user_ids=[alice.pk], now=AT + SEEN_INTERVAL)
    alice.refresh_from_db()
    assert alice.last_seen_at == AT
    update_last_seen(user_ids=[alice.pk], now=AT + 2 * SEEN_INTERVAL)
    alice.refresh_from_db()
    assert alice.last_seen_at == AT + 2 * SEEN_INTERVAL


def test_who_hides_the_status_is_always_offline(alice, charlie):
    update_last_seen(user_ids=[alice.pk], now=AT)
    User.objects.filter(pk=alice.pk).update(preferences={"show_status": False})
    assert status(charlie) == ("offline", None, None)


def test_the_list_takes_as_many_queries_for_many_friends_as_for_few(
    alice, charlie, django_assert_num_queries
):
    for name in ("dora", "emil", "fred"):
        send_friend_request(user=person(name), name="charlie", now=AT)
        accept_friend_request(user=charlie, name=name, now=AT)
        mark_online([person(name).pk])
    for table_id in (opened(person("dora")), opened(person("emil"))):
        presence.add_socket(table_id, 0)
    with django_assert_num_queries(5):
        rows = friends_of(charlie, AT)
    assert [row["username"] for row in rows] == ["alice", "dora", "emil", "fred"]
