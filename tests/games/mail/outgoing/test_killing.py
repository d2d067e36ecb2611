"""A sender that is killed while a mail server takes a mail: nothing is lost, and the mail keeps its id."""

import asyncio
import os
import subprocess
import sys
import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from games.mail.outgoing.sender import MailSender
from games.models import PendingMail
from games.models.mail import MailKind
from games.services.mail import queue_email
from tests.support.mail.players import mailed
from tests.support.mail.receiver import Receiver, mail_receiver, use_receiver
from tests.support.waiting import WAIT_TIMEOUT

pytestmark = pytest.mark.usefixtures("on_file")


class Holding(Receiver):
    """A mail server that takes the first mail and is slow to say so."""

    def __init__(self) -> None:
        super().__init__()
        self.taken, self.go_on = threading.Event(), threading.Event()

    async def handle_DATA(self, server, session, envelope):
        answer = await super().handle_DATA(server, session, envelope)
        self.taken.set()
        await asyncio.to_thread(self.go_on.wait, WAIT_TIMEOUT)
        return answer


def test_a_killed_sender_loses_no_mail_and_repeats_it_with_its_id(file_database, settings):
    user = mailed("alice")
    queue_email(user_id=user.pk, kind=MailKind.ANSWER, now=timezone.now(), sentences=["Done."])
    stored = PendingMail.objects.get()
    with mail_receiver(Holding()) as receiver:
        environment = {
            **os.environ,
            "DATABASE_URL": file_database,
            "EMAIL_URL": f"smtp://127.0.0.1:{receiver.port}",
            "SECRET_KEY": "only for tests",
        }
        command = [sys.executable, "-m", "tests.support.mail.sending_process"]
        process = subprocess.Popen(command, env=environment)
        assert receiver.taken.wait(WAIT_TIMEOUT)
        process.kill()
        process.wait(WAIT_TIMEOUT)
        receiver.go_on.set()
        # Claimed, and not due again before a sender that still lived would have finished.
        claimed = PendingMail.objects.get()
        assert claimed.due_at > timezone.now()
        PendingMail.objects.update(due_at=timezone.now() - timedelta(seconds=1))
        use_receiver(settings, receiver)
        asyncio.run(send_once())
    assert [mail["Message-ID"] for mail in receiver.mails] == [stored.message_id] * 2
    assert not PendingMail.objects.exists()


async def send_once() -> None:
    sender = MailSender()
    await sender.start_sending_due()
    await sender.wait_until_sent()
