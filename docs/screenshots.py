"""Take the README's screenshots: `make screenshots` writes docs/screenshots/*.png.

Seeds a temporary database from one fixed random seed, starts the real server on it without bots or clocks,
and photographs its pages in Chromium. The same code and fonts give the same pictures, to the
byte but for the ages of tables in the lobby; the published ones were taken with fonts-noto-core.
"""

import os
import random
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from playwright.sync_api import Page, expect, sync_playwright

from bench.serving import QUIET, run_python
from bench.tournaments.events import create_session, set_up_django

FOLDER = Path(__file__).parent / "screenshots"
SEED = 2026
WIDE = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 780},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
CLUB = [
    *("Ada", "Benedikt", "Chiara", "Dmitri", "Elif", "Femke", "Goran", "Hana"),
    *("Idris", "Jonas", "Katja", "Liam", "Malin", "Noor", "Oskar", "Priya"),
]
FRIENDS = ["Mira", "Anton", "Lucia"]
LOBBY = [
    *("Quentin", "Rosa", "Stefan", "Tilda", "Uma", "Viktor", "Wanda", "Xenia", "Yusuf", "Zora"),
    *("Bea", "Cleo", "Emil"),
]
WAIT_TIMEOUT = 120_000
"""Milliseconds for a page to show what is to be photographed."""
Sight = Mapping[str, Any]


class Scenes(NamedTuple):
    """What was seeded: the paths of pages, and the session cookies of those who look at them, by name."""

    table: str
    phone_table: str
    desk: str
    open_elsewhere: list[tuple[str, str]]
    sessions: dict[str, str]


def main() -> None:
    chromium = find_program(os.environ.get("CHROMIUM", "chromium"), "chromium-browser", "google-chrome")
    pngquant = find_program("pngquant")
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/screenshots.sqlite3"
        # The database is thrown away: nothing has to survive a power cut.
        os.environ["SQLITE_SYNCHRONOUS"] = "OFF"
        set_up_django(url)
        scenes = fill_database(random.Random(SEED))
        env = {**os.environ, **QUIET, "DATABASE_URL": url}
        with run_python("manage.py", "serve", "--port", "0", "--no-tables", env=env) as address:
            take_screenshots(f"http://{address}", scenes, chromium, pngquant)


def find_program(*programs: str) -> str:
    """Return the path of the first of these programs that is installed, or end the program."""
    for program in programs:
        if path := shutil.which(program):
            return path
    raise SystemExit(f"Screenshots need {programs[0]}; on Debian: apt-get install {programs[0]}")


def fill_database(rng: random.Random) -> Scenes:
    """Fill the empty database with tables and a tournament, and return what is to be photographed."""
    from django.core.management import call_command
    from django.db import connections
    from django.utils import timezone

    from accounts.models import User

    call_command("migrate", verbosity=0)
    now = timezone.now()
    with use_random_source(rng):
        users = {name: User.objects.create_user(username=name) for name in ["Nils", *CLUB, *FRIENDS, *LOBBY]}
        olga = User.objects.create_superuser(username="Olga")
        fill_lobby(users, now)
        table = play_until(rng, now, is_late_and_colourful, [users[name] for name in FRIENDS], bots=1)
        phone_table = play_until(rng, now, is_late_and_colourful, [users["Nils"]], bots=3)
        desk, playing = play_tournament(rng, now, olga, [users[name] for name in CLUB])
        sessions = {user.username: create_session(user) for user in [*users.values(), olga]}
    connections.close_all()
    return Scenes(table, phone_table, desk, [*((name, table) for name in FRIENDS[1:]), *playing], sessions)


@contextmanager
def use_random_source(rng: random.Random) -> Iterator[None]:
    """Draw deals, names and ids from `rng` instead of the operating system."""
    drawn = {
        "token_hex": lambda size: rng.randbytes(size).hex(),
        "token_bytes": rng.randbytes,
        "choice": rng.choice,
        "randbits": rng.getrandbits,
        "SystemRandom": lambda: rng,
    }
    with ExitStack() as stack:
        for name, draw in drawn.items():
            stack.enter_context(mock.patch.object(secrets, name, draw))
        yield


