"""For tests of tables: databases that threads share."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from games.services import committer
from tests.games.databases import Databases

BACKENDS = [pytest.param("sqlite"), pytest.param("postgres", marks=pytest.mark.postgres)]


@pytest.fixture(scope="session")
def databases(tmp_path_factory: Any) -> Iterator[Databases]:
    """The databases of this session."""
    with ExitStack() as stack:
        yield Databases(tmp_path_factory.mktemp("databases"), stack)


@pytest.fixture
def on_file(databases: Databases, django_db_blocker: Any) -> Iterator[None]:
    """A SQLite file that threads share; what earlier tests wrote is in it."""
    with django_db_blocker.unblock(), databases.opened("sqlite"):
        yield


@pytest.fixture(params=BACKENDS)
def backend(request: Any, databases: Databases, django_db_blocker: Any) -> Iterator[str]:
    """A database that threads share, once as SQLite and once as PostgreSQL."""
    with django_db_blocker.unblock(), databases.opened(request.param):
        yield request.param


@pytest.fixture
def at_work() -> Iterator[committer.Committer]:
    """This process's committer, as the server has it."""
    yield committer.start()
    committer.stop()
