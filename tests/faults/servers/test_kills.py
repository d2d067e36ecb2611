"""Kills at random instants under load: nothing acked is lost, nothing is done twice."""

import pytest

from tests.support.faults.killing import KillFigures, kill_often
from tests.support.servers import ServerProcess

ON_POSTGRES = [pytest.mark.postgres, pytest.mark.redis]


async def survived(server: ServerProcess, *, kills: int, seed: int) -> KillFigures:
    """What so many kills came to, of which none lost or doubled anything."""
    figures = await kill_often(server, kills=kills, tables=4, seed=seed)
    assert figures.acked
    assert "Traceback" not in server.log()
    return figures


@pytest.mark.parametrize(
    ("server", "kills"),
    [("sqlite", 5), pytest.param("postgres", 2, marks=ON_POSTGRES)],
    indirect=["server"],
)
async def test_kills_lose_and_double_nothing(server: ServerProcess, kills: int) -> None:
    await survived(server, kills=kills, seed=2025)


@pytest.mark.long
@pytest.mark.parametrize("server", ["sqlite"], indirect=True)
async def test_fifty_kills_lose_and_double_nothing(server: ServerProcess) -> None:
    figures = await survived(server, kills=50, seed=2026)
    assert figures.resent


@pytest.mark.long
@pytest.mark.parametrize("server", [pytest.param("postgres", marks=ON_POSTGRES)], indirect=True)
async def test_eight_kills_lose_and_double_nothing_on_postgresql(server: ServerProcess) -> None:
    await survived(server, kills=8, seed=2027)
