"""Makes the examples importable, as they are in their own folder; one server for a whole file of tests."""

import sys
from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.support.servers import ROOT, ServerProcess
from tests.support.starting import Starter

sys.path.insert(0, str(ROOT / "docs" / "examples"))


@pytest.fixture(scope="module")
def server(start_shared_server: Starter, django_db_blocker: DjangoDbBlocker) -> Iterator[ServerProcess]:
    """A running server that the tests of a file share, each at tables of its own; they may act beside it."""
    with django_db_blocker.unblock():
        yield start_shared_server("sqlite")