def fill_lobby(users: dict[str, Any], now: datetime) -> None:
    """Open tables: some wait for players, and some have started."""
    from games.services.lobby.lobby import open_table, take_seat

    tables: list[tuple[str, int, dict[str, Any]]] = [
        ("Zora Emil", 5, {"preset": "tournament"}),
        ("Wanda", 4, {"cheating": True}),
        ("Uma Xenia Cleo", 6, {"reveal": "hiddentip"}),
        ("Tilda Bea Viktor", 3, {}),
        ("Yusuf Rosa Stefan", 3, {"restriction": "german", "clock": 30}),
    ]
    for names, size, options in tables:
        first, *others = (users[name] for name in names.split())
        table_id = open_table(user=first, size=size, options=options, now=now)
        for other in others:
            take_seat(table_id=table_id, user=other, now=now)


def play_until(
    rng: random.Random, now: datetime, wanted: Callable[[Sight], bool], people: list[Any], *, bots: int
) -> str:
    """Play games until the first player's sight satisfies `wanted`, and return the path of that table."""
    from games.services.lobby.lobby import open_table, take_seat

    while True:
        size = len(people) + bots
        table_id = open_table(user=people[0], size=size, now=now, bots=bots, bot_level="master")
        for user in people[1:]:
            take_seat(table_id=table_id, user=user, now=now)
        if play_table(table_id, rng, now, wanted):
            return f"/tables/{table_id}/"


def play_table(table_id: str, rng: random.Random, now: datetime, wanted: Callable[[Sight], bool]) -> bool:
    """Let bots play until the first player's sight satisfies `wanted`. Return False at the game's end."""
    from core.refusal import Refusal
    from games.bots.choose import choose_action
    from games.rules.actions import Action
    from games.rules.topics.pause import EndPause
    from games.selectors.memory import sight_with_memory
    from games.selectors.sights import build_sight
    from games.services.commands.act import dispatch
    from games.services.commands.command import Command
    from games.store.tables import load_snapshot
    from games.wire.actions import parse_action

    while True:
        snapshot = load_snapshot(table_id)
        seen = build_sight(snapshot, 0, now=now)
        if wanted(seen):
            return True
        if seen["status"] == "finished":
            return False
        seat: int | None = None
        action: Action = EndPause()
        if seen["status"] != "pause":
            seat = seen["turn"][0]
            chosen = choose_action(sight_with_memory(snapshot, seat, now=now), level="journeyman", rng=rng)
            assert chosen is not None
            action = parse_action(chosen)
        outcome = dispatch(Command(table_id, action, now, seat=seat))
        if isinstance(outcome, Refusal):
            raise outcome


def is_late_and_colourful(seen: Sight) -> bool:
    """Whether the first player completes a late trick and can see both a Wizard and a Jester."""
    if seen["status"] != "playing" or seen["turn"] != [0] or seen["trick"] is None:
        return False
    hand, legal = seen["hand"], seen["legal"]["cards"]
    trick = [each["card"] for each in seen["trick"]["plays"]]
    kinds = {card[0] for card in [*hand, *trick]}
    return (
        len(seen["players"]) - 1 == len(trick)
        and seen["round"]["cards"] >= 9
        and len(hand) >= 8
        and 1 < len(legal) < len(hand)
        and {"W", "J"} < kinds
        and seen["players"][0]["score"] > 0
    )


