"""What all tests share: quick settings, the real server as a process, Chromium."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import override_settings
from playwright.sync_api import Browser
from rest_framework.test import APIClient

from tests.browsers import Players, chromium
from tests.openapi import check_answer
from tests.servers import ServerProcess, environment


@pytest.fixture(scope="session", autouse=True)
def quick_settings() -> Iterator[None]:
    """No pause before a bot's move, and a password hasher that is quick because it protects nothing."""
    with override_settings(BOT_PAUSE=0, PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True)
def counts_from_zero() -> None:
    """No attempts are counted from the test before."""
    cache.clear()


@pytest.fixture(autouse=True)
def answers_are_as_described(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer that a test's client of the API gets is what docs/openapi.yaml says."""
    ask = APIClient.request

    def request(client: APIClient, **what: Any) -> Any:
        answer = ask(client, **what)
        check_answer(what["REQUEST_METHOD"], what["PATH_INFO"], answer)
        return answer

    monkeypatch.setattr(APIClient, "request", request)


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Starts servers: `start_server("postgres", BOT_PAUSE="0.1")`, or one more `beside=` another one."""
    with ExitStack() as stack:

        def start(
            backend: str = "sqlite", *arguments: str, beside: ServerProcess | None = None, **env: str
        ) -> ServerProcess:
            base = beside.environment if beside else stack.enter_context(environment(backend, tmp_path))
            server = ServerProcess({**base, **env}, *arguments)
            stack.callback(server.kill)
            return server

        yield start


@pytest.fixture
def server(request: Any, start_server: Callable[..., ServerProcess]) -> ServerProcess:
    """A running server: SQLite alone, or what `parametrize("server", BACKENDS, indirect=True)` says."""
    return start_server(getattr(request, "param", "sqlite"))


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Chromium; a fixture of one test, because Playwright's loop would disturb asynchronous tests."""
    with chromium() as opened:
        yield opened


@pytest.fixture
def new_player(browser: Browser) -> Iterator[Players]:
    """Opens a page for each player, `new_player(server.url)`; fails a test whose pages had an error."""
    players = Players(browser)
    yield players
    assert players.faults == []
