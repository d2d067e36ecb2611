"""The real server as a process with a database of its own; tests talk to it from outside alone."""

import os
import re
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import httpx
import psycopg
import pytest
import redis

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30
"""Seconds after which a server that neither starts nor stops has failed."""
READY = re.compile(r"Wizard is ready at http://\S+:(\d+)/")
BACKENDS = [
    pytest.param("sqlite"),
    pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.redis]),
]
"""For `@pytest.mark.parametrize("server", BACKENDS, indirect=True)`: alone, or with PostgreSQL and Redis."""
QUIET = {"BOT_PAUSE": "0", "RATE_LIMITS": "off", "EMAIL_URL": "dummymail://", "SECRET_KEY": "only for tests"}


def left_out(what: str) -> NoReturn:
    """Skip a test that lacks something of this machine; in CI nothing may be lacking."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what}, and in CI nothing may be left out")
    pytest.skip(what)


class ServerProcess:
    """One `manage.py serve` that can be killed and started again on the same port and database."""

    def __init__(self, environment: dict[str, str], *arguments: str) -> None:
        self.environment = environment
        self.arguments = arguments
        self.port = 0
        self._lines: list[str] = []
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it can serve."""
        self._spoke = threading.Event()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(self.port), *self.arguments],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._spoke.wait(PATIENCE) or self.process.poll() is not None:
            self._give_up(self.log())
        if (answer := httpx.get(f"{self.url}/readyz")).status_code != 200:
            # 503 says what is missing; whatever else is no answer of ours, and the process must end.
            self._give_up(str(answer.json()) if answer.status_code == 503 else answer.text)

    def _give_up(self, why: str) -> NoReturn:
        self.kill()
        raise RuntimeError(f"The server did not start: {why}")

    def _read(self) -> None:
        """Keep what the server prints, and wake `start` at the ready line or the end."""
        for line in self.process.stdout or ():
            self._lines.append(line)
            if found := READY.match(line):
                self.port = int(found[1])
                self._spoke.set()
        self._spoke.set()

    def log(self) -> str:
        """All that it printed, over all its starts."""
        return "".join(self._lines)

    def resident(self) -> int:
        """The bytes of memory that it has (Linux)."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return 1024 * int(next(line.split()[1] for line in lines if line.startswith("VmRSS")))

    def kill(self) -> None:
        """End it at once, as a power cut would (SIGKILL)."""
        self.process.kill()
        self._ended()

    def terminate(self, how: int = signal.SIGTERM) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(how)
        return self._ended()

    def children(self) -> list[int]:
        """The processes that it has started (Linux)."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for each in tasks for pid in each.read_text().split()]

    def restart(self) -> None:
        """Stop it if it runs, and start it again."""
        if self.process.poll() is None:
            self.terminate()
        self.start()

    def _ended(self) -> int:
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self._reader.join(PATIENCE)
        return code


@contextmanager
def environment(backend: str, folder: Path) -> Iterator[dict[str, str]]:
    """The environment of a server with an empty database, which goes away with it."""
    if backend == "sqlite":
        yield {**_inherited(), **QUIET, "DATABASE_URL": f"sqlite:///{folder / 'wizard.sqlite3'}"}
        return
    broker = _broker()
    with _postgres() as database:
        own = {"DATABASE_URL": database, "REDIS_URL": broker, "REDIS_PREFIX": uuid.uuid4().hex}
        yield {**_inherited(), **QUIET, **own}


def _inherited() -> dict[str, str]:
    ours = {"PORT", "DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "ALLOWED_HOSTS", "DEBUG", "RATE_LIMITS"}
    return {name: value for name, value in os.environ.items() if name not in ours}


@contextmanager
def _postgres() -> Iterator[str]:
    """A new database on the tests' PostgreSQL server."""
    server = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
    name = f"wizard_{uuid.uuid4().hex[:12]}"
    try:
        connection = psycopg.connect(server, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError:
        left_out("there is no PostgreSQL server (TEST_DATABASE_URL)")
    with connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _broker() -> str:
    url = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")
    try:
        redis.Redis.from_url(url, socket_connect_timeout=3).ping()
    except redis.RedisError:
        left_out("there is no Redis server (TEST_REDIS_URL)")
    return url
