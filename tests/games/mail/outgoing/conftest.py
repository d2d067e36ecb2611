"""Nobody has a page open before these tests, and no page is remembered after them."""

from collections.abc import Iterator

import pytest

from games import presence


@pytest.fixture
def nobody_is_connected() -> Iterator[None]:
    """No open page of anybody is remembered, from before or for afterwards."""
    presence.clear_presence()
    yield
    presence.clear_presence()
