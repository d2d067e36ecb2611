"""PostgreSQL and Redis of a test's own, which may be stopped, killed and started again."""

import os
import shutil
import signal
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg
import redis
from psycopg.sql import SQL, Identifier

from tests.support.databases import migrate
from tests.support.network.ports import free_port
from tests.support.servers import left_out

QUICK = "-c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"


class Postgres:
    """A PostgreSQL cluster of a test's own."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder, self.port = programs, folder, free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        # PostgreSQL refuses to run as root.
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as:
            shutil.chown(folder, "postgres")
        self._run("initdb", "-D", f"{folder}/data", "-U", "postgres", "-A", "trust", "--no-sync")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [*self._as, str(self.programs / program), *arguments],
            check=True,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def new_database(self) -> str:
        """The address of one more database, which is migrated."""
        name = f"wizard_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        return self._url_of(name)

    def migrate(self) -> None:
        """Let every new database have the site's tables: PostgreSQL copies this one."""
        migrate(self._url_of("template1"))

    def _url_of(self, name: str) -> str:
        return f"{self.url.rpartition('/')[0]}/{name}"

    def start(self) -> None:
        """Start the cluster and wait until it answers."""
        options = f"-p {self.port} {QUICK}"
        log = f"{self.folder}/log"
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-l", log, "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """`fast` ends sessions in order; `immediate` as a crash does."""
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-m", mode, "stop")


class Redis:
    """A Redis server of a test's own, in memory alone."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"

    def start(self, *options: str) -> None:
        """Start the server and wait until it answers."""
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        with redis.Redis.from_url(self.url) as client:
            while self.process.poll() is None:
                with suppress(redis.RedisError):
                    client.ping()
                    return
                time.sleep(0.02)
        raise RuntimeError("Redis did not start")

    def revive(self) -> None:
        """Start it, or let it go on, if a test has left it dead or halted."""
        self.go_on()
        if self.process.poll() is not None:
            self.start()

    def kill(self) -> None:
        """Kill the server."""
        self.process.kill()
        self.process.wait()

    def suspend(self) -> None:
        """Stop the process: its connections stay open, but nothing is answered."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Continue a suspended process."""
        self.process.send_signal(signal.SIGCONT)


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    """A running one; gone afterwards."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        left_out("there are no programs of PostgreSQL")
    folder = Path(mkdtemp(prefix="wizard-postgres-"))
    try:
        postgres = Postgres(found[-1].parent, folder)
        postgres.start()
        postgres.migrate()
        yield postgres
        with suppress(subprocess.CalledProcessError):
            postgres.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def own_redis() -> Iterator[Redis]:
    """A running one; gone afterwards."""
    if shutil.which("redis-server") is None:
        left_out("there is no program of Redis")
    broker = Redis()
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


class RedisCluster:
    """Two Redis servers, each with half of the slots."""

    def __init__(self) -> None:
        self.servers = [Redis(), Redis()]
        self.url = self.servers[0].url

    def start(self, folder: Path) -> None:
        """Start both, and wait until they are a cluster."""
        for server in self.servers:
            own = folder / str(server.port)
            own.mkdir()
            bus = str(free_port())
            server.start("--cluster-enabled", "yes", "--cluster-port", bus, "--dir", str(own))
        halves = ("0", "8191"), ("8192", "16383")
        for server, (first, last) in zip(self.servers, halves, strict=True):
            self.command(server, "CLUSTER", "ADDSLOTSRANGE", first, last)
        other = str(self.servers[1].port)
        self.command(self.servers[0], "CLUSTER", "MEET", "127.0.0.1", other, bus)
        for server in self.servers:
            while "cluster_state:ok" not in str(self.command(server, "CLUSTER", "INFO")):
                time.sleep(0.02)

    def command(self, server: Redis, *words: str) -> Any:
        """Have one of the servers carry out a command."""
        with redis.Redis.from_url(server.url, decode_responses=True) as client:
            return client.execute_command(*words)

    def move_slot(self, slot: int) -> None:
        """Let the second server own a slot of the first."""
        new_owner = self.command(self.servers[1], "CLUSTER", "MYID")
        for server in reversed(self.servers):
            self.command(server, "CLUSTER", "SETSLOT", str(slot), "NODE", new_owner)


@contextmanager
def own_redis_cluster() -> Iterator[RedisCluster]:
    """A running one; gone afterwards."""
    if shutil.which("redis-server") is None:
        left_out("there is no program of Redis")
    folder = Path(mkdtemp(prefix="wizard-redis-"))
    cluster = RedisCluster()
    try:
        cluster.start(folder)
        yield cluster
    finally:
        for server in cluster.servers:
            server.kill()
        shutil.rmtree(folder, ignore_errors=True)
