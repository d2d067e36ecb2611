"""Mails about challenges to games: who gets them, when, and how they are answered."""

import pytest

from accounts.online import mark_online
from accounts.services import block_player
from games.models import Challenge, PendingMail
from games.models.mail import MailKind
from games.services.challenges.answering import decline_challenge
from games.services.challenges.challenging import SLOW_MAIL_DELAY, challenge_people
from games.services.mail import queue_email
from tests.support.games.playing import AT, opened
from tests.support.mail.players import mailed
from tests.support.mail.sending import LATER, html_of, send_due, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_is_connected", "at")]


def test_a_challenger_who_is_blocked_meanwhile_is_mailed_about_no_more(receiver):
    alice, bob = mailed("alice"), mailed("bob")
    table_id = opened(alice, size=4, options={"pace": "slow", "days": 2}, now=AT)
    challenge_people(table_id=table_id, user=alice, names=["bob"], now=LATER)
    block_player(user=bob, name="alice", now=LATER)
    send_due()
    assert receiver.mails == []
    assert not PendingMail.objects.exists()


@pytest.mark.parametrize(("options", "is_mailed"), [({"pace": "slow", "days": 2}, True), ({}, False)])
def test_a_slow_challenge_is_mailed_although_a_page_is_open_but_later(receiver, at, options, is_mailed):
    alice, bob = mailed("alice"), mailed("bob")
    mark_online([bob.pk])
    table_id = opened(alice, size=4, options=options, now=AT)
    challenge_people(table_id=table_id, user=alice, names=["bob"], now=LATER)
    rows = PendingMail.objects.filter(user=bob, kind=MailKind.CHALLENGE)
    assert [row.due_at for row in rows] == ([LATER + SLOW_MAIL_DELAY] if is_mailed else [])
    send_due()
    assert receiver.mails == []
    at(LATER + SLOW_MAIL_DELAY)
    send_due()
    assert len(receiver.mails) == is_mailed


def test_a_challenge_that_was_answered_on_the_page_is_not_mailed(receiver, at):
    alice, bob = mailed("alice"), mailed("bob")
    mark_online([bob.pk])
    table_id = opened(alice, size=4, options={"pace": "slow", "days": 2}, now=AT)
    challenge_people(table_id=table_id, user=alice, names=["bob"], now=LATER)
    decline_challenge(challenge_id=Challenge.objects.get().pk, user=bob, now=LATER)
    at(LATER + SLOW_MAIL_DELAY)
    send_due()
    assert receiver.mails == []
    assert not PendingMail.objects.exists()


def test_a_challenge_is_accepted_or_declined_by_mail(receiver):
    alice, bob = mailed("alice"), mailed("bob")
    table_id = opened(alice, size=4, options={"pace": "slow", "days": 2}, now=AT)
    challenge_people(table_id=table_id, user=alice, names=["bob"], now=LATER)
    send_due()
    [mail] = receiver.mails
    assert mail["To"] == bob.email
    assert mail["Subject"] == "alice challenges you to a game of Wizard"
    assert "each decision has 2 days" in text_of(mail)
    assert "body=wizard%20accept" in html_of(mail)
    assert "wizard accept\nwizard decline\n" in text_of(mail)
    decline_challenge(challenge_id=Challenge.objects.get().pk, user=bob, now=LATER)
    queue_email(
        user_id=bob.pk, kind=MailKind.CHALLENGE, table_id=table_id, now=LATER, facts={"challenger": "x"}
    )
    send_due()
    assert len(receiver.mails) == 1
