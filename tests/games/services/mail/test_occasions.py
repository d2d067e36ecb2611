"""Who is sent which mail, as each person prefers, and when a digest is due."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from allauth.account.models import EmailAddress

from accounts.models import AccountKind
from accounts.preferences import stored_preferences
from games import presence
from games.models import PendingMail
from games.models.mail import MailKind
from games.services.challenges.challenging import challenge_people
from games.services.mail.recipients import find_email_addresses, wants_email
from games.services.mail.turns import next_digest_at
from games.services.slow_tables.turn_notices import notify_of_slow_turns
from tests.support.games.people import person
from tests.support.games.playing import AT, on_turn, opened, people, play_on, running, user_at
from tests.support.mail.players import NAMES, mailed, slow_table

pytestmark = pytest.mark.usefixtures("either_database", "nobody_is_connected")
DAY = timedelta(days=1)


def queued(now=None):
    """The mails that wait, after people were told of their turns at that time."""
    if now:
        notify_of_slow_turns(now=now)
    return [(mail.user_id, mail.kind) for mail in PendingMail.objects.order_by("pk")]


def test_a_turn_is_mailed_once_and_a_reminder_when_a_third_is_left():
    table_id = slow_table()
    user = user_at(table_id, on_turn(table_id))
    assert queued(AT + DAY) == [(user, MailKind.TURN)]
    assert queued(AT + 1.5 * DAY) == [(user, MailKind.TURN)]
    assert queued(AT + 2 * DAY) == [(user, MailKind.TURN), (user, MailKind.REMINDER)]


def test_who_is_at_the_table_is_not_mailed():
    table_id = slow_table()
    presence.add_socket(table_id, on_turn(table_id))
    assert queued(AT + DAY) == []
    assert queued(AT + 2 * DAY) == []


def test_only_confirmed_addresses_of_people_are_mailed():
    for name, kind in (("alice", AccountKind.GUEST), ("bob", AccountKind.BOT), ("dora", AccountKind.HUMAN)):
        user = mailed(name, verified=name != "dora")
        user.kind = kind
        user.save()
    barred = mailed("emil")
    barred.is_active = False
    barred.save()
    fay = mailed("fay")
    EmailAddress.objects.create(user=fay, email="other@mail.example", verified=True)
    everybody = [person(name).pk for name in (*NAMES, "fay", "gus")]
    assert find_email_addresses(everybody) == {fay.pk: "fay@mail.example"}


def test_who_prefers_it_is_mailed_no_turns():
    for name in NAMES:
        mailed(name, mail_turns="off")
    slow_table()
    assert queued(AT + DAY) == []


def test_a_digest_is_queued_once_a_day_and_replaces_the_mails_of_turns():
    for name in NAMES:
        mailed(name, mail_turns="digest")
    tables = [slow_table(), slow_table()]
    users = {user_at(each, on_turn(each)) for each in tables}
    assert sorted(queued(AT + timedelta(hours=1))) == [(user, MailKind.DIGEST) for user in sorted(users)]
    assert {mail.due_at for mail in PendingMail.objects.all()} == {AT.replace(hour=7) + DAY}


def test_a_reminder_goes_out_before_the_digest_if_that_would_be_too_late():
    for name in NAMES:
        mailed(name, mail_turns="digest", mail_digest_hour=11)
    slow_table(days=1)
    kinds = [kind for _, kind in queued(AT + timedelta(hours=23.5))]
    assert kinds == [MailKind.DIGEST, MailKind.REMINDER]


@pytest.mark.parametrize(
    ("zone", "now", "due"),
    [
        ("UTC", datetime(2026, 1, 1, 6, 59, tzinfo=UTC), datetime(2026, 1, 1, 7, tzinfo=UTC)),
        ("UTC", datetime(2026, 1, 1, 7, tzinfo=UTC), datetime(2026, 1, 2, 7, tzinfo=UTC)),
        ("Europe/Berlin", datetime(2026, 1, 1, 6, tzinfo=UTC), datetime(2026, 1, 2, 6, tzinfo=UTC)),
        # The night in which clocks are put forward has an hour less.
        ("Europe/Berlin", datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 3, 29, 5, tzinfo=UTC)),
    ],
)
def test_the_digest_is_due_at_the_readers_hour(zone, now, due):
    assert next_digest_at(stored_preferences({}), zone, now) == due


def test_each_round_and_the_result_are_mailed_to_all_and_the_last_round_only_with_the_result():
    table_id = slow_table(2, 1)
    play_on(table_id, Random(3))
    kinds = [kind for _, kind in queued()]
    assert kinds.count(MailKind.ROUND) == kinds.count(MailKind.RESULT) == 4
    assert {mail.facts.get("round") for mail in PendingMail.objects.filter(kind=MailKind.ROUND)} == {1}


def test_live_tables_are_not_mailed_about():
    for name in NAMES:
        mailed(name)
    play_on(running(4), Random(3))
    assert queued(AT + DAY) == []


def test_a_challenge_is_mailed_and_follows_its_own_preference():
    alice, bob, *_ = people(3)
    for name in ("bob", "dora"):
        mailed(name)
    challenge_people(table_id=opened(alice, size=4), user=alice, names=["bob"], now=AT)
    assert queued() == [(bob.pk, MailKind.CHALLENGE)]
    assert not wants_email(stored_preferences({"mail_challenges": False}), MailKind.CHALLENGE)
    assert wants_email(stored_preferences({"mail_challenges": False}), MailKind.ANSWER)
