"""For tests of sockets: a database that threads share, the committer, everybody's tokens."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from core.realtime.hub import Hub
from games.live.limits import forget_buckets
from tests.support.games.people import person, token_of
from tests.support.games.playing import in_play, sight


@pytest.fixture(autouse=True)
def as_served(on_file: None, at_work: Any) -> Iterator[None]:
    """Sockets act through the committer, over a database that threads share; the hub ends with its loop."""
    forget_buckets()
    yield
    Hub.forget_all_instances()


@pytest.fixture
def tokens() -> dict[str, str]:
    """A token of each person."""
    return {name: token_of(person(name)) for name in ("alice", "bob", "dora", "emil", "charlie")}


@pytest.fixture
def table_id(on_file: None) -> str:
    """A table of alice, bob, dora and emil at which the first card may be played."""
    return in_play(4, 1)


@pytest.fixture
def name_at() -> Callable[[str, int], str]:
    """Who sits on a seat."""

    def name(table_id: str, seat: int) -> str:
        return str(sight(table_id)["players"][seat]["name"])

    return name
