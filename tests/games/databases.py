"""Databases as the server has them, a file or PostgreSQL, for tests with threads in this process."""

import runpy
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from asgiref.sync import SyncToAsync
from django.core.management import call_command
from django.db import connections

from tests.servers import ROOT, environment


class Databases:
    """One migrated database for each backend, made when first wanted, gone with the tests' session."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._made: dict[str, dict[str, Any]] = {}

    @contextmanager
    def opened(self, backend: str) -> Iterator[None]:
        """Let all threads of this process work on that database."""
        if backend not in self._made:
            self._made[backend] = self._settings(backend)
            with _connected(self._made[backend]):
                call_command("migrate", interactive=False, verbosity=0)
        with _connected(self._made[backend]):
            yield

    def _settings(self, backend: str) -> dict[str, Any]:
        """What the settings module makes of the database's address."""
        env = self._stack.enter_context(environment(backend, self._folder))
        with mock.patch.dict("os.environ", DATABASE_URL=env["DATABASE_URL"], SECRET_KEY="only for tests"):
            settings = runpy.run_path(str(ROOT / "wizard_site/settings.py"))
        configured: dict[str, Any] = connections.configure_settings(settings["DATABASES"])["default"]
        return configured


@contextmanager
def _connected(database: dict[str, Any]) -> Iterator[None]:
    before, mine = connections.settings["default"], connections["default"]
    connections.settings["default"] = database
    connections["default"] = connections.create_connection("default")
    _begin_anew_beside_the_loop()
    try:
        yield
    finally:
        _begin_anew_beside_the_loop()
        connections["default"].close()
        if database["OPTIONS"].get("pool"):
            connections["default"].close_pool()
        connections.settings["default"] = before
        connections["default"] = mine


def _begin_anew_beside_the_loop() -> None:
    """The thread in which asynchronous code reads the database keeps its connection from test to test."""

    def forget() -> None:
        if getattr(connections._connections, "default", None) is not None:
            connections["default"].close()
            del connections["default"]

    SyncToAsync.single_thread_executor.submit(forget).result()
