"""A tournament of 24 runs by its timetable through servers that are killed: nothing lost, nothing twice."""

import sqlite3
import subprocess
import sys
import time
from typing import Any

import psycopg
import pytest

from tests.servers import BACKENDS, ROOT, ServerProcess

STAGES = 3
PATIENCE = 120
"""Seconds after which a tournament that is not over has got stuck."""
PREPARE = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from tournaments.models import OptionMix, Stage, Tournament
from tournaments.services.entries import enter_bots
now = timezone.now()
boss = User.objects.create_superuser("boss", "", "a long enough one")
mix = OptionMix.objects.create(name="quick", preset="custom", pause=0, rounds=[{"cards": 1}, {"cards": 2}])
cup = Tournament.objects.create(
    slug="cup", name="Cup", visibility="public", automatic=True, break_seconds=1,
    entry_closes_at=now + timedelta(seconds=2), starts_at=now + timedelta(seconds=3),
)
for number, kind in enumerate(("drawn", "swiss", "final"), start=1):
    best = {"qualify": "best", "qualify_count": 4} if number == 2 else {}
    Stage.objects.create(tournament=cup, number=number, kind=kind, mix=mix, **best)
enter_bots(tournament_id=cup.pk, by=boss, now=now, count=24, level="journeyman")
"""
EXPECTED = [
    "bots_entered",
    "check_in_closed",
    *["seats_drawn", "draw_released", "tables_started", "stage_closed"] * STAGES,
    "finished",
]


def manage(server: ServerProcess, *arguments: str) -> str:
    """A command of the site beside the server."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=server.environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def ask(server: ServerProcess, question: str) -> list[tuple[Any, ...]]:
    """Rows from the server's database itself."""
    url = server.environment["DATABASE_URL"]
    database: Any = sqlite3 if url.startswith("sqlite") else psycopg
    with database.connect(url.removeprefix("sqlite:///")) as connection:
        return list(connection.execute(question).fetchall())


def acts(server: ServerProcess) -> list[str]:
    """What has been done, in order."""
    return [act for (act,) in ask(server, "SELECT type FROM tournaments_auditentry ORDER BY number")]


def wait_for(server: ServerProcess, count: int) -> list[str]:
    """Until so many acts have been done."""
    ends = time.monotonic() + PATIENCE
    while len(done := acts(server)) < count:
        assert time.monotonic() < ends, f"stuck after {done}: {server.log()[-2000:]}"
        time.sleep(0.02)
    return done


@pytest.mark.parametrize("backend", BACKENDS)
def test_24_play_to_the_end_through_servers_that_die(start_server, backend):
    server = start_server(backend)
    manage(server, "shell", "-c", PREPARE)
    # Each time after another kind of act: a draw, a release, open tables, a closed stage.
    for count in (2, 3, 4, 5, 6, 9, 14):
        wait_for(server, count)
        server.kill()
        server.start()
    assert wait_for(server, len(EXPECTED)) == EXPECTED
    tables = ask(server, "SELECT COUNT(*), COUNT(DISTINCT game_id) FROM tournaments_stagetable")
    games = ask(server, "SELECT COUNT(*) FROM games_table WHERE status = 'finished'")
    assert tables == [(6 + 6 + 1, 6 + 6 + 1)]
    assert games == [(6 + 6 + 1,)]
    assert manage(server, "recompute", "cup").splitlines()[-1] == "cup: proved"
    assert "0 with faults" in manage(server, "checklogs")
