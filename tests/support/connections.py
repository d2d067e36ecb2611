"""Connects all threads of the tests' own process to a database as a server has it."""

import os
import runpy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import environ
from asgiref.sync import SyncToAsync
from django.db import connections, transaction

from tests.support.servers import ROOT


@contextmanager
def connected(url: str) -> Iterator[None]:
    """With the options that the settings module gives to the database at this address."""
    database = _configured(url)
    before, mine = connections.settings["default"], connections["default"]
    connections.settings["default"] = database
    connections["default"] = connections.create_connection("default")
    _forget_connection_beside_the_loop()
    try:
        yield
    finally:
        _forget_connection_beside_the_loop()
        connections["default"].close()
        if database["OPTIONS"].get("pool"):
            connections["default"].close_pool()
        connections.settings["default"] = before
        connections["default"] = mine


@contextmanager
def rolled_back(url: str) -> Iterator[None]:
    """Connected to a database that keeps nothing of the block; for what needs no threads."""
    block = transaction.atomic()
    # As Django's TestCase has it: blocks that must be the outermost ones may be inside.
    block._from_testcase = True
    with connected(url), block:
        yield
        # What waits for the commit is never done, as in the tests of SQLite.
        transaction.set_rollback(True)


def _configured(url: str) -> dict[str, Any]:
    env = {"DATABASE_URL": url, "SECRET_KEY": "only for tests", "SQLITE_SYNCHRONOUS": "OFF"}
    # A copy of the environment: other threads may be reading the real one.
    with mock.patch.object(environ.Env, "ENVIRON", {**os.environ, **env}):
        settings = runpy.run_path(str(ROOT / "wizard_site/settings/database.py"))
    configured: dict[str, Any] = connections.configure_settings(settings["DATABASES"])["default"]
    return configured


def _forget_connection_beside_the_loop() -> None:
    """The thread in which asynchronous code reads the database keeps its connection from test to test."""

    def forget() -> None:
        if getattr(connections._connections, "default", None) is not None:
            connections["default"].close()
            del connections["default"]

    SyncToAsync.single_thread_executor.submit(forget).result()
