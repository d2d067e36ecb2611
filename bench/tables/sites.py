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
        """Return the CPU seconds used so far by the servers, the schedulers, PostgreSQL and Redis.

        The keys are the names of these four. For PostgreSQL and Redis, all processes on this machine count.
        """
        return {
            "servers": sum(processor_seconds(each.pid) for each in self.servers),
            "schedulers": sum(processor_seconds(each.pid) for each in self.schedulers),
            "PostgreSQL": processor_seconds_of_all("postgres"),
            "Redis": processor_seconds_of_all("redis-server"),
        }


@contextmanager
def prepare_sqlite_server() -> Iterator[tuple[dict[str, str], Start]]:
    """Create a temporary SQLite database.

    Yield environment variables for a server on it, and a function that starts this server.
    """
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, **QUIET, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
        yield env, lambda stack: [stack.enter_context(run_server(env))]


@contextmanager
def prepare_postgres_servers(count: int) -> Iterator[tuple[dict[str, str], Start]]:
    """Create a temporary PostgreSQL database.

    Yield environment variables for servers on it, and a function that starts `count` servers.
    """
    with postgres_database() as env:
        yield env, lambda stack: [stack.enter_context(run_server(env)) for _ in range(count)]


@contextmanager
def postgres_database(template: str = "template0") -> Iterator[dict[str, str]]:
    """Create a temporary copy of a PostgreSQL database, and delete it after the block.

    Yield environment variables for servers on the copy.
    """
    name = f"bench_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        # PostgreSQL copies a database only while nobody is connected to it.
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            own = {"DATABASE_URL": f"{POSTGRES}{name}", "REDIS_URL": REDIS, "REDIS_PREFIX": name}
            yield {**os.environ, **QUIET, **own}
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def _run_server_without_scheduler(env: Mapping[str, str], unix_socket: str) -> Iterator[Served]:
    """Run a server on a free port and a Unix socket until the `with` block ends, and yield the server.

    The server does not play the bots' moves and does not watch the tables' clocks.
    """
    # Separate schedulers do the timed work. The database must be migrated already.
    serve = ("manage.py", "serve", "--port", "0", "--no-tables", "--no-migrate")
    with run_program(*serve, "--unix-socket", unix_socket, env=env) as server:
        yield server._replace(unix_socket=unix_socket)


@contextmanager
def run_servers_and_schedulers(
    env: Mapping[str, str], servers: int, shards: Sequence[str] = (ALL,)
) -> Iterator[Site]:
    """Run `servers` servers, and one scheduler for each entry of `shards`, until the `with` block ends.

    An entry is a range of shards (numbered groups of tables), such as "0-511". Its scheduler runs the bots
    and clocks of these tables. Yield the running servers and schedulers.
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