def play_tournament(
    rng: random.Random, now: datetime, owner: Any, people: list[Any]
) -> tuple[str, list[tuple[str, str]]]:
    """Play a club evening up to its second stage.

    Return the path of the organisers' page, and pairs of a player's username and the path of their table.
    """
    from django.urls import reverse

    from games.models import Seat
    from tournaments.models import StageTable, Tournament
    from tournaments.services.draw import draws
    from tournaments.services.entry import entries, own_entry
    from tournaments.services.lifecycle import lifecycle
    from tournaments.services.lifecycle.presets import create_from_preset
    from tournaments.services.stage import closing
    from tournaments.services.table import opening

    row = create_from_preset(preset="club", slug="club", name="Thursday Club Night", actor=owner, now=now)
    starts_at = now - timedelta(minutes=40)
    Tournament.objects.filter(pk=row.pk).update(visibility="public", starts_at=starts_at)
    desk = {"tournament_id": row.pk, "actor": owner, "now": now}

    def stage_tables(stage_number: int) -> Any:
        return StageTable.objects.filter(stage__tournament=row, stage__number=stage_number).order_by("number")

    for user in people:
        own_entry.enter_tournament(tournament_id=row.pk, user=user, now=now)
    entries.check_in_all(**desk)
    lifecycle.close_check_in(**desk)
    for stage_number in (1, 2):
        draws.draw_stage(**desk, stage_number=stage_number, seed=SEED)
        draws.release_draw(**desk, stage_number=stage_number)
        opening.start_tables(**desk, stage_number=stage_number)
        for table in stage_tables(stage_number):
            assert table.game_id is not None
            over = stage_number == 1 or table.number == 2
            play_table(table.game_id, rng, now, never if over else reaches_round(rng.randint(4, 7)))
        if stage_number == 1:
            closing.close_stage(**desk, stage_number=1)
    seats = Seat.objects.filter(table__in=stage_tables(2).values("game")).select_related("user")
    return reverse("admin:desk_stage", args=[row.pk, 2]), [
        (seat.user.username, f"/tables/{seat.table_id}/") for seat in seats if seat.user
    ]


def reaches_round(number: int) -> Callable[[Sight], bool]:
    """Return a function that tells whether a view of a table is from this round or a later one."""
    return lambda seen: seen["round"] is not None and seen["round"]["number"] >= number


def never(seen: Sight) -> bool:
    """Return False, so that a game is played to its end."""
    return False


def take_screenshots(url: str, scenes: Scenes, chromium: str, pngquant: str) -> None:
    """Open the pages in Chromium, and write the pictures to docs/screenshots/."""
    expect.set_options(timeout=WAIT_TIMEOUT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

        def visit(name: str, path: str, **context: Any) -> Page:
            """Open a page in a browser of its own, logged in as the user `name`."""
            opened = browser.new_context(base_url=url, reduced_motion="reduce", **context)
            opened.add_cookies([{"name": "sessionid", "value": scenes.sessions[name], "url": url}])
            page = opened.new_page()
            page.goto(path)
            return page

        def shoot(page: Page, name: str) -> None:
            """Write a screenshot, reduced to 256 colours, which take a third of the space."""
            page.wait_for_load_state("networkidle")
            picture = page.screenshot(animations="disabled", caret="hide")
            reduced = subprocess.run(
                [pngquant, "--speed", "1", "--strip", "-"], input=picture, stdout=subprocess.PIPE, check=True
            )
            (FOLDER / f"{name}.png").write_bytes(reduced.stdout)

        # Players who don't have their table open would be shown as absent.
        for name, path in scenes.open_elsewhere:
            expect(visit(name, path).get_by_text("Connected")).to_be_visible()

        page = visit(FRIENDS[0], scenes.table, **WIDE)
        expect(page.locator(".hand .card").first).to_be_visible()
        shoot(page, "table")
        page = visit("Nils", scenes.phone_table, **PHONE)
        expect(page.locator(".hand .card").first).to_be_visible()
        shoot(page, "phone")
        page = visit("Quentin", "/tables/", **WIDE)
        expect(page.get_by_role("link", name="Join").first).to_be_visible()
        shoot(page, "lobby")
        page = visit("Olga", scenes.desk, **WIDE)
        shoot(page, "desk")
        browser.close()


if __name__ == "__main__":
    main()
