"""`manage.py runtables` as a process."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.faults.checks import rows
from tests.support.servers import ROOT, ServerProcess
from tests.support.waiting import wait_until


class SchedulerProcess:
    """A process that runs the scheduler on a server's database; it can be killed and started again."""

    def __init__(self, server: ServerProcess, shards: str = "0-1023") -> None:
        self.environment = server.environment
        self.shards = shards
        self.start()

    def start(self) -> None:
        """Start it, without waiting until it is ready."""
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "runtables", "--shards", self.shards],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.first = ""

    def wait_until_ready(self) -> None:
        """Read the first line, which it prints when it is ready."""
        assert self.process.stdout is not None
        self.first = self.process.stdout.readline()

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        self.process.kill()
        with self.process:  # Its end closes what it printed to, and waits.
            pass

    def stop(self, how: int = signal.SIGTERM) -> tuple[int, str]:
        """End it; its exit code, and what it printed."""
        self.process.send_signal(how)
        rest, _ = self.process.communicate()
        return self.process.returncode, self.first + rest


@contextmanager
def scheduler_processes(server: ServerProcess, count: int) -> Iterator[list[SchedulerProcess]]:
    """So many at once for all tables, gone afterwards."""
    with sharded_schedulers(server, *["0-1023"] * count) as running:
        yield running


@contextmanager
def sharded_schedulers(server: ServerProcess, *shards: str) -> Iterator[list[SchedulerProcess]]:
    """One for each of these lists of shards, gone afterwards."""
    running = [SchedulerProcess(server, each) for each in shards]
    try:
        for each in running:
            each.wait_until_ready()
        yield running
    finally:
        for each in running:
            each.kill()


def wait_until_served(server: ServerProcess, *wanted: tuple[str, str]) -> None:
    """Wait until schedulers that run own and serve exactly these shards."""
    wait_until(lambda: {*wanted} <= {*rows(server, "SELECT owned, served FROM games_loop")}, server.log)
