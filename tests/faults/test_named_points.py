"""The server dies at a named point of a move: what was acked is there, what was sent is done at most once."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from tests.faults.checks import check_game, check_log
from tests.faults.clients import Client
from tests.faults.people import guests, sat_down
from tests.faults.test_clock_jumps import HOOK
from tests.servers import BACKENDS, ServerProcess

STUCK = 90
"""Seconds after which neither a death nor the game's end comes any more."""
DEATHS = {
    "before_append": (1, 3),
    "before_commit": (1, 3),
    "before_ack": (1, 3),
    "round_end": (1, 2),
    "house": (6, 5),
}
"""The how-manieth time at a point kills, in one life of the server after the other (see tests/faults/hook).

None is reached without people: they play only once the server has started.
"""
STORED, LOST = ("before_ack",), ("before_append", "before_commit")
"""Where what is unanswered has been stored, and where not."""


async def play_until_death(server: ServerProcess, clients: Sequence[Client]) -> None:
    """Let them play until the server is dead."""
    playing = [asyncio.create_task(client.play()) for client in clients]
    try:
        assert await asyncio.to_thread(server.process.wait, STUCK) == -9
    finally:
        for task in playing:
            task.cancel()
    for ended in await asyncio.gather(*playing, return_exceptions=True):
        assert isinstance(ended, asyncio.CancelledError), ended


def unanswered(server: ServerProcess, clients: Sequence[Client]) -> tuple[int, int]:
    """How many actions without an ack are in the log, and how many are not; the log itself is sound."""
    kept = {action_id for _, action_id, _ in check_log(server, clients[0].table_id, clients)}
    pending = {action_id for client in clients for action_id in client.pending}
    return len(pending & kept), len(pending - kept)


@pytest.mark.parametrize("point", DEATHS)
@pytest.mark.parametrize("backend", BACKENDS)
async def test_a_game_survives_deaths_at_a_named_point(
    start_server: Callable[..., ServerProcess], backend: str, point: str
) -> None:
    server = start_server(backend, PYTHONPATH=HOOK)
    clients: list[Client] = sat_down(server, guests(server, 2), seed=4, bots=2)
    server.arguments = ("--no-migrate",)
    for nth in DEATHS[point]:
        await asyncio.to_thread(server.kill)
        server.environment["DIE_AT"] = f"{point}:{nth}"
        await asyncio.to_thread(server.start)
        await play_until_death(server, clients)
        stored, lost = await asyncio.to_thread(unanswered, server, clients)
        assert stored or point not in STORED
        assert lost or point not in LOST
    del server.environment["DIE_AT"]
    await asyncio.to_thread(server.start)
    async with asyncio.timeout(STUCK):
        await asyncio.gather(*(client.play() for client in clients))
    assert all(client.refused == [] for client in clients)
    assert any(client.resent for client in clients) or point not in (*STORED, *LOST)
    await asyncio.to_thread(check_game, server, clients)
    assert server.terminate() == 0
    assert "Traceback" not in server.log()
