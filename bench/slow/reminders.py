"""Slow tables on SQLite: the run that tells everybody of their turns, and the look for one's next table.

All tables' turns are due at the same moment, which is the worst case. Each player has a confirmed address and
a device for notifications; mails and notifications are queued, and not sent.
"""

import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import django
from django.conf import settings

if TYPE_CHECKING:
    from accounts.models import User

TABLES, SEATS = 10_000, 4
PEOPLE = 1_000
BATCH_SIZE = 200
"""Tables opened in one transaction."""
CALLS = 200
"""Calls of `me/next-turn` that are timed, each by a different person."""


def main() -> None:
    """Print how long notices to players and requests to `me/next-turn` take with many games by mail."""
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    with tempfile.TemporaryDirectory() as folder:
        settings.DATABASES["default"]["NAME"] = str(Path(folder) / "bench.sqlite3")
        settings.SECRET_KEY, settings.ALLOWED_HOSTS = "bench", ["testserver"]
        django.setup()
        from django.core.management import call_command
        from django.utils import timezone

        call_command("migrate", verbosity=0)
        now = timezone.now()
        people = _create_people(now)
        _start_slow_games(tables, people, now)
        quiet = _time_notices(now)
        begun = _time_notices(now + timedelta(minutes=10))
        reminded = _time_notices(now + timedelta(days=2, minutes=1))
        middle, slowest = _time_next_turn_calls(people)
        _check_outbox(tables)
    print(
        f"reminders {tables} slow tables: {begun} to tell of all turns, {reminded} to remind all, {quiet} if "
        f"nothing is due; my next table of {tables * SEATS // PEOPLE}: {middle}, {slowest} for the slowest "
        f"of {CALLS} calls"
    )


class ElapsedAndCpuTime(NamedTuple):
    """Seconds by the clock, and of the processor, which other work on the machine does not change."""

    passed: float
    worked: float

    def __str__(self) -> str:
        """Return the elapsed time and the CPU time as text, such as "12.3 ms (4.5 ms of the processor)"."""
        return f"{1000 * self.passed:.1f} ms ({1000 * self.worked:.1f} ms of the processor)"


def _time(job: Callable[[], object]) -> ElapsedAndCpuTime:
    """Call `job`, and return the elapsed time and the CPU time in seconds."""
    passed, worked = time.perf_counter(), time.process_time()
    job()
    return ElapsedAndCpuTime(time.perf_counter() - passed, time.process_time() - worked)


def _create_people(now: datetime) -> "list[User]":
    """Create PEOPLE users. Each has a confirmed email address and a device for push notifications."""
    from allauth.account.models import EmailAddress
    from django.db import transaction

    from accounts import services
    from accounts.models import User
    from notifications.models import PushDevice

    with transaction.atomic():
        people = [User.objects.create(username=f"player{number}") for number in range(PEOPLE)]
        for number, user in enumerate(people):
            address = f"{user.username}@example.org"
            EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
            token = services.issue_token(user=user, now=now).token
            PushDevice.objects.create(
                user=user,
                token=token,
                endpoint=f"https://push.example.org/{number}",
                digest=f"{number:064}",
                created_at=now,
                name="Phone",
            )
    return people


def _start_slow_games(tables: int, people: "list[User]", now: datetime) -> None:
    """Start games with up to three days per turn. All people sit at about the same number of tables."""
    from django.db import transaction

    from games.rules.cards.deal import SEED_BYTES
    from games.rules.options import parse_options
    from games.rules.topics.lobby import OpenTable
    from games.services.lobby.lobby import build_opening_change, build_take_seat_action
    from games.store.create import create_table

    options = parse_options({"pace": "slow", "days": 3})
    for begin in range(0, tables, BATCH_SIZE):
        with transaction.atomic():
            for number in range(begin, min(begin + BATCH_SIZE, tables)):
                sitting = [people[(number + seat * PEOPLE // SEATS) % PEOPLE] for seat in range(SEATS)]
                actions = [build_take_seat_action(user, "", seat) for seat, user in enumerate(sitting)]
                opening = OpenTable(options, SEATS, secrets.token_hex(SEED_BYTES))
                change = build_opening_change(opening, actions, now)
                create_table(change, opened_by=sitting[0], opened_at=now)


def _time_notices(now: datetime) -> ElapsedAndCpuTime:
    """Queue all notices and reminders that are due at the time `now`, and return the time that this takes."""
    from games.services.slow_tables.turn_notices import notify_of_slow_turns

    def queue_all() -> None:
        """Queue notices in batches until none is due."""
        while notify_of_slow_turns(now=now):
            pass

    return _time(queue_all)


def _time_next_turn_calls(people: "list[User]") -> tuple[ElapsedAndCpuTime, ElapsedAndCpuTime]:
    """Return the median and the longest time of CALLS requests to `me/next-turn` by different people."""
    from django.test import Client

    took, waiting = [], 0
    for user in people[: CALLS + 1]:
        client = Client()
        client.force_login(user)
        took.append(_time(partial(client.get, "/api/v1/me/next-turn")))
        waiting += client.get("/api/v1/me/next-turn").json()["waiting"]
    assert waiting, "nobody's table is waiting"
    # The first call also loads the site's modules.
    median = ElapsedAndCpuTime(
        statistics.median(each.passed for each in took[1:]),
        statistics.median(each.worked for each in took[1:]),
    )
    return median, max(took[1:], key=lambda each: each.worked)


def _check_outbox(tables: int) -> None:
    """Check that two emails and two push notifications are queued per table. Raise AssertionError if not."""
    from games.models import PendingMail
    from notifications.models import PendingPush

    assert PendingMail.objects.count() == 2 * tables, PendingMail.objects.count()
    assert PendingPush.objects.count() == 2 * tables, PendingPush.objects.count()


if __name__ == "__main__":
    main()
