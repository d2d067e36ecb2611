"""Services that refuse by name, and a database that is away."""

from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from django.db import OperationalError
from psycopg_pool import PoolTimeout

from core.refusal import Refusal
from tests.support.games.snapshots import unchanged


def is_refused(refusal: type[Refusal], job: Callable[..., Any], **given: Any) -> Refusal:
    """Assert that this is refused by exactly that name and leaves every row and every log as it was."""
    with unchanged(), pytest.raises(refusal) as caught:
        job(**given)
    assert type(caught.value) is refusal
    return caught.value


def no_connection(*_: Any) -> NoReturn:
    """As when PostgreSQL is away, and the time for getting a connection is over."""
    raise OperationalError("no connection") from PoolTimeout("after 3 s")
