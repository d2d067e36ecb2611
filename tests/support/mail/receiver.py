"""A mail server on this machine that keeps what it is given, or refuses it as told."""

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import TypeVar

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.support.network.ports import free_port

R = TypeVar("R", bound="Receiver")


class Receiver:
    """The handler of such a server: mails as they arrived, and what it answers to the next ones."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[list[str]] = []
        self.senders: list[str | None] = []
        """The envelopes' senders, to whom failures are reported."""
        self.answer_to_recipient = "250 OK"
        self.answer_to_data = "250 OK"
        self.port = free_port()

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Answer to a recipient."""
        if self.answer_to_recipient.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.answer_to_recipient

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Keep a mail, unless it is to be refused."""
        if self.answer_to_data.startswith("250"):
            content = envelope.content
            assert isinstance(content, bytes)
            self.senders.append(envelope.mail_from)
            self.recipients.append(list(envelope.rcpt_tos))
            self.mails.append(message_from_bytes(content, policy=policy.default))
        return self.answer_to_data


@contextmanager
def mail_receiver(receiver: R) -> Iterator[R]:
    """Run such a server."""
    controller = Controller(receiver, hostname="127.0.0.1", port=receiver.port)
    controller.start()
    try:
        yield receiver
    finally:
        controller.stop()


def use_receiver(settings: object, receiver: Receiver) -> None:
    """Let Django's SMTP backend send to this server."""
    values = {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": receiver.port,
        "SENDS_GAME_MAILS": True,
    }
    for name, value in values.items():
        setattr(settings, name, value)
