"""Makes the examples importable, as they are in their own folder; one server for a whole file of tests."""

import sys
from collections.abc import Iterator

import pytest

from tests.servers import ROOT, ServerProcess, environment

sys.path.insert(0, str(ROOT / "docs" / "examples"))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A running server that the tests of a file share, each at tables of its own."""
    with environment("sqlite", tmp_path_factory.mktemp("house")) as variables:
        server = ServerProcess(variables)
        yield server
        server.kill()
