"""For tests of tournaments: nothing is kept from test to test."""

import pytest

from tournaments.selectors.public.tournament import clear_public_tournament_cache
from tournaments.selectors.snapshot.read import clear_snapshot_cache


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Pages and snapshots are kept by id and number, which another test's database may have, too."""
    clear_public_tournament_cache()
    clear_snapshot_cache()
