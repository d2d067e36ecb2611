"""The system's time jumps an hour, forwards or back: nobody is late by it, and nothing stands still."""

import asyncio
import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.faults.checks import check_game, rows
from tests.support.faults.clients import Client
from tests.support.faults.hooks import HOOK
from tests.support.faults.people import guests, sat_down
from tests.support.servers import POSTGRES_IS_LONG, ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT, wait_until

HOUR = 3600
TIMED = {"preset": "custom", "rounds": [{"cards": 2}, {"cards": 3}], "pause": 0, "clock": 60}
QUICK = "games.services.scheduler.scheduler:POLL_INTERVAL_SECONDS=0.2"
JUMPED = "The system's time has jumped"


class Ponderer(Client):
    """Thinks before each move for as long as it has to."""

    is_free: asyncio.Event
    thinks = False

    async def think(self) -> None:
        """Until it is free."""
        self.thinks = True
        await self.is_free.wait()


class TimedServer(NamedTuple):
    """A server, and the file that holds by how many seconds its time is off."""

    server: ServerProcess
    offset: Path

    def jump(self, seconds: int) -> None:
        """Let its time be another, from one moment to the next."""
        new = self.offset.with_suffix(".new")
        new.write_text(str(int(self.offset.read_text()) + seconds))
        os.replace(new, self.offset)

    def last_look(self) -> Any:
        """When the scheduler has last looked at its tables, to the end of that look."""
        return rows(self.server, "SELECT seen_at FROM games_loop")


@pytest.fixture(scope="module")
def timed(
    request: Any, start_shared_server: Starter, tmp_path_factory: pytest.TempPathFactory
) -> TimedServer:
    """One server for all jumps: each goes on from where the time is."""
    offset = tmp_path_factory.mktemp("time") / "offset"
    offset.write_text("0")
    server = start_shared_server(request.param, PYTHONPATH=HOOK, CLOCK_OFFSET=str(offset), LIMITS=QUICK)
    return TimedServer(server, offset)


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forwards", "back"])
@pytest.mark.parametrize("timed", POSTGRES_IS_LONG, indirect=True)
async def test_a_game_with_clocks_goes_on_when_the_time_jumps(timed: TimedServer, jump: int) -> None:
    server = timed.server
    clients = sat_down(server, guests(server, 2), seed=3, options=TIMED, bots=2, client=Ponderer)
    free = asyncio.Event()
    for client in clients:
        client.is_free = free
    jumps = server.log().count(JUMPED)
    async with asyncio.timeout(WAIT_TIMEOUT):
        games = [asyncio.create_task(client.play()) for client in clients]
        while not any(client.thinks for client in clients):
            await asyncio.sleep(0.01)
        await looks(timed)
        timed.jump(jump)
        await asyncio.to_thread(wait_until, lambda: server.log().count(JUMPED) > jumps)
        # The scheduler has done by then whatever it believes is due.
        await looks(timed)
        await looks(timed)
        free.set()
        await asyncio.gather(*games)
    assert all(client.refused == [] for client in clients)
    record = await asyncio.to_thread(check_game, server, clients)
    plays = [play for past in record["rounds"] for trick in past["tricks"] for play in trick["plays"]]
    # Cards of a proven claim play themselves.
    assert {play["by"] for play in plays} - {"claim"} == {"human", "bot"}


async def looks(timed: TimedServer) -> None:
    """Wait until the scheduler has looked at its tables once more."""
    before = timed.last_look()
    await asyncio.to_thread(wait_until, lambda: timed.last_look() != before, timed.server.log)
