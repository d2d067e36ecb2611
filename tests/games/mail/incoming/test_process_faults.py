"""Mails whose processing fails or is repeated: none is lost, none is carried out twice."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.mail.incoming import process, processor
from games.mail.incoming.process import process_email
from games.mail.incoming.processor import CLAIM_TIMEOUT, claim_received_emails
from games.models import ChatMessage, ReceivedMail
from games.models.received_mail import MailOutcome
from games.services.commands.command import Unavailable
from tests.support.games.playing import bidding
from tests.support.mail.incoming import reply
from tests.support.mail.processing import answers, carry_out_all, entries, on_turn, outcome

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """Stands for the end of the process."""


@pytest.mark.parametrize(
    ("step", "is_after"),
    [
        ("run_command", False),
        ("_add_reply", False),
        ("_add_reply", True),
        ("queue_email", False),
        ("queue_email", True),
        ("_close_with_replies", True),
    ],
)
def test_a_process_that_dies_at_any_step_neither_loses_a_mail_nor_carries_it_out_twice(
    step, is_after, monkeypatch
):
    table = bidding()
    user = on_turn(table)
    before = entries(table)
    reply(user, table, "2\nwizard message Good luck\n")
    original = getattr(process, step)
    calls = []

    def die(*args, **given):
        calls.append(step)
        if is_after:
            original(*args, **given)
        # At the last call: of the lines, or of the closing.
        if len(calls) == (2 if step in ("_add_reply", "run_command") else 1):
            raise Killed
        return None if is_after else original(*args, **given)

    monkeypatch.setattr(process, step, die)
    with pytest.raises(Killed):
        carry_out_all()
    monkeypatch.undo()
    assert list(claim_received_emails(9, timezone.now())) == []
    later = timezone.now() + CLAIM_TIMEOUT + timedelta(seconds=1)
    for row in claim_received_emails(9, later):
        process_email(row, now=later)
    assert len(answers()) == 1
    assert answers()[0][:3] == ["> 2", "Your bid: 2.", "> wizard message Good luck"]
    assert len(answers()[0]) == 4
    assert entries(table) == before + 1
    assert ChatMessage.objects.count() == 1
    assert not ReceivedMail.objects.filter(due_at__isnull=False).exists()


def test_two_processes_with_the_same_mail_write_its_message_once():
    table = bidding()
    user = on_turn(table)
    reply(user, table, "wizard message hello\nwizard message world")
    first, second = ReceivedMail.objects.get(), ReceivedMail.objects.get()
    process._run_line(first, 0, "wizard message hello", timezone.now())
    with pytest.raises(process.ProcessedElsewhere):
        process_email(second, now=timezone.now())
    assert [message.text for message in ChatMessage.objects.all()] == ["hello"]
    process_email(first, now=timezone.now())
    assert [message.text for message in ChatMessage.objects.order_by("pk")] == ["hello", "world"]
    assert len(answers()) == 1


def test_a_mail_waits_while_nothing_can_be_decided(monkeypatch):
    table = bidding()
    reply(on_turn(table), table, "2")

    def refuse(**given):
        raise Unavailable

    monkeypatch.setattr(process, "run_command", refuse)
    assert processor.ReceivedMailProcessor()._claim_and_process() == 1
    mail = ReceivedMail.objects.get()
    assert (mail.due_at is not None, mail.attempts, answers()) == (True, 0, [])


def test_a_mail_that_always_fails_is_answered_in_the_end(monkeypatch):
    table = bidding()
    reply(on_turn(table), table, "2")

    def fail(**given):
        raise RuntimeError

    monkeypatch.setattr(process, "run_command", fail)
    for _ in range(process.MAX_ATTEMPTS + 1):
        ReceivedMail.objects.update(due_at=timezone.now())
        processor.ReceivedMailProcessor()._claim_and_process()
    assert outcome() == MailOutcome.FAILED
    assert len(answers()) == 1
