"""A tournament of 24 bots that its timetable runs without anybody at the desk, and what that comes to."""

from datetime import timedelta
from io import StringIO

from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from tests.support.beside import beside
from tests.support.faults.checks import rows
from tests.support.servers import ServerProcess
from tests.support.waiting import wait_until
from tournaments.models import OptionMix, Stage, Tournament
from tournaments.services.entry.bots import enter_bots

SLUG = "cup"
STAGES = 3
ACTS = [
    "bots_entered",
    "check_in_closed",
    *["seats_drawn", "draw_released", "tables_started", "stage_closed"] * STAGES,
    "finished",
]
"""The audit log of the whole tournament."""
LOOKS = "tournaments.services.timetable.scheduler:POLL_INTERVAL_SECONDS=0.2"


def announce_cup(server: ServerProcess) -> None:
    """Enter the bots; the timetable begins within seconds."""
    beside(server, _announce)


def _announce() -> None:
    now = timezone.now()
    boss = User.objects.create_superuser("boss", "", "a long enough one")
    mix = OptionMix.objects.create(
        name="quick", preset="custom", pause=0, rounds=[{"cards": 1}, {"cards": 2}]
    )
    cup = Tournament.objects.create(
        slug=SLUG,
        name="Cup",
        visibility="public",
        automatic=True,
        protest_seconds=0,
        break_seconds=1,
        entry_closes_at=now + timedelta(seconds=1),
        starts_at=now + timedelta(seconds=2),
    )
    for stage_number, kind in enumerate(("drawn", "swiss", "final"), start=1):
        best = {"qualify": "best", "qualify_count": 4} if stage_number == 2 else {}
        Stage.objects.create(tournament=cup, number=stage_number, kind=kind, mix=mix, **best)
    enter_bots(tournament_id=cup.pk, actor=boss, now=now, count=24, level="journeyman")


def acts(server: ServerProcess) -> list[str]:
    """The acts in the audit log, in order."""
    return [act for (act,) in rows(server, "SELECT type FROM tournaments_auditentry ORDER BY number")]


def wait_for_acts(server: ServerProcess, count: int) -> list[str]:
    """Wait until the log has `count` acts, and return them."""
    wait_until(
        lambda: len(acts(server)) >= count, lambda: f"stuck after {acts(server)}: {server.log()[-2000:]}"
    )
    return acts(server)


def proof(server: ServerProcess) -> str:
    """The last line that `manage.py recompute` prints."""
    said = StringIO()
    beside(server, lambda: call_command("recompute", SLUG, stdout=said))
    return said.getvalue().splitlines()[-1]
