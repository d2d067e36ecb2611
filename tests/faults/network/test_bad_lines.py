"""Whole games over lines that lose, double, delay, reorder and cut: everyone sees the same, nothing twice."""

import asyncio

import pytest

from tests.support.faults.checks import check_game
from tests.support.faults.people import guests, sat_down
from tests.support.faults.proxy import FaultyProxy
from tests.support.servers import POSTGRES_IS_LONG, ServerProcess
from tests.support.waiting import WAIT_TIMEOUT

SECRET = {
    "preset": "custom",
    "rounds": [{"cards": 3}, {"cards": 4, "reveal": "hiddentip"}, {"cards": 2, "restriction": "notequal"}],
    "pause": 0,
}


async def play_through(line: FaultyProxy, server: ServerProcess, tokens: list[str], seed: int) -> None:
    """One game of them all, and all checks."""
    async with line.open() as address:
        clients = sat_down(server, tokens, seed, options=SECRET, address=address)
        for client in clients:
            client.in_order = False
            client.patience = 0.2
        async with asyncio.timeout(WAIT_TIMEOUT):
            await asyncio.gather(*(client.play() for client in clients))
    assert all(client.refused == [] for client in clients)
    record = await asyncio.to_thread(check_game, server, clients)
    assert len(record["rounds"]) == len(SECRET["rounds"])


@pytest.mark.parametrize("server", POSTGRES_IS_LONG, indirect=True)
async def test_whole_games_are_played_over_bad_lines(server: ServerProcess) -> None:
    tokens = guests(server, 4)
    lines = [FaultyProxy(server.ws_url, seed=seed) for seed in (1, 2, 3)]
    await asyncio.gather(*(play_through(line, server, tokens, line.seed) for line in lines))
    for line in lines:
        assert all(line.done[fault] for fault in ("lose", "double", "delay", "cut")), line.done
    assert "Traceback" not in server.log()
