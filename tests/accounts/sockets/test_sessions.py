"""Sessions as sockets hold them: whose they are, which are dead, and the word when one ends."""

from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts import services
from accounts.models import User
from accounts.sockets.sessions import SocketSession, find_invalid_sessions, find_session_of_socket


def held(client, user) -> SocketSession:
    """The session of a browser, as a socket's scope has it."""
    found = find_session_of_socket({"user": user, "session": client.session})
    assert found is not None
    return found


def test_a_session_is_held_by_key_user_and_password(alice, logged_in):
    client = logged_in(alice)
    key = client.cookies["sessionid"].value
    assert held(client, alice) == (key, alice.pk, alice.get_session_auth_hash())


def test_neither_strangers_nor_tokens_hold_one(alice, client):
    assert find_session_of_socket({"user": AnonymousUser(), "session": client.session}) is None
    assert find_session_of_socket({"user": alice, "token_id": 7}) is None
    assert find_session_of_socket({}) is None


def test_dead_are_the_ended_the_expired_those_of_another_password_and_of_the_barred(alice, bob, logged_in):
    living, ended, expired = (logged_in(alice) for _ in range(3))
    sessions = [held(each, alice) for each in (living, ended, expired)]
    old, barred = held(logged_in(alice), alice)._replace(auth_hash="another"), held(logged_in(bob), bob)
    ended.logout()
    now = timezone.now()
    Session.objects.filter(pk=sessions[2].key).update(expire_date=now - timedelta(seconds=1))
    User.objects.filter(pk=bob.pk).update(is_active=False)
    unknown = SocketSession("unknown", alice.pk, alice.get_session_auth_hash())
    dead = find_invalid_sessions([*sessions, old, barred, unknown], now)
    assert dead == {sessions[1], sessions[2], old, barred, unknown}


def test_a_new_password_kills_every_session_that_is_held(alice, logged_in):
    session = held(logged_in(alice), alice)
    services.set_password(user=alice, password="other words 9", now=timezone.now())
    assert find_invalid_sessions([session], timezone.now()) == {session}


def test_who_asks_of_nobody_costs_the_database_nothing(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert find_invalid_sessions([], timezone.now()) == set()


def test_logging_out_is_told_after_the_commit(
    alice, logged_in, signalled, django_capture_on_commit_callbacks
):
    client = logged_in(alice)
    with django_capture_on_commit_callbacks(execute=True):
        client.logout()
        assert signalled == []
    assert signalled == [alice.pk]


def test_a_session_of_nobody_ends_without_a_word(client, db, signalled, django_capture_on_commit_callbacks):
    session = client.session
    session["colour"] = "blue"
    session.save()
    with django_capture_on_commit_callbacks(execute=True):
        session.flush()
    assert signalled == []
