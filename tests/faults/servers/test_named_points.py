"""The server dies at a named point of a move: what was acked is there, what was sent is done at most once."""

import asyncio
from collections.abc import Sequence

import pytest

from tests.support.faults.checks import check_game, check_log
from tests.support.faults.clients import Client
from tests.support.faults.hooks import HOOK
from tests.support.faults.people import guests, sat_down
from tests.support.servers import ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT

DEATHS = {
    "before_append": (1, 3),
    "before_commit": (1, 3),
    "before_ack": (1, 3),
    "round_end": (1, 2),
    "house": (6, 5),
}
"""At which time a point kills, in one life of the server after the other (see support/faults/hook)."""
STORED, LOST = ("before_ack",), ("before_append", "before_commit")
"""Where what is unanswered has been stored, and where not."""


async def play_until_death(server: ServerProcess, clients: Sequence[Client]) -> None:
    """Let them play until the server is dead."""
    playing = [asyncio.create_task(client.play()) for client in clients]
    try:
        assert await asyncio.to_thread(server.process.wait) == -9
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
async def test_a_game_survives_a_death_at_a_named_point(start_server: Starter, point: str) -> None:
    await survive(start_server, "sqlite", point, DEATHS[point][:1])


@pytest.mark.long
@pytest.mark.parametrize("point", DEATHS)
async def test_a_game_survives_deaths_at_a_named_point(start_server: Starter, point: str) -> None:
    await survive(start_server, "sqlite", point, DEATHS[point])


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.redis
# One statement stores a move there and commits itself; at a round's end the server dies within a transaction.
@pytest.mark.parametrize("point", sorted(DEATHS.keys() - {"before_commit"}))
async def test_a_game_on_postgres_survives_deaths_at_a_named_point(start_server: Starter, point: str) -> None:
    await survive(start_server, "postgres", point, DEATHS[point])


async def survive(start_server: Starter, backend: str, point: str, deaths: Sequence[int]) -> None:
    """One game through these deaths to its end, and all checks."""
    first, *others = deaths
    server = start_server(backend, PYTHONPATH=HOOK, DIE_AT=f"{point}:{first}")
    # Their game has begun, but no point is reached so often without them.
    clients: list[Client] = sat_down(server, guests(server, 2), seed=4, bots=2)
    await die(server, clients, point)
    for nth in others:
        server.environment["DIE_AT"] = f"{point}:{nth}"
        await asyncio.to_thread(server.start)
        await die(server, clients, point)
    del server.environment["DIE_AT"]
    await asyncio.to_thread(server.start)
    async with asyncio.timeout(WAIT_TIMEOUT):
        await asyncio.gather(*(client.play() for client in clients))
    assert all(client.refused == [] for client in clients)
    assert any(client.resent for client in clients) or point not in (*STORED, *LOST)
    await asyncio.to_thread(check_game, server, clients)
    assert server.terminate() == 0
    assert "Traceback" not in server.log()


async def die(server: ServerProcess, clients: Sequence[Client], point: str) -> None:
    """Let them play until the server dies, and see what became of the action that it died of."""
    await play_until_death(server, clients)
    stored, lost = await asyncio.to_thread(unanswered, server, clients)
    assert stored or point not in STORED
    assert lost or point not in LOST
