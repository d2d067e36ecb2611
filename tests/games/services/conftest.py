"""For tests of services: the databases, and processes that think and may take their time."""

from collections.abc import Iterator
from typing import Any

import pytest

from games import presence
from games.services.analysis import analysis
from games.services.bots import worker_pool
from tests.support.connections import rolled_back
from tests.support.games.analysing import Hands
from tests.support.waiting import WAIT_TIMEOUT


@pytest.fixture(autouse=True)
def workers_have_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a process needs longer to start and to think than a table would wait."""
    monkeypatch.setattr(worker_pool, "ANSWER_TIMEOUT", WAIT_TIMEOUT)


@pytest.fixture(
    params=[pytest.param("sqlite"), pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.long])]
)
def either_database(request: Any, db: None) -> Iterator[None]:
    """For what needs no threads: SQLite, and in the long tests PostgreSQL as well."""
    if request.param == "sqlite":
        yield
        return
    with rolled_back(request.getfixturevalue("postgres_database")):
        yield


@pytest.fixture
def nobody_is_connected() -> Iterator[None]:
    """No sign of life of anybody is remembered, from before or for afterwards."""
    presence.clear_presence()
    yield
    presence.clear_presence()


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    """Analyses are made when the test says so."""
    hands = Hands()
    monkeypatch.setattr(analysis, "_workers", hands)
    monkeypatch.setattr(analysis, "_queue", hands)
    monkeypatch.setattr(analysis, "_queue_job", hands.put)
    monkeypatch.setattr(analysis, "close_old_connections", lambda: None)
    monkeypatch.setattr(analysis, "_running", {})
    return hands
