"""What all tests share: quick settings, the real server as a process, Chromium."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import override_settings
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Playwright, expect, sync_playwright
from rest_framework.test import APIClient

from accounts.services import mails
from core.realtime import bus
from games.services.analysis import coach
from games.services.bots import worker_pool
from games.services.commands import committer
from games.services.uncharged_time import record_outage
from tests.support.browsers import BROWSER_TIMEOUT_MS, Players, chromium
from tests.support.connections import connected
from tests.support.databases import new_database
from tests.support.openapi import check_answer
from tests.support.servers import ServerProcess
from tests.support.starting import Starter, starting

# Some tests take their parameters from the admin's pages, which are loaded with all others.
from wizard_site import urls  # noqa: F401

# Always the same examples, and no clock. `--hypothesis-profile=full` draws as many as hypothesis would.
REPRODUCIBLE: dict[str, Any] = {
    "derandomize": True,
    "database": None,
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}
settings.register_profile("quick", max_examples=15, **REPRODUCIBLE)
settings.register_profile("full", max_examples=100, **REPRODUCIBLE)
settings.load_profile("quick")
LONG_TIMEOUT = 3600


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Count tests with drawn examples as `long` where many are drawn, and give long tests more time."""
    many = config.getoption("--hypothesis-profile") == "full"
    for item in items:
        if many and getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("long")
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.timeout(LONG_TIMEOUT))


@pytest.fixture(scope="session", autouse=True)
def quick_settings() -> Iterator[None]:
    """No pause before a bot's move, as many tables as a test opens, and a password hasher that is quick
    because it protects nothing.

    Each test's client loads the middlewares anew: static files are looked up when they are asked for, not all
    of them each time.
    """
    quick = {
        "BOT_PAUSE": 0,
        "MAX_OPEN_TABLES": 0,
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
        "WHITENOISE_AUTOREFRESH": True,
    }
    with override_settings(**quick):
        yield


@pytest.fixture(scope="session", autouse=True)
def eager_workers() -> Iterator[None]:
    """Search workers get the processor beside other tests, which use every core, and are waited for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_pool, "NICENESS", 0)
        for module in (worker_pool, coach):
            patch.setattr(module, "ANSWER_TIMEOUT", 300.0)
        yield


@pytest.fixture(autouse=True)
def listeners_end_with_their_test() -> Iterator[None]:
    """No hub of the test before, whose event loop is closed, hears the messages of the next."""
    known = bus.all_listeners()
    yield
    for listener in bus.all_listeners() - known:
        bus.remove_listener(listener)


@pytest.fixture(autouse=True)
def counts_from_zero() -> None:
    """No attempts are counted from the test before."""
    cache.clear()


@pytest.fixture(autouse=True)
def emails_sent_immediately(monkeypatch: pytest.MonkeyPatch) -> None:
    """Emails about accounts are sent before `submit` returns. Sending must not use the database."""

    def submit(function: Callable[..., object], *args: object) -> None:
        def refuse(_execute: object, sql: str, *_rest: object) -> None:
            raise AssertionError(f"The database was used to send an email: {sql}")

        with connection.execute_wrapper(refuse):
            function(*args)

    monkeypatch.setattr(mails, "_threads", SimpleNamespace(submit=submit))


@pytest.fixture(autouse=True)
def no_outage_before() -> None:
    """No clock is renewed for what the test before did to the server."""
    record_outage(until=None)


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
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starter]:
    """Starts servers that end with the test."""
    with starting(lambda: tmp_path_factory.mktemp("server")) as start:
        yield start


@pytest.fixture
def server(request: Any, start_server: Starter) -> ServerProcess:
    """A running server: SQLite alone, or what `parametrize("server", BACKENDS, indirect=True)` says."""
    return start_server(getattr(request, "param", "sqlite"))


@pytest.fixture(scope="module")
def start_shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starter]:
    """Starts servers that end with the module, for fixtures of modules that share one."""
    with starting(lambda: tmp_path_factory.mktemp("server")) as start:
        yield start


@pytest.fixture(scope="module")
def shared_server(request: Any, start_shared_server: Starter) -> ServerProcess:
    """As `server`, but one for all tests of a module, each with people and tables of its own."""
    return start_shared_server(getattr(request, "param", "sqlite"))


@pytest.fixture
def own_server(start_server: Starter) -> ServerProcess:
    """A server that a test may stop: SQLite alone."""
    return start_server("sqlite")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Its event loop runs in this thread from the first browser test on: no asynchronous test can follow."""
    expect.set_options(timeout=BROWSER_TIMEOUT_MS)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all browser tests of a process."""
    with chromium(playwright) as opened:
        yield opened


@pytest.fixture
def new_player(browser: Browser) -> Iterator[Players]:
    """Opens a page for each player, `new_player(server.url)`; fails a test whose pages had an error."""
    players = Players(browser)
    yield players
    players.leave()
    assert players.faults == []


@pytest.fixture
def file_database() -> Iterator[str]:
    """The address of a SQLite file, new for each test."""
    with TemporaryDirectory(prefix="wizard-") as folder, new_database("sqlite", Path(folder)) as url:
        yield url


@pytest.fixture
def postgres_database(tmp_path: Path) -> Iterator[str]:
    """The address of a database on PostgreSQL, new for each test."""
    with new_database("postgres", tmp_path) as url:
        yield url


@pytest.fixture
def on_file(file_database: str, django_db_blocker: Any) -> Iterator[None]:
    """A SQLite file that threads share."""
    with django_db_blocker.unblock(), connected(file_database):
        yield


@pytest.fixture(
    params=[pytest.param("sqlite"), pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.long])]
)
def backend(request: Any, django_db_blocker: Any) -> Iterator[str]:
    """A database that threads share: SQLite, and in the long tests PostgreSQL as well."""
    url = request.getfixturevalue("file_database" if request.param == "sqlite" else "postgres_database")
    with django_db_blocker.unblock(), connected(url):
        yield request.param


@pytest.fixture
def at_work() -> Iterator[committer.Committer]:
    """This process's committer, as the server has it."""
    yield committer.start_committer()
    committer.stop_committer()
