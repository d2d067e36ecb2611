"""Clients of the API: alice and bob at one table, charlie a stranger, and nobody."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.support.games.people import api_of, person


@pytest.fixture
def alice(db: Any) -> APIClient:
    return api_of(person("alice"))


@pytest.fixture
def bob(db: Any) -> APIClient:
    return api_of(person("bob"))


@pytest.fixture
def charlie(db: Any) -> APIClient:
    return api_of(person("charlie"))


@pytest.fixture
def nobody(db: Any) -> APIClient:
    return api_of(None)
