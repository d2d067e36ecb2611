"""Tables of guests, made in the database before a server opens.

`python -m bench.tables.fill TABLES SIZE OPTIONS` prints one JSON line a table: its id and
the tokens of its seats, by seat.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

import django


class FilledTable(NamedTuple):
    """A running table with the bearer tokens of its players, by seat."""

    id: str
    tokens: list[str]


def start_games(
    env: Mapping[str, str], tables: int, *, size: int = 4, options: dict[str, Any]
) -> list[FilledTable]:
    """Start `tables` games with `size` guests each, and return their tables.

    First migrate the database, which DATABASE_URL in `env` names. `options` are the options of the games, as
    `open_table` takes them.
    """
    command = [sys.executable, "-m", "bench.tables.fill", str(tables), str(size), json.dumps(options)]
    made = subprocess.run(command, env=dict(env), stdout=subprocess.PIPE, check=True, text=True).stdout
    return [FilledTable(**json.loads(line)) for line in made.splitlines()]


def main() -> None:
    """Start games in the database named by DATABASE_URL, and print each table as a line of JSON."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
    django.setup()
    from django.core.management import call_command
    from django.db import transaction
    from django.utils import timezone

    from accounts.services import create_guest, issue_token
    from games.services.lobby.lobby import open_table, take_seat

    call_command("migrate", verbosity=0)
    tables, size, options = int(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
    now = timezone.now()
    for number in range(tables):
        # One transaction a table: it is the disk that makes filling slow.
        with transaction.atomic():
            names = (f"Guest-{number}-{seat}" for seat in range(size))
            people = [create_guest(now=now, names=[name]) for name in names]
            table_id = open_table(user=people[0], size=size, now=now, options=options)
            for user in people[1:]:
                take_seat(table_id=table_id, user=user, now=now)
            tokens = [issue_token(user=user, now=now).plain for user in people]
        print(json.dumps({"id": table_id, "tokens": tokens}), flush=True)


if __name__ == "__main__":
    main()
