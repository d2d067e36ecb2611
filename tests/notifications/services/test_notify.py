"""Who is notified on which devices, and what replaces what."""

from datetime import timedelta

import pytest

from notifications.kinds import KINDS, NoticeKind
from notifications.models import PendingPush
from notifications.services import PersonalNotice, notify_users, notify_users_individually
from notifications.services.notify import NOTIFICATIONS
from tests.support.accounts import NOW
from tests.support.notifications.devices import create_device

CHALLENGE = {"kind": NoticeKind.CHALLENGE, "facts": {"challenger": "bob"}, "path": "/challenges/"}


def test_each_device_of_a_person_gets_a_message_that_is_due_at_once(alice, phone):
    laptop = create_device(alice)
    notify_users(user_ids=[alice.pk], **CHALLENGE, subject="7", now=NOW)
    rows = PendingPush.objects.order_by("device_id")
    assert [row.device for row in rows] == [phone, laptop]
    for row in rows:
        assert (row.kind, row.facts, row.path) == ("challenge", {"challenger": "bob"}, "/challenges/")
        assert (row.due_at, row.expires_at) == (NOW, NOW + KINDS[NoticeKind.CHALLENGE].lifetime)


def test_each_person_is_told_in_their_own_words_however_many_they_are(alice, bob, django_assert_num_queries):
    tables = {alice: 1, bob: 2}
    for user in tables:
        create_device(user)
    notices = {
        user.pk: PersonalNotice({"tournament": "Cup", "stage": "Final", "table": number}, f"/{number}/")
        for user, number in tables.items()
    }
    with django_assert_num_queries(2):
        notify_users_individually(notices=notices, kind=NoticeKind.SEATED, subject="7", now=NOW)
    rows = PendingPush.objects.select_related("device__user")
    assert {row.device.user: (row.facts["table"], row.path) for row in rows} == {
        alice: (1, "/1/"),
        bob: (2, "/2/"),
    }


def test_people_without_a_device_get_nothing(bob):
    notify_users(user_ids=[bob.pk], **CHALLENGE, subject="7", now=NOW)
    assert not PendingPush.objects.exists()


def test_a_kind_that_is_turned_off_is_not_sent_and_others_are(alice, phone):
    alice.preferences = {"notify_challenge": False}
    alice.save()
    notify_users(user_ids=[alice.pk], **CHALLENGE, subject="7", now=NOW)
    notify_users(
        user_ids=[alice.pk],
        kind=NoticeKind.TURN,
        facts={"players": "bob"},
        path="/tables/x/",
        subject="x",
        now=NOW,
    )
    assert [row.kind for row in PendingPush.objects.all()] == ["turn"]


def test_barred_people_and_a_site_without_push_get_nothing(alice, phone, settings):
    settings.PUSH = False
    notify_users(user_ids=[alice.pk], **CHALLENGE, subject="7", now=NOW)
    settings.PUSH = True
    alice.is_active = False
    alice.save()
    notify_users(user_ids=[alice.pk], **CHALLENGE, subject="7", now=NOW)
    assert not PendingPush.objects.exists()


def test_a_newer_message_of_the_same_subject_replaces_the_older_one(alice, phone):
    notify_users(user_ids=[alice.pk], **CHALLENGE, subject="7", now=NOW)
    PendingPush.objects.update(attempts=3)
    later = NOW + timedelta(minutes=1)
    notify_users(user_ids=[alice.pk], **CHALLENGE, subject="7", now=later, lifetime=timedelta(minutes=5))
    row = PendingPush.objects.get()
    assert (row.due_at, row.expires_at, row.attempts) == (later, later + timedelta(minutes=5), 0)
    notify_users(user_ids=[alice.pk], **CHALLENGE, subject="8", now=later)
    assert PendingPush.objects.count() == 2


def test_topics_are_short_and_tell_push_services_nothing(alice, phone):
    notify_users(user_ids=[alice.pk], **CHALLENGE, subject="secret-table", now=NOW)
    topic = PendingPush.objects.get().topic
    assert len(topic) == 32
    assert "secret" not in topic


def test_many_people_are_told_of_one_thing_and_nobody_twice(alice, bob, phone):
    tablet = create_device(bob)
    notify_users(user_ids=[alice.pk, bob.pk, alice.pk], **CHALLENGE, subject="7", now=NOW)
    assert {row.device for row in PendingPush.objects.all()} == {phone, tablet}


def test_a_flood_of_notifications_is_dropped(alice, phone):
    for number in range(NOTIFICATIONS.times + 5):
        notify_users(user_ids=[alice.pk], **CHALLENGE, subject=str(number), now=NOW)
    assert PendingPush.objects.count() == NOTIFICATIONS.times


def test_a_missing_fact_is_found_when_the_notification_is_made(alice, phone):
    with pytest.raises(KeyError):
        notify_users(user_ids=[alice.pk], kind=NoticeKind.CHALLENGE, facts={}, path="/", subject="7", now=NOW)
