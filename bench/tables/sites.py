"""Where the real server runs for these figures: by itself on SQLite, or with others on PostgreSQL."""

import os
import re
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

import psycopg

from bench.serving import QUIET, Served, processor_seconds, processor_seconds_of_all, run_program, run_server
from games.shards import SHARDS

POSTGRES = os.environ.get("BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432/")
REDIS = os.environ.get("BENCH_REDIS", "redis://127.0.0.1:6379/7")
ALL = f"0-{SHARDS - 1}"
"""The shards of a scheduler that is the only one."""
SCHEDULER_READY = re.compile(r"(Wizard tends its tables)")
Start = Callable[[ExitStack], list[Served]]
"""Starts servers that run until the stack is closed."""


class Site(NamedTuple):
    """Servers without schedulers, and the schedulers beside them."""

    servers: list[Served]
    schedulers: list[Served]

    def processor_seconds(self) -> dict[str, float]:
        """Return the CPU seconds used so far by each kind of process.

        PostgreSQL and Redis count with all their processes on this machine.
        """
        return {
            "servers": sum(processor_seconds(each.pid) for each in self.servers),
            "schedulers": sum(processor_seconds(each.pid) for each in self.schedulers),
            "PostgreSQL": processor_seconds_of_all("postgres"),
            "Redis": processor_seconds_of_all("redis-server"),
        }


@contextmanager
def prepare_sqlite_server() -> Iterator[tuple[dict[str, str], Start]]:
    """Create an empty SQLite file, and delete it after the block.

    Yield environment variables that name the file, and a function that starts a server on it.
    """
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, **QUIET, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
        yield env, lambda stack: [stack.enter_context(run_server(env))]


@contextmanager
def prepare_postgres_servers(count: int) -> Iterator[tuple[dict[str, str], Start]]:
    """Create an empty PostgreSQL database, and drop it after the block.

    Yield environment variables that name the database, and a function that starts `count` servers on it.
    """
    with postgres_database() as env:
        yield env, lambda stack: [stack.enter_context(run_server(env)) for _ in range(count)]


@contextmanager
def postgres_database(template: str = "template0") -> Iterator[dict[str, str]]:
    """Create a copy of the PostgreSQL database `template`, and drop the copy after the block.

    Yield environment variables that name the copy and a new Redis prefix. No process may be connected to
    `template`.
    """
    name = f"bench_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            own = {"DATABASE_URL": f"{POSTGRES}{name}", "REDIS_URL": REDIS, "REDIS_PREFIX": name}
            yield {**os.environ, **QUIET, **own}
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def _run_server_without_scheduler(env: Mapping[str, str], unix_socket: str) -> Iterator[Served]:
    """Run a server until the block ends, on a free TCP port and on a Unix socket with this path.

    The server does no timed work at tables, such as moves of bots: separate schedulers do.
    """
    serve = ("manage.py", "serve", "--port", "0", "--no-tables", "--no-migrate")
    with run_program(*serve, "--unix-socket", unix_socket, env=env) as server:
        yield server._replace(unix_socket=unix_socket)


@contextmanager
def run_servers_and_schedulers(
    env: Mapping[str, str], servers: int, shards: Sequence[str] = (ALL,)
) -> Iterator[Site]:
    """Run `servers` servers, and one scheduler for each range of shards, until the block ends.

    The database named in `env` must be migrated. `shards` has ranges of shards as text, such as "0-511".
    """
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        yield Site(
            servers=[
                stack.enter_context(_run_server_without_scheduler(env, f"{folder}/{number}.sock"))
                for number in range(servers)
            ],
            schedulers=[
                stack.enter_context(
                    run_program("manage.py", "runtables", "--shards", each, env=env, ready=SCHEDULER_READY)
                )
                for each in shards
            ],
        )
