"""Fixtures."""

import pytest

from tests.support.tournaments.events import event


@pytest.fixture
def cards():
    """A tournament with real cards: entrants need no account."""
    return event(online=False)
