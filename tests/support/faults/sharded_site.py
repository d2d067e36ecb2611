"""A whole site of a test's own that shares its tables by shard, each part of which may be killed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import redis

from games.shards import SHARDS
from tests.support.faults.instances import Postgres, Redis, own_postgres, own_redis
from tests.support.faults.scheduler_processes import SchedulerProcess, sharded_schedulers, wait_until_served
from tests.support.servers import ServerProcess
from tests.support.site.certificates import HOST
from tests.support.site.reverse_proxies import HAProxy
from tests.support.starting import Starter

SERVERS = 4
LOW, HIGH = "0-511", "512-1023"
ARGUMENTS = ("--no-migrate", "--no-tables")
BEHIND_A_PROXY = {
    "HTTPS": "on",
    "TRUSTED_PROXIES": "1",
    "ALLOWED_HOSTS": f"{HOST},127.0.0.1",
    # Those of six processes together have to be less than PostgreSQL's 100 connections.
    "DATABASE_POOL": "10",
}


class Part(NamedTuple):
    """A part of the site that can be lost."""

    name: str
    kill: Callable[[], None]
    start: Callable[[], None]
    is_needed: bool
    """Whether nobody can play without it."""


class ShardedSite(NamedTuple):
    """HAProxy in front of servers without schedulers, two schedulers, PostgreSQL and Redis."""

    proxy: HAProxy
    servers: list[ServerProcess]
    schedulers: list[SchedulerProcess]
    broker: Redis
    postgres: Postgres

    def find_server(self, table_id: str) -> ServerProcess:
        """The server that has a table now."""
        port = self.proxy.find_port(table_id)
        [server] = [each for each in self.servers if each.port == port]
        return server

    def parts(self, table_id: str) -> Iterator[Part]:
        """Each kind of part once. The server is the one that has this table now."""
        server = self.find_server(table_id)
        yield Part("a server", server.kill, server.start, is_needed=False)
        yield Part("a scheduler", self._kill_scheduler, self._start_scheduler, is_needed=False)
        yield Part("the proxy", self.proxy.kill, self.proxy.start, is_needed=True)
        yield Part("Redis", self.broker.kill, self.broker.start, is_needed=False)
        yield Part("PostgreSQL", lambda: self.postgres.stop("immediate"), self.postgres.start, is_needed=True)

    def _kill_scheduler(self) -> None:
        """Kill the second scheduler, and wait until the first one has its shards."""
        self.schedulers[1].kill()
        wait_until_served(self.servers[0], (LOW, "0-1023"))

    def _start_scheduler(self) -> None:
        """Start the second scheduler again, and wait until it has its shards back."""
        self.schedulers[1].start()
        self.schedulers[1].wait_until_ready()
        wait_until_served(self.servers[0], (LOW, LOW), (HIGH, HIGH))

    def followers_of_shards(self) -> list[int]:
        """How many processes are subscribed to each shard's news."""
        prefix = self.servers[0].environment["REDIS_PREFIX"]
        channels = [f"{prefix}:news:{shard}" for shard in range(SHARDS)]
        with redis.Redis.from_url(self.broker.url) as client:
            counted = client.execute_command("PUBSUB", "SHARDNUMSUB", *channels)
        return [int(count) for count in counted[1::2]]


@contextmanager
def sharded_site(start_server: Starter, folder: Path) -> Iterator[ShardedSite]:
    """A running one; `folder` takes the proxy's files."""
    with own_postgres() as postgres, own_redis() as broker:
        servers = [_start_first(start_server, postgres, broker)]
        servers += [
            start_server("sqlite", *ARGUMENTS, beside=servers[0], migrated=False) for _ in range(SERVERS - 1)
        ]
        with sharded_schedulers(servers[0], LOW, HIGH) as schedulers:
            wait_until_served(servers[0], (LOW, LOW), (HIGH, HIGH))
            proxy = HAProxy(folder, [each.port for each in servers])
            try:
                yield ShardedSite(proxy, servers, schedulers, broker, postgres)
            finally:
                proxy.stop()


def _start_first(start_server: Starter, postgres: Postgres, broker: Redis) -> ServerProcess:
    """The server whose environment the others have. Its database is there: none is made for it."""
    own = {"DATABASE_URL": postgres.new_database(), "REDIS_URL": broker.url, "REDIS_PREFIX": "wizard"}
    return start_server("sqlite", *ARGUMENTS, migrated=False, **own, **BEHIND_A_PROXY)
