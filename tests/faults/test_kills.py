"""Fifty kills at random instants under load: nothing acked is lost, nothing is done twice."""

import pytest

from tests.faults.killing import kill_often
from tests.servers import ServerProcess


@pytest.mark.parametrize("server", ["sqlite"], indirect=True)
async def test_fifty_kills_lose_and_double_nothing(server: ServerProcess) -> None:
    figures = await kill_often(server, kills=50, tables=4, seed=2026)
    assert figures.acked
    assert figures.resent
    assert "Traceback" not in server.log()


@pytest.mark.parametrize(
    "server", [pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.redis])], indirect=True
)
async def test_kills_lose_and_double_nothing_on_postgresql(server: ServerProcess) -> None:
    figures = await kill_often(server, kills=8, tables=4, seed=2027)
    assert figures.acked
    assert "Traceback" not in server.log()
