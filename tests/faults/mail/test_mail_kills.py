"""Kills between the arrival of a mail and its answer: no mail is lost, carried out or answered twice."""

import time
from collections import Counter
from collections.abc import Collection
from random import Random
from typing import NamedTuple

import pytest
from django.test import override_settings
from django.utils import timezone

from games.mail.addresses import build_reply_address
from games.models import PendingMail, ReceivedMail
from tests.support.beside import beside
from tests.support.faults.checks import rows
from tests.support.games.playing import opened, people, short
from tests.support.mail.incoming import correspondent, write_mail
from tests.support.mail.processes import DOMAIN, MailProcess, mail_settings, read_mails
from tests.support.network.mail_server import MailServer, mail_server
from tests.support.servers import ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import wait_until

TEXTS = "SELECT text FROM games_chatmessage"


MAX_LIFE_SECONDS = 1.5


class Letter(NamedTuple):
    """A mail with its envelope."""

    sender: str
    recipient: str
    raw: bytes


def open_table() -> dict[str, str]:
    """The reply addresses of four people at a slow table, by name."""
    players = [correspondent(user.username) for user in people(4)]
    table_id = opened(*players, options=short(3, pace="slow", days=3), now=timezone.now())
    with override_settings(MAIL_DOMAIN=DOMAIN, SECRET_KEY="only for tests"):
        now = timezone.now()
        return {
            user.username: build_reply_address(user_id=user.pk, table_id=table_id, now=now)
            for user in players
        }


def answered(outside: MailServer, sent: Collection[str]) -> Counter[str]:
    """How many answers each of these mails got, by its Message-ID."""
    answers = (str(mail["In-Reply-To"]) for mail in read_mails(outside))
    return Counter(message_id for message_id in answers if message_id in sent)


@pytest.mark.parametrize(
    ("backend", "mails", "kills"),
    [
        ("sqlite", 12, 2),
        pytest.param("sqlite", 100, 15, marks=pytest.mark.long),
        pytest.param("postgres", 50, 6, marks=[pytest.mark.postgres, pytest.mark.redis, pytest.mark.long]),
    ],
)
def test_kills_neither_lose_nor_repeat_a_mail(
    backend: str, mails: int, kills: int, start_server: Starter
) -> None:
    rng = Random(2026)
    with mail_server() as outside:
        server = start_server(backend, **mail_settings(outside))
        addresses = beside(server, open_table)
        door = MailProcess(server)
        try:
            sent = send_while_killing(server, door, addresses, rng, mails=mails, kills=kills)
            beside(server, end_claims)
            wait_until(lambda: len(answered(outside, sent)) == len(sent), server.log)
        finally:
            door.stop()
            server.terminate()
    assert answered(outside, sent) == Counter(sent.keys())
    # Each mail wrote one message, and nobody else did.
    written = Counter(text for (text,) in rows(server, TEXTS))
    assert written == Counter(sent.values())
    for log in (server.log(), door.log()):
        assert "Traceback" not in log
        assert not any(address.partition("@")[0] in log for address in addresses.values())


def end_claims() -> None:
    """Let what a killed process had claimed be due at once, as it is some minutes later."""
    now = timezone.now()
    PendingMail.objects.filter(due_at__gt=now).update(due_at=now)
    ReceivedMail.objects.filter(due_at__gt=now).update(due_at=now)


def send_while_killing(
    server: ServerProcess,
    door: MailProcess,
    addresses: dict[str, str],
    rng: Random,
    *,
    mails: int,
    kills: int,
) -> dict[str, str]:
    """Send mails, each until it is taken and then once more, and kill now one process and now the other.

    Returns what each mail writes, by its Message-ID.
    """
    sent = {}
    killed_at = set(rng.sample(range(1, mails), kills))
    for number in range(mails):
        name = rng.choice(sorted(addresses))
        message_id, text = f"<{number}@example.org>", f"This is letter {number}."
        raw = write_mail(
            f"{name}@example.org", addresses[name], f"wizard message {text}", Message_ID=message_id
        )
        letter = Letter(f"{name}@example.org", addresses[name], raw)
        while not door.deliver(*letter):
            pass
        if number in killed_at:
            # Mails are looked for each second, so this is before, while and after it is carried out.
            time.sleep(rng.uniform(0, MAX_LIFE_SECONDS))
            process = rng.choice([server, door])
            process.kill()
            process.start()
        # A mail server that did not get the answer sends the mail again.
        assert door.deliver(*letter)
        sent[message_id] = text
    return sent
