"""The system's time jumps an hour, forwards or back: nobody is late by it, and nothing stands still."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.checks import check_game
from tests.faults.clients import Client
from tests.faults.people import guests, sat_down
from tests.servers import BACKENDS, ServerProcess

HOOK = str(Path(__file__).parent / "hook")
STUCK = 60
HOUR = 3600
TIMED = {"preset": "custom", "rounds": [{"cards": 2}, {"cards": 3}], "pause": 0, "clock": 60}
NEWS = 3.0
"""Seconds in which the house notices that the time has jumped, and does what it believes is due."""


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forwards", "back"])
@pytest.mark.parametrize("backend", BACKENDS)
async def test_a_game_with_clocks_goes_on_when_the_time_jumps(
    start_server: Callable[..., ServerProcess], tmp_path: Path, backend: str, jump: int
) -> None:
    offset = tmp_path / "offset"
    offset.write_text("0")
    server = start_server(backend, PYTHONPATH=HOOK, CLOCK_OFFSET=str(offset))
    clients: list[Client] = sat_down(server, guests(server, 2), seed=3, options=TIMED, bots=2)
    games = [asyncio.create_task(client.play()) for client in clients]
    async with asyncio.timeout(STUCK):
        while sum(len(client.acked) for client in clients) < 3:
            await asyncio.sleep(0.001)
        thinking = asyncio.Event()
        for client in clients:
            client.think = thinking.wait  # type: ignore[method-assign,assignment]
        await asyncio.sleep(NEWS)
        offset.write_text(str(jump))
        await asyncio.sleep(NEWS)
        thinking.set()
        await asyncio.gather(*games)
    assert all(client.refused == [] for client in clients)
    record = await asyncio.to_thread(check_game, server, clients)
    plays = [play for past in record["rounds"] for trick in past["tricks"] for play in trick["plays"]]
    assert {play["by"] for play in plays} == {"human", "bot"}
    assert "has jumped" in server.log()
