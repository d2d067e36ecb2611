"""Lets these tests act on the databases of their servers."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker


@pytest.fixture(autouse=True)
def _open_databases(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield
