"""For tests of tournaments' sockets: the hub ends with its loop."""

from collections.abc import Callable, Iterator

import pytest

from core.realtime.hub import Hub
from tests.support.games.connections.socket_client import Socket
from tests.support.games.people import person, token_of
from tournaments.live import hub as hubs
from tournaments.models import Tournament


@pytest.fixture(autouse=True)
def as_served(on_file: None) -> Iterator[None]:
    """The hub ends with its loop."""
    yield
    Hub.forget_all_instances()


@pytest.fixture
def only_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look at the database never comes."""
    monkeypatch.setattr(hubs, "POLL_INTERVAL_SECONDS", 3600)


@pytest.fixture
def only_the_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """No word is heard; the look at the database comes often."""
    monkeypatch.setattr("tournaments.services.editing.publish_tournament_change", lambda tournament_id: None)
    monkeypatch.setattr("tournaments.services.changes.publish_tournament_change", lambda tournament_id: None)
    monkeypatch.setattr(hubs, "POLL_INTERVAL_SECONDS", 0.01)


@pytest.fixture
def line_of(on_file: None) -> Callable[[str | None, Tournament], Socket]:
    """Opens somebody's socket, or a stranger's."""
    tokens = {name: token_of(person(name)) for name in ("alice", "bob", "dora", "emil", "olga")}
    return lambda name, tournament: Socket(
        f"/ws/tournaments/{tournament.slug}", tokens[name] if name else None
    )
