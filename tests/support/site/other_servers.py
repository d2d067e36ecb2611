"""The site's ASGI application behind our own server and others, each as a process."""

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from tests.support.network import plain_http
from tests.support.network.ports import free_port
from tests.support.servers import ROOT
from tests.support.waiting import wait_until

APPLICATION = "wizard_site.asgi:application"
SEND_BUFFER_BYTES = 4096
COMMANDS = {
    "serve": ("manage.py", "serve", "--port", "{port}", "--no-migrate"),
    "daphne": ("-m", "daphne", "--port", "{port}", APPLICATION),
    "runserver": ("manage.py", "runserver", "--noreload", "127.0.0.1:{port}"),
    "uvicorn": ("-m", "uvicorn", "--fd", "{fd}", APPLICATION),
}


class OtherServer:
    """A running server; `url`, `ws_url` and `log()` are those of a ServerProcess."""

    def __init__(self, name: str, environment: dict[str, str]) -> None:
        self.name = name
        # Only uvicorn takes a socket that listens already; the kernel's buffer of its connections is small.
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        if name == "uvicorn":
            listening.bind(("127.0.0.1", 0))
            listening.listen()
        self.port = port = listening.getsockname()[1] if name == "uvicorn" else free_port()
        self.url, self.ws_url = f"http://127.0.0.1:{port}", f"ws://127.0.0.1:{port}"
        self._lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, *(part.format(port=port, fd=listening.fileno()) for part in COMMANDS[name])],
            cwd=ROOT,
            env=environment,
            pass_fds=[listening.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        listening.close()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as said:
            self._lines.extend(said)

    def log(self) -> str:
        """The server's output so far."""
        return "".join(self._lines)

    def is_ready(self) -> bool:
        """Whether it can serve. Fails where it has ended instead."""
        assert self.process.poll() is None, self.log()
        try:
            return plain_http.get(f"{self.url}/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def terminate(self) -> int:
        """Ask it to stop; its exit code."""
        self.process.terminate()
        code = self.process.wait()
        self._reader.join()
        return code


@contextmanager
def other_server(name: str, environment: dict[str, str]) -> Iterator[OtherServer]:
    """One of COMMANDS, started and ready; it has ended afterwards."""
    server = OtherServer(name, environment)
    try:
        wait_until(server.is_ready)
        yield server
    finally:
        server.terminate()
