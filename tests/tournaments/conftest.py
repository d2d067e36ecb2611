"""For tests of tournaments: nothing is kept from test to test."""

import pytest

from tournaments.selectors.pages import forget_pages
from tournaments.selectors.snapshot import clear_snapshots


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Pages and snapshots are kept by id and number, which another test's database may have, too."""
    forget_pages()
    clear_snapshots()
