"""The real server as a process with a database of its own; tests talk to it from outside alone."""

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, NoReturn

import pytest

from tests.support.network import plain_http

ROOT = Path(__file__).resolve().parents[2]
COVERED = "COVERAGE_PROCESS_CONFIG" in os.environ
"""Whether the processes that a test starts have their coverage measured."""
READY = re.compile(r"Wizard is ready at http://\S+:(\d+)/")
BACKENDS = [
    pytest.param("sqlite"),
    pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.redis]),
]
"""For `@pytest.mark.parametrize("server", BACKENDS, indirect=True)`: alone, or with PostgreSQL and Redis."""
POSTGRES_IS_LONG = [
    pytest.param("sqlite"),
    pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.redis, pytest.mark.long]),
]
"""As BACKENDS, for what does not depend on the database: PostgreSQL only in the long tests."""


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
        """Start it and wait until it can serve. Only the test's own time limit ends the wait."""
        spoke = threading.Event()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(self.port), *self.arguments],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        # Its own event: the reader of a process that was killed may end only after the next start.
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout, spoke), daemon=True)
        self._reader.start()
        spoke.wait()
        if self.process.poll() is not None:
            self._give_up(self.log())
        if (answer := plain_http.get(f"{self.url}/readyz")).status_code != 200:
            # 503 says what is missing; whatever else is no answer of ours, and the process must end.
            self._give_up(str(answer.json()) if answer.status_code == 503 else answer.text)

    def _give_up(self, why: str) -> NoReturn:
        self.kill()
        raise RuntimeError(f"The server did not start: {why}")

    def _read(self, output: IO[str], spoke: threading.Event) -> None:
        """Keep what the server prints, and set `spoke` at the ready line or the end."""
        with output:
            for line in output:
                self._lines.append(line)
                if found := READY.match(line):
                    self.port = int(found[1])
                    spoke.set()
        spoke.set()

    def log(self) -> str:
        """The server's output over all its starts."""
        return "".join(self._lines)

    def resident(self) -> int:
        """The bytes of memory that it has (Linux)."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return 1024 * int(next(line.split()[1] for line in lines if line.startswith("VmRSS")))

    def kill(self) -> None:
        """Kill the process, as a power cut would (SIGKILL)."""
        self.process.kill()
        self._ended()

    def terminate(self, how: int = signal.SIGTERM) -> int:
        """Send a signal and wait; returns the exit code."""
        self.process.send_signal(how)
        return self._ended()

    def stop(self) -> None:
        """End it if it still runs: at once, or in good order where it has coverage data to write."""
        if self.process.poll() is None:
            if COVERED:
                self.terminate()
            else:
                self.kill()

    def children(self) -> list[int]:
        """The processes that it has started (Linux)."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for each in tasks for pid in each.read_text().split()]

    def restart(self) -> None:
        """Stop the process if it runs, and start it again."""
        if self.process.poll() is None:
            self.terminate()
        self.start()

    def _ended(self) -> int:
        code = self.process.wait()
        self._reader.join()
        if self.process.stdout:
            self.process.stdout.close()
        return code
