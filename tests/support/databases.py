"""Migrated databases for tests: each backend is migrated once in a process, and every test gets a copy."""

import atexit
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import psycopg

from tests.support.servers import ROOT, left_out


@contextmanager
def new_database(backend: str, folder: Path, *, migrated: bool = True) -> Iterator[str]:
    """The address of a database that nobody else uses; dropped afterwards.

    `folder` takes the file of a SQLite database, which stays until the folder goes.
    """
    if backend == "sqlite":
        path = folder / "wizard.sqlite3"
        if migrated:
            shutil.copyfile(_sqlite_template(), path)
        yield f"sqlite:///{path}"
        return
    name = f"wizard_{uuid.uuid4().hex[:12]}"
    _on_postgres(f"CREATE DATABASE {name}" + (f" TEMPLATE {_postgres_template()}" if migrated else ""))
    try:
        yield _postgres_url(name)
    finally:
        _on_postgres(f"DROP DATABASE {name} WITH (FORCE)")


@cache
def _sqlite_template() -> Path:
    folder = Path(mkdtemp(prefix="wizard-template-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = folder / "template.sqlite3"
    migrate(f"sqlite:///{path}")
    return path


@cache
def _postgres_template() -> str:
    name = f"wizard_template_{uuid.uuid4().hex[:12]}"
    _on_postgres(f"CREATE DATABASE {name}")
    atexit.register(_on_postgres, f"DROP DATABASE {name} WITH (FORCE)")
    migrate(_postgres_url(name))
    return name


def migrate(url: str) -> None:
    """In a process of its own: its end closes every connection, which copying a template demands."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url, "SECRET_KEY": "only for tests", "SQLITE_SYNCHRONOUS": "OFF"},
        check=True,
    )


def _server() -> str:
    return os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")


def _postgres_url(name: str) -> str:
    return f"{_server().rpartition('/')[0]}/{name}"


def _on_postgres(statement: str) -> None:
    """Run a statement that no transaction may enclose."""
    try:
        connection = psycopg.connect(_server(), autocommit=True)
    except psycopg.OperationalError:
        left_out("there is no PostgreSQL server (TEST_DATABASE_URL)")
    with connection:
        connection.execute(statement)  # type: ignore[call-overload]  # The names in it are drawn here.
