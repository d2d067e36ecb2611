"""Incoming mails: received over SMTP, stored, carried out and answered, all on one core.

`manage.py mailserver` and `manage.py serve` share a core. The mails are bids at slow tables, sent over one
connection from another process. Answers are written as mails, and then go nowhere. The baseline is the same
number of mails that the SMTP server refuses.
"""

import os
import re
import smtplib
import tempfile
import time
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import django
from django.conf import settings

from bench.serving import QUIET, processor_seconds, run_program, run_server

DOMAIN = "play.example.org"
TABLES, SEATS = 150, 4
READY = re.compile(r"Wizard receives mails on \S+:(\d+)")
TIMEOUT_SECONDS = 300.0


class Letter(NamedTuple):
    """A mail and its envelope."""

    sender: str
    recipient: str
    text: str


def main() -> None:
    """Print how many emails with moves the site stores, and how many it carries out, in a second.

    Also print how many emails from a wrong sender it refuses in a second.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite3"
        own = {"DATABASE_URL": f"sqlite:///{path}", "PORT": "0", "MAIL_DOMAIN": DOMAIN, "SECRET_KEY": "bench"}
        env = {**os.environ, **QUIET, **own}
        settings.DATABASES["default"]["NAME"] = str(path)
        settings.MAIL_DOMAIN, settings.SECRET_KEY, settings.RATE_LIMITS = DOMAIN, "bench", False
        settings.MAX_OPEN_TABLES = 0
        django.setup()
        letters = _start_games_and_write_bids()
        core = min(os.sched_getaffinity(0))
        with (
            run_server(env) as site,
            run_program("manage.py", "mailserver", "--port", "0", env=env, ready=READY) as door,
        ):
            for pid in (site.pid, door.pid):
                _pin(pid, core)
            used = processor_seconds(site.pid) + processor_seconds(door.pid)
            began = time.perf_counter()
            _send(int(door.address), letters)
            stored = time.perf_counter() - began
            _wait_for_answers(len(letters))
            took = time.perf_counter() - began
            used = processor_seconds(site.pid) + processor_seconds(door.pid) - used
            began = time.perf_counter()
            _send(int(door.address), [letter._replace(sender="mallory@example.org") for letter in letters])
            refused = time.perf_counter() - began
    count = len(letters)
    print(
        f"mail      {count / took:6.0f} mails a second on one core, each carried out and answered "
        f"({count} bids in {took:.1f} s, {1000 * used / count:.1f} ms of processor time for each); "
        f"stored {count / stored:.0f} a second; refused {count / refused:.0f} a second"
    )


def _start_games_and_write_bids() -> list[Letter]:
    """Start games until TABLES of them begin with bids, and return emails with all bids of their first round.

    Each game's emails are in bidding order. Games that begin with the naming of trump get no emails.
    """
    from allauth.account.models import EmailAddress
    from django.core.management import call_command
    from django.utils import timezone

    from accounts.models import User
    from games.mail.addresses import build_reply_address
    from games.rules import legal
    from games.services.lobby.lobby import open_table, take_seat
    from games.store.tables import load_snapshot

    call_command("migrate", verbosity=0)
    now: datetime = timezone.now()
    people = [User.objects.create(username=name) for name in ("alice", "bob", "dora", "emil")]
    for user in people:
        EmailAddress.objects.create(user=user, email=f"{user.username}@example.org", verified=True)
    options = {"pace": "slow", "preset": "custom", "rounds": [{"cards": 5}] * 3}
    found: list[Letter] = []
    while len(found) < TABLES * SEATS:
        table_id = open_table(user=people[0], size=SEATS, now=now, options=options)
        for user in people[1:]:
            take_seat(table_id=table_id, user=user, now=now)
        state = load_snapshot(table_id).state
        if state.status != "bidding":
            continue
        first = legal.seats_to_act(state)[0]
        for place in range(SEATS):
            seat = (first + place) % SEATS
            user = next(user for user in people if state.seat_of(user.pk) == seat)
            recipient = build_reply_address(user_id=user.pk, table_id=table_id, now=now)
            found.append(Letter(f"{user.username}@example.org", recipient, "1"))
    return found


def _send(port: int, letters: list[Letter]) -> None:
    """Send these emails over one connection to the local SMTP server at this port.

    Go on if the server refuses an email.
    """
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
        for number, letter in enumerate(letters):
            raw = (
                f"From: {letter.sender}\r\nTo: {letter.recipient}\r\nMessage-ID: <{number}@example.org>\r\n"
                f"Subject: Re: It is your turn\r\n\r\n{letter.text}\r\n\r\n"
                "On Mon, Nov 23, 2026 at 10:15 AM Wizard <w@example.org> wrote:\r\n> It is your turn.\r\n"
            )
            try:
                client.sendmail(letter.sender, letter.recipient, raw)
            except smtplib.SMTPDataError:
                continue


def _wait_for_answers(count: int) -> None:
    """Wait until `count` received emails have been handled and no answer is left to be sent.

    Raise AssertionError after TIMEOUT_SECONDS.
    """
    from games.models import PendingMail, ReceivedMail
    from games.models.mail import MailKind
    from games.models.received_mail import MailOutcome

    ends = time.perf_counter() + TIMEOUT_SECONDS
    while ReceivedMail.objects.filter(outcome=MailOutcome.DONE).count() < count:
        assert time.perf_counter() < ends, "some mails were not carried out"
        time.sleep(0.05)
    while PendingMail.objects.filter(kind=MailKind.ANSWER).exists():
        assert time.perf_counter() < ends, "some answers were not sent"
        time.sleep(0.05)


def _pin(pid: int, core: int) -> None:
    """Pin all threads of a process to one processor core (Linux)."""
    for task in os.listdir(f"/proc/{pid}/task"):
        os.sched_setaffinity(int(task), {core})


if __name__ == "__main__":
    main()
