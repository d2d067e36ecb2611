"""A server that listens on a Unix socket as well, for a proxy on the same machine."""

import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import unix_connect

from tests.support.network import plain_http
from tests.support.servers import ROOT, ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT


@pytest.fixture
def path(tmp_path: Path) -> Path:
    # Twisted's descriptions of endpoints give colons and equals signs a meaning.
    return tmp_path / "a:b=c.sock"


@pytest.fixture
def server(start_server: Starter, path: Path) -> ServerProcess:
    return start_server("sqlite", "--unix-socket", str(path))


def _get(path: Path, page: str) -> httpx.Response:
    with httpx.Client(transport=httpx.HTTPTransport(uds=str(path)), timeout=WAIT_TIMEOUT) as client:
        return client.get(f"http://localhost{page}")


def test_requests_and_sockets_come_by_both_ways(server: ServerProcess, path: Path) -> None:
    assert _get(path, "/healthz").json() == {"status": "up"}
    assert plain_http.get(f"{server.url}/healthz").json() == {"status": "up"}
    with unix_connect(str(path), uri="ws://localhost/ws/lobby", open_timeout=WAIT_TIMEOUT) as socket:
        assert '"type"' in str(socket.recv(timeout=WAIT_TIMEOUT))


def test_a_stopped_server_leaves_no_socket(server: ServerProcess, path: Path) -> None:
    assert path.is_socket()
    assert server.terminate() == 0
    assert not path.exists()


def test_the_socket_of_a_killed_server_is_replaced(server: ServerProcess, path: Path) -> None:
    server.kill()
    assert path.is_socket()
    server.restart()
    assert _get(path, "/healthz").status_code == 200


def test_a_socket_in_use_is_an_error(server: ServerProcess, path: Path) -> None:
    second = _serve(server, path)
    assert second.returncode == 1
    assert "Address already in use" in second.stderr
    assert _get(path, "/healthz").status_code == 200


def test_another_file_is_an_error_and_stays(server: ServerProcess, tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("keep me")
    assert _serve(server, file).returncode == 1
    assert file.read_text() == "keep me"


def _serve(beside: ServerProcess, path: Path) -> "subprocess.CompletedProcess[str]":
    """Start a second server on the same database, which has to fail."""
    command = [sys.executable, "manage.py", "serve", "--no-migrate", "--port=0", f"--unix-socket={path}"]
    return subprocess.run(
        command, cwd=ROOT, env=beside.environment, capture_output=True, text=True, timeout=WAIT_TIMEOUT
    )
