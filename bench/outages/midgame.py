"""Tables in the middle of a game, with real logs.

`python -m bench.outages.midgame TABLES` makes them, for the DATABASE_URL.
Four kinds in turn: four people; four people with a clock; two with two bots; one with three bots and a clock.
The moves are random ones and go through the command handler, many tables to a commit. Prints a JSON line
for each table: its id, the tokens of its people by seat, and the number that its log has come to.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

import django

KINDS: tuple[dict[str, Any], ...] = (
    {"bots": 0, "options": {"pause": 60}},
    {"bots": 0, "options": {"pause": 60, "clock": 60}},
    {"bots": 2, "options": {"pause": 60}},
    {"bots": 3, "options": {"pause": 60, "clock": 60}},
)
SEATS = 4
MIN_MOVES, MAX_MOVES = 20, 220
"""Actions at a table."""
AT_ONCE = 250
"""Tables that are made and moved together."""


class Midgame(NamedTuple):
    """A table in the middle of a game: who sits there as people, in the order of their seats; its number."""

    id: str
    tokens: list[str]
    number: int


def start_games(env: Mapping[str, str], tables: int) -> list[Midgame]:
    """Migrate the database named in `env`, start this many games, and make random moves in each.

    Return the tables, all in the middle of a game.
    """
    command = [sys.executable, "-m", "bench.outages.midgame", str(tables)]
    made = subprocess.run(command, env=dict(env), stdout=subprocess.PIPE, check=True, text=True).stdout
    return [Midgame(**json.loads(line)) for line in made.splitlines()]


def main() -> None:
    """Start games in progress in the database named by DATABASE_URL, and print each table as JSON."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
    django.setup()
    from django.core.management import call_command
    from django.utils import timezone

    from games.store.tables import load_snapshot

    call_command("migrate", verbosity=0)
    rng = random.Random(2026)
    wanted = int(sys.argv[1])
    for begin in range(0, wanted, AT_ONCE):
        numbers = range(begin, min(wanted, begin + AT_ONCE))
        tokens = dict(_start_game(number, timezone.now()) for number in numbers)
        _play(list(tokens), rng)
        for table_id in tokens:
            print(
                json.dumps(Midgame(table_id, tokens[table_id], load_snapshot(table_id).number)._asdict()),
                flush=True,
            )


def _start_game(number: int, now: datetime) -> tuple[str, list[str]]:
    """Start a game with new guest accounts. `number` selects the number of bots and the options.

    Consecutive numbers select the entries of KINDS in turn. Return the table's id and each guest's login
    token, in order of the seats.
    """
    from django.db import transaction

    from accounts.services import create_guest, issue_token
    from games.models import Seat
    from games.services.lobby.lobby import open_table, take_seat

    kind = KINDS[number % len(KINDS)]
    with transaction.atomic():
        names = (f"Guest-{number}-{seat}" for seat in range(SEATS - kind["bots"]))
        people = [create_guest(now=now, names=[name]) for name in names]
        table_id = open_table(user=people[0], size=SEATS, now=now, options=kind["options"], bots=kind["bots"])
        for user in people[1:]:
            take_seat(table_id=table_id, user=user, now=now)
        # In the middle of a game all people have arrived, though here no socket has said so.
        Seat.objects.filter(table_id=table_id, user__isnull=False).update(arrived_at=now)
        return table_id, [issue_token(user=user, now=now).plain for user in people]


def _play(tables: list[str], rng: random.Random) -> None:
    """Make between MIN_MOVES and MAX_MOVES random moves at each table."""
    from django.utils import timezone

    from core.refusal import Refusal
    from games.services.commands.handler import handle_commands

    left = {table_id: rng.randint(MIN_MOVES, MAX_MOVES) for table_id in tables}
    # Each batch of commands makes one move at every table that has moves left.
    while left:
        now = timezone.now()
        for outcome in handle_commands([_choose_command(table_id, rng, now) for table_id in left]):
            if isinstance(outcome, Refusal):
                raise outcome
        left = {table_id: moves - 1 for table_id, moves in left.items() if moves > 1}


def _choose_command(table_id: str, rng: random.Random, now: datetime) -> Any:
    """Return a command for a random legal action, or one that ends the pause if no player can act."""
    from games.rules import legal
    from games.rules.actions import Action
    from games.rules.statuses import BIDDING, NAMING_TRUMP
    from games.rules.topics.bidding import Bid
    from games.rules.topics.pause import EndPause
    from games.rules.topics.playing import Play
    from games.rules.topics.trump import NameTrump
    from games.services.commands.command import Command
    from games.store.tables import cached_snapshot

    snapshot = cached_snapshot(table_id)
    assert snapshot is not None
    state = snapshot.state
    seat = next(iter(legal.seats_to_act(state)), None)
    if seat is None:
        return Command(table_id, EndPause(), now)
    action: Action
    if state.status == NAMING_TRUMP:
        action = NameTrump(rng.choice(legal.legal_suits(state, seat)))
    elif state.status == BIDDING:
        action = Bid(rng.choice(legal.legal_bids(state, seat)))
    else:
        action = Play(rng.choice(legal.legal_plays(state, seat)))
    return Command(table_id, action, now, seat=seat)


if __name__ == "__main__":
    main()
