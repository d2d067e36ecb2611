"""Tournaments of browser tests: the organiser acts beside the server, as at another machine."""

from contextlib import redirect_stdout
from io import StringIO

from tests.support.beside import beside
from tests.support.servers import ServerProcess

WORDS = """
from datetime import timedelta
from django.utils import timezone
from tests.support.games.people import person
from tests.support.tournaments.events import announced, event, fresh, organiser, quick_mix
from tournaments.models import Tournament
from tournaments.services.draw import draws
from tournaments.services.entry import entries, own_entry
from tournaments.services.entry.bots import enter_bots
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.table import clocks, opening
now = timezone.now()
def desk(slug):
    tournament = Tournament.objects.get(slug=slug)
    return {"tournament_id": tournament.pk, "actor": organiser(), "now": timezone.now()}
"""


def organise(server: ServerProcess, *acts: str) -> str:
    """Let the organiser act; what they print."""
    printed = StringIO()

    def act() -> None:
        with redirect_stdout(printed):
            exec(WORDS + "\n".join(acts), {})

    beside(server, act)
    return printed.getvalue().strip()


def announce(
    server: ServerProcess,
    *,
    bots: int = 7,
    options: str = "",
    stages: str = "{'minutes': 45}",
    rounds: tuple[int, ...] = (1, 2, 3),
) -> str:
    """A tournament with so many bots, entry open; its address. `rounds` are their numbers of cards."""
    fields = f"mix=quick_mix(*{rounds}), starts_at=now + timedelta(hours=1), {options}"
    return organise(
        server,
        f"made = event({stages}, {fields})",
        f"enter_bots(**desk(made.slug), count={bots}, level='apprentice')" if bots else "",
        "print(made.slug)",
    )


def desk_call(slug: str, act: str, **fields: object) -> str:
    """An act of the owner, as `organise` takes it."""
    given = "".join(f", {name}={value!r}" for name, value in fields.items())
    return f"{act}(**desk({slug!r}){given})"


def draw_and_release(slug: str, stage_number: int = 1) -> tuple[str, str]:
    """Draw a stage and release it."""
    return desk_call(slug, "draws.draw_stage", stage_number=stage_number, seed=1), desk_call(
        slug, "draws.release_draw", stage_number=stage_number
    )
