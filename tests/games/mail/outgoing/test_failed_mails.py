"""Mails that do not arrive: what is tried again, and which addresses are mailed nothing more."""

from datetime import timedelta

import pytest

from games.mail.outgoing.outcomes import RETRY_DELAYS
from games.models import BouncedAddress, PendingMail
from games.models.mail import MailKind
from games.services.mail import queue_email
from games.services.mail.bounces import FORGOTTEN_AFTER, MAX_FAILURES, record_bounce, record_delivery
from tests.support.games.playing import AT
from tests.support.mail.sending import LATER, send_due, turn_mailed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_is_connected", "at")]


def test_a_mail_server_that_is_away_is_tried_again_and_again(receiver, at, caplog):
    turn_mailed()
    receiver.answer_to_recipient = "451 4.7.1 Greylisted"
    moment = LATER
    for delay in RETRY_DELAYS[:3]:
        at(moment)
        assert send_due() == 1
        moment += delay
        assert PendingMail.objects.get().due_at == moment
    at(moment)
    receiver.answer_to_recipient = "250 OK"
    assert send_due() == 1
    assert len(receiver.mails) == 1
    assert not BouncedAddress.objects.exists()


def test_an_unknown_mailbox_ends_mails_to_the_address(receiver):
    _, user = turn_mailed()
    receiver.answer_to_recipient = "550 5.1.1 No such user"
    send_due()
    assert not PendingMail.objects.exists()
    bounced = BouncedAddress.objects.get()
    assert bounced.blocked_at == LATER
    receiver.answer_to_recipient = "250 OK"
    queue_email(user_id=user, kind=MailKind.ANSWER, now=LATER)
    send_due()
    assert receiver.mails == []


@pytest.mark.parametrize(
    "answer",
    [
        "554 5.7.1 Relay access denied",
        "553 5.1.8 Sender address rejected",
        "530 5.7.0 Log in",
        "554 No relay",
    ],
)
def test_a_fault_of_this_site_blocks_no_address(answer, receiver, at, caplog):
    turn_mailed()
    receiver.answer_to_recipient = answer
    assert send_due() == 1
    assert not BouncedAddress.objects.exists()
    assert "The mail server refuses to send" in caplog.text
    receiver.answer_to_recipient = "250 OK"
    at(LATER + RETRY_DELAYS[0])
    assert send_due() == 1
    assert len(receiver.mails) == 1


@pytest.mark.parametrize("answer", ["550 No such user", "550 5.2.1 Disabled", "553 5.1.3 Bad address"])
def test_a_fault_of_the_address_blocks_it(answer, receiver):
    turn_mailed()
    receiver.answer_to_recipient = answer
    send_due()
    assert BouncedAddress.objects.get().blocked_at == LATER


def test_a_refused_text_is_dropped_and_the_address_is_not_to_blame(receiver):
    turn_mailed()
    receiver.answer_to_data = "554 5.7.1 Looks like spam"
    send_due()
    assert not PendingMail.objects.exists()
    assert not BouncedAddress.objects.exists()


def test_transient_bounces_count_only_in_a_row():
    for _ in range(MAX_FAILURES - 1):
        record_bounce(address="Full@mail.example", permanent=False, now=AT)
    assert BouncedAddress.objects.get().blocked_at is None
    record_bounce(address="full@mail.example", permanent=False, now=AT)
    assert BouncedAddress.objects.get().blocked_at == AT


def test_failures_that_a_relay_reports_later_count_although_it_takes_each_mail():
    for day in range(MAX_FAILURES):
        record_delivery(address="Full@mail.example", now=AT + timedelta(days=day))
        record_bounce(address="full@mail.example", permanent=False, now=AT + timedelta(days=day))
    assert BouncedAddress.objects.get().blocked_at is not None
    record_bounce(address="other@mail.example", permanent=False, now=AT)
    record_delivery(address="other@mail.example", now=AT + FORGOTTEN_AFTER + timedelta(days=1))
    assert not BouncedAddress.objects.filter(address="other@mail.example").exists()
