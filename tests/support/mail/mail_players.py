"""People who play by mail alone: each reads their mailbox, and replies as one mail client does."""

import re
from collections.abc import Callable
from email.message import EmailMessage

from tests.support.mail.incoming import write_mail
from tests.support.mail.processes import MailProcess, read_mails
from tests.support.mail.replies import HTML_CLIENTS, TEXT_CLIENTS
from tests.support.network.mail_server import MailServer

ANSWERS = re.compile(r"You can answer:\s+(?P<command>bid|play|trump) (?P<what>\w+)\b")
"""The first legal answer that a mail lists. Sentences above the list name bids and the trump suit, too."""
ROUND = re.compile(r"Round \d+ of \d+")
NUMBERS = ("null", "eins", "zwei", "drei")


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def in_short(command: str, what: str) -> str:
    """The answer alone, such as 2 or R7."""
    return what


def in_german(command: str, what: str) -> str:
    """Numbers as German words."""
    return NUMBERS[int(what)] if command == "bid" else what


def in_full(command: str, what: str) -> str:
    """The whole command."""
    return f"wizard {command} {what}"


class MailPlayer:
    """One person; `style` is how they word answers, and `client` how their program writes mails."""

    def __init__(
        self, name: str, client: str, style: Callable[[str, str], str], *, is_html: bool = False
    ) -> None:
        self.address = f"{name}@example.org"
        self._write = (HTML_CLIENTS if is_html else TEXT_CLIENTS)[client]
        self._kind = "html" if is_html else "plain"
        self._style = style
        self._read: set[str] = set()
        self._decided: set[tuple[str, str, str]] = set()
        """The round, the hand and the kind of each decision that was answered.

        Without the round, a card that is a player's last one in two rounds would be played once.
        """
        self.sent: list[str] = []

    def mailbox(self, outside: MailServer) -> list[EmailMessage]:
        """All mails that came to this person."""
        return [mail for mail in read_mails(outside) if self.address in str(mail["To"])]

    def answers(self, outside: MailServer) -> dict[str, list[str]]:
        """The texts that answered each of this person's mails, by its Message-ID."""
        found: dict[str, list[str]] = {message_id: [] for message_id in self.sent}
        for mail in self.mailbox(outside):
            found.get(str(mail["In-Reply-To"]), []).append(text_of(mail))
        return found

    def reply_to_turns(self, outside: MailServer, door: MailProcess) -> None:
        """Read the new mails, and reply to those that ask for a decision with the first legal one."""
        for mail in self.mailbox(outside):
            message_id = str(mail["Message-ID"])
            if message_id in self._read:
                continue
            self._read.add(message_id)
            text = text_of(mail)
            # Other mails show the table, too: whoever takes a trick reads that they lead in the answer to
            # their card, and in the mail about their turn.
            if "It is your turn" in text and (found := ANSWERS.search(text)):
                current = ROUND.search(text)
                assert current is not None, text
                decision = (current[0], text.split("Your hand: ")[1].split("\n\n")[0], found["command"])
                if decision not in self._decided:
                    self._decided.add(decision)
                    self._send(door, mail, self._style(found["command"], found["what"]))

    def _send(self, door: MailProcess, mail: EmailMessage, words: str) -> None:
        reply_id = f"<{len(self.sent)}.{self.address}>"
        raw = write_mail(
            self.address,
            str(mail["Reply-To"]),
            self._write(words),
            subtype=self._kind,
            Message_ID=reply_id,
            Subject=f"AW: {mail['Subject']}",
            In_Reply_To=str(mail["Message-ID"]),
        )
        assert door.deliver(self.address, str(mail["Reply-To"]), raw)
        self.sent.append(reply_id)
