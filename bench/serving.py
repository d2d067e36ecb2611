"""The real server for figures taken from outside: a process with an empty SQLite file of its own."""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

from wizard_site.background import OTHER_JOBS_DELAY_SECONDS

READY = re.compile(r"Wizard is ready at http://(\S+)/")
BARE = re.compile(r"bare at (\S+)")
TICKS = os.sysconf("SC_CLK_TCK")
QUIET = {
    "RATE_LIMITS": "off",
    "MAX_OPEN_TABLES": "0",
    "EMAIL_URL": "dummymail://",
    "BOT_PAUSE": "3600",
    "REDIS_URL": "",
}


class Served(NamedTuple):
    """A server that runs: its host and port, its process, and the path of its Unix socket if it has one."""

    address: str
    pid: int
    unix_socket: str = ""


def find_free_port() -> int:
    """Return the number of a TCP port that is currently free on this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def processor_seconds(pid: int) -> float:
    """Return the CPU seconds used so far by a process (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def processor_seconds_of_all(*names: str) -> float:
    """Return the CPU seconds used by all processes with these names. Works only on Linux.

    Child processes that have ended count, too.
    """
    used = 0
    for process in Path("/proc").glob("[0-9]*"):
        # One may end just now: its parent counts what it has used.
        with suppress(OSError):
            if (process / "comm").read_text().rstrip() in names:
                used += sum(map(int, (process / "stat").read_text().rsplit(")", 1)[1].split()[11:15]))
    return used / TICKS


@contextmanager
def run_server(env: Mapping[str, str]) -> Iterator[Served]:
    """Run a game server with the environment variables `env` until the `with` block ends.

    Yield the server's address and process id, once its pages and background jobs are loaded.
    """
    with run_program("manage.py", "serve", "--port", "0", env=env) as server:
        # Pages and other jobs are loaded after the port has opened, which would be measured with the rest.
        with urlopen(f"http://{server.address}/readyz") as response:
            response.read()
        time.sleep(OTHER_JOBS_DELAY_SECONDS + 1)
        yield server


@contextmanager
def run_test_server() -> Iterator[str]:
    """Run a game server with a new SQLite database until the `with` block ends, and yield its `host:port`.

    The server has no rate limits and sends no emails. Its bots wait at least an hour before each move.
    """
    with tempfile.TemporaryDirectory() as folder:
        own = {"DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3", "PORT": "0"}
        with run_python("manage.py", "serve", "--port", "0", env={**os.environ, **QUIET, **own}) as address:
            yield address


@contextmanager
def run_python(*command: str, env: Mapping[str, str], ready: re.Pattern[str] = READY) -> Iterator[str]:
    """Run Python with the arguments `command` until the `with` block ends, and yield the program's address.

    Otherwise like `run_program`, which yields the process id, too.
    """
    with run_program(*command, env=env, ready=ready) as server:
        yield server.address


@contextmanager
def run_program(
    *command: str, env: Mapping[str, str], ready: re.Pattern[str] = READY, program: str = sys.executable
) -> Iterator[Served]:
    """Run `program`, by default Python, with the arguments `command` until the `with` block ends.

    Wait until the program prints a line that matches `ready`. Yield the first group of the match as the
    program's address, and the process id. Exit with the program's output if the output ends without a match.
    """
    server = subprocess.Popen(
        [program, *command],
        env=dict(env),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    said = []
    try:
        for line in server.stdout:
            said.append(line)
            if found := ready.search(line):
                yield Served(found[1], server.pid)
                return
        raise SystemExit("the server did not start:\n" + "".join(said))
    finally:
        server.terminate()
        server.wait()
