"""The architecture page names each module through which a played card runs, and no other."""

import asyncio
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from asgiref.sync import sync_to_async as aside

from core.realtime.hub import Hub
from games.live.hub import TableHub
from games.live.limits import forget_buckets
from games.live.people.feed import PeopleFeed
from games.services.commands import committer
from tests.support.games.connections.socket_client import Socket, socket_path
from tests.support.games.people import person, token_of
from tests.support.games.playing import in_play, sight
from tests.support.servers import ROOT

PAGE = ROOT / "docs" / "architecture.md"
APPS = ("accounts", "core", "games", "notifications", "tournaments", "wizard_site")
MAX_MODULES = 33
NAMES = ("alice", "bob", "dora", "emil")


class Profiler:
    """Notes the product's modules whose functions run in any thread, while it is `active`."""

    def __init__(self) -> None:
        self.active = False
        self.modules: set[str] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Note one step; modules that are merely imported do not count."""
        if not self.active or event != "call" or frame.f_code.co_name == "<module>":
            return
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and (module := path.relative_to(ROOT)).parts[0] in APPS:
            self.modules.add(module.as_posix())


@pytest.fixture
def profiler() -> Iterator[Profiler]:
    """It profiles threads that start after it, so it comes before the committer."""
    profiler = Profiler()
    before = sys.getprofile()
    threading.setprofile(profiler)
    sys.setprofile(profiler)
    yield profiler
    sys.setprofile(before)
    threading.setprofile(None)  # type: ignore[arg-type]  # The stubs miss that None ends it.


@pytest.fixture
def table_id(profiler: Profiler, on_file: None) -> Iterator[str]:
    """A table in play, in a process with a committer."""
    forget_buckets()
    committer.start_committer()
    yield in_play()
    committer.stop_committer()
    Hub.forget_all_instances()


def card_of_turn(table_id: str) -> tuple[str, str]:
    """The name of the player on turn, and a card that they may play."""
    seat = sight(table_id)["turn"][0]
    seen = sight(table_id, seat)
    return str(seen["players"][seat]["name"]), str(seen["legal"]["cards"][0])


def modules_in_page() -> list[str]:
    """The modules in the table of the architecture page, with braces expanded."""
    rows = re.findall(r"^\| .+? \| (`.+) \| (\d+) \|$", PAGE.read_text(), re.MULTILINE)
    found: list[str] = []
    for modules, count in rows:
        named = [name for each in re.findall(r"`([^`]+)`", modules) for name in expanded(each)]
        assert len(named) == int(count), modules
        found += named
    return found


def expanded(name: str) -> list[str]:
    """`a/{b,c}.py` as both files; a folder stands for its own module."""
    head, _, rest = name.partition("{")
    inner, _, tail = rest.partition("}")
    names = [f"{head}{each}{tail}" for each in inner.split(",")] if rest else [name]
    paths = [each if each.startswith(APPS) else f"games/{each}" for each in names]
    return [each if each.endswith(".py") else f"{each}/__init__.py" for each in paths]


async def no_other_job() -> None:
    """Wait until it is noted who has arrived, and let nothing be looked for by itself."""
    hub, feed = TableHub.get_current(), PeopleFeed.get_current()
    for loop in (*hub._loops, *feed._loops):
        loop.cancel()
    # An update may be planned by what one of the tasks announces.
    while jobs := [*hub._tasks, *feed._tasks, *filter(None, [feed._update])]:
        await asyncio.gather(*jobs)


async def test_a_card_runs_through_the_modules_that_the_page_names(profiler: Profiler, table_id: str) -> None:
    tokens = {name: await aside(lambda name=name: token_of(person(name)))() for name in NAMES}
    player, card = await aside(card_of_turn)(table_id)
    other = next(name for name in NAMES if name != player)
    async with AsyncExitStack() as stack:
        sockets = {
            name: await stack.enter_async_context(Socket(socket_path(table_id), token))
            for name, token in tokens.items()
        }
        for socket in sockets.values():
            await socket.next("update")
            await socket.is_quiet()
        await no_other_job()
        profiler.active = True
        await sockets[player].act("a-card", type="play", card=card)
        number = (await sockets[player].next("ack"))["number"]
        await sockets[other].until(number)
        profiler.active = False
    assert sorted(profiler.modules) == sorted(modules_in_page())
    assert len(profiler.modules) <= MAX_MODULES
