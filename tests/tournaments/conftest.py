"""For tests of tournaments: nothing is kept from test to test."""

import pytest

from tournaments.selectors.pages import forget_pages
from tournaments.selectors.picture import forget_pictures


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Pages and pictures are kept by id and number, which another test's database may have, too."""
    forget_pages()
    forget_pictures()
