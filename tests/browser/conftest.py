"""One server and one Chromium for all browser tests of a process; each person has a context of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.support.browser.settings import SETTINGS
from tests.support.environments import environment
from tests.support.servers import ServerProcess
from tests.support.starting import Starter


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count all of this folder as browser tests, which .ci/test runs in processes of their own."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with environment("sqlite", tmp_path_factory.mktemp("shared")) as variables:
        server = ServerProcess({**variables, **SETTINGS}, "--no-migrate")
        yield server
        server.stop()


@pytest.fixture
def server(shared_server: ServerProcess) -> Iterator[ServerProcess]:
    """The shared server: its lobby and its tournaments show what other tests left there.

    A test that stops its server takes `own_server`. One that registers somebody chooses a name that no other
    test takes.
    """
    before = len(shared_server.log())
    yield shared_server
    assert "Traceback" not in shared_server.log()[before:]


@pytest.fixture
def own_server(start_server: Starter) -> ServerProcess:
    """A server that a test may stop, with the settings of the shared one."""
    return start_server("sqlite", **SETTINGS)


@pytest.fixture(scope="session", autouse=True)
def databases_beside_servers(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """These tests may query: organisers act on the servers' databases, and no test has another one."""
    with django_db_blocker.unblock():
        yield
