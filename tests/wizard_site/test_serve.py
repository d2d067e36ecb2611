"""The one command as a process: it starts, says so, serves files and sockets, and stops when told to."""

import json
import re
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.support.network import plain_http
from tests.support.servers import BACKENDS, ROOT, ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT

LARGEST = 64 * 1024


@pytest.fixture(scope="module")
def shared_server(start_shared_server: Starter) -> Iterator[ServerProcess]:
    """A server for the tests that neither stop nor disturb it."""
    server = start_shared_server("sqlite")
    yield server
    assert server.terminate() == 0
    assert "Traceback" not in server.log()


@contextmanager
def at_an_open_table(server: ServerProcess) -> Iterator[ClientConnection]:
    """A socket, its first update read."""
    guest = plain_http.post(f"{server.url}/api/v1/auth/guest", json={}).raise_for_status().json()
    bearer = {"Authorization": f"Bearer {guest['token']}"}
    table = plain_http.post(f"{server.url}/api/v1/tables", json={"options": {}, "seats": 4}, headers=bearer)
    path = f"/ws/tables/{table.raise_for_status().json()['id']}"
    with connect(server.ws_url + path, additional_headers=bearer, open_timeout=WAIT_TIMEOUT) as opened:
        _first(opened, "update")
        yield opened


@pytest.fixture
def socket(shared_server: ServerProcess) -> Iterator[ClientConnection]:
    with at_an_open_table(shared_server) as opened:
        yield opened


def _first(socket: ClientConnection, wanted: str) -> dict[str, object]:
    """The first message of this type."""
    while True:
        message: dict[str, object] = json.loads(socket.recv(timeout=WAIT_TIMEOUT))
        if message["type"] == wanted:
            return message


def _close_code(socket: ClientConnection) -> int | None:
    """With which code the server closes the socket."""
    try:
        while True:
            socket.recv(timeout=WAIT_TIMEOUT)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


@pytest.mark.parametrize("server", BACKENDS, indirect=True)
def test_it_starts_says_so_and_stops_with_0(server: ServerProcess) -> None:
    assert f"Wizard is ready at {server.url}/\n" in server.log()
    assert plain_http.get(f"{server.url}/healthz").json() == {"status": "up"}
    assert server.terminate() == 0
    assert server.log().count("\n") == 1


def test_ctrl_c_stops_it_as_well(server: ServerProcess) -> None:
    assert server.terminate(signal.SIGINT) == 0
    assert "Traceback" not in server.log()


def test_it_starts_again_on_what_a_killed_one_left(server: ServerProcess) -> None:
    guest = plain_http.post(f"{server.url}/api/v1/auth/guest", json={}).raise_for_status().json()
    port = server.port
    server.kill()
    server.restart()
    me = plain_http.get(f"{server.url}/api/v1/me", headers={"Authorization": f"Bearer {guest['token']}"})
    assert (server.port, me.status_code) == (port, 200)


def test_a_taken_port_is_an_error(shared_server: ServerProcess) -> None:
    second = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(shared_server.port)],
        cwd=ROOT,
        env=shared_server.environment,
        capture_output=True,
        text=True,
    )
    assert second.returncode == 1
    assert "Address already in use" in second.stderr
    assert "ready" not in second.stdout


def test_without_migrations_it_is_not_ready(start_server: Starter) -> None:
    with pytest.raises(RuntimeError, match=r"'missing': \['migrations'\]"):
        start_server("sqlite", "--no-migrate", migrated=False)


def test_a_frame_of_64_kib_is_read(socket: ClientConnection) -> None:
    socket.send(json.dumps({"type": "ping"}).ljust(LARGEST))
    assert _first(socket, "pong")


def test_a_larger_frame_closes_the_socket_and_nothing_else(
    shared_server: ServerProcess, socket: ClientConnection
) -> None:
    socket.send(json.dumps({"type": "ping"}).ljust(LARGEST + 1))
    assert _close_code(socket) == 1009
    assert plain_http.get(f"{shared_server.url}/healthz").status_code == 200
    assert "Traceback" not in shared_server.log()


def test_a_fragmented_message_has_the_same_limit(socket: ClientConnection) -> None:
    # The server may close before the last part is out.
    with suppress(ConnectionClosed):
        socket.send(["x" * (LARGEST // 2)] * 3)
    assert _close_code(socket) == 1009


def test_stopping_says_bye(server: ServerProcess) -> None:
    with at_an_open_table(server) as socket:
        server.process.terminate()
        bye = _first(socket, "bye")
        assert bye["code"] == 1012
        assert bye["retry_after"]
        assert _close_code(socket) == 1012
    assert server.process.wait() == 0


def test_a_socket_that_does_not_answer_holds_up_nobody(server: ServerProcess) -> None:
    with at_an_open_table(server) as socket:
        socket.socket.shutdown(1)
        assert server.terminate() == 0


def test_sockets_to_nowhere_and_from_elsewhere_are_refused_in_silence(shared_server: ServerProcess) -> None:
    elsewhere = {"Origin": "https://evil.example", "Cookie": "sessionid=abc"}
    for path, headers in (("/ws/nowhere", {}), (f"/ws/tables/{uuid.uuid4()}", elsewhere)):
        with pytest.raises(InvalidStatus) as refused:
            connect(f"{shared_server.ws_url}{path}", additional_headers=headers, open_timeout=WAIT_TIMEOUT)
        assert refused.value.response.status_code == 403
    assert "Traceback" not in shared_server.log()


def test_static_files_are_kept_for_good_and_come_compressed(shared_server: ServerProcess) -> None:
    page = plain_http.get(f"{shared_server.url}/api/v1/docs").raise_for_status().text
    found = re.search(r'"(/static/\w+/css/pages/every\.css)"', page)
    assert found is not None
    answer = plain_http.get(f"{shared_server.url}{found[1]}", headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.content.startswith(b"/* Every page.")
    assert (ROOT / "static/css/base.css").read_bytes() in answer.content


def test_a_chunked_body_is_read_and_limited(shared_server: ServerProcess) -> None:
    url = f"{shared_server.url}/api/v1/auth/guest"
    json_type = {"Content-Type": "application/json"}
    assert (
        plain_http.post(url, content=iter([b'{"device":', b' "phone"}']), headers=json_type).status_code
        == 201
    )
    answer = plain_http.post(url, content=iter([b" " * LARGEST, b"{}"]), headers=json_type)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("background", ["async def background(): 1 / 0", "def background(): 1 / 0"])
def test_background_work_that_fails_takes_the_server_with_it(background: str) -> None:
    program = f"""
from core.asgi.server import SiteServer
{background}
endpoints = ["tcp:0:interface=127.0.0.1"]
server = SiteServer(application=None, endpoints=endpoints, background=background, on_ready=print)
server.run()
raise SystemExit(server.exit_code)
"""
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 1
    assert "ZeroDivisionError" in ended.stderr


@pytest.mark.parametrize(
    ("background", "hangs"),
    [
        # A thread that waits for ever, which Python joins before the process ends.
        ("async def background(): await asyncio.to_thread(threading.Event().wait)", "in _python_exit"),
        # Work that cannot be cancelled.
        (
            """
async def background():
    while True:
        try: await asyncio.sleep(3600)
        except asyncio.CancelledError: print("goes on")
""",
            # What runs the loop: uvloop has no frames of Python below it.
            "asyncioreactor.py",
        ),
    ],
)
def test_a_server_that_does_not_end_says_where_it_hangs_and_ends(background: str, hangs: str) -> None:
    program = f"""
import asyncio, os, signal, threading
from core import stop_deadline
from core.asgi.server import SiteServer
stop_deadline.STOP_DEADLINE_SECONDS = 1.0
{background}
server = SiteServer(
    application=None,
    endpoints=["tcp:0:interface=127.0.0.1"],
    background=background,
    on_ready=lambda port: asyncio.get_running_loop().call_later(0.1, os.kill, os.getpid(), signal.SIGTERM),
)
server.run()
raise SystemExit(server.exit_code)
"""
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 1
    assert hangs in ended.stderr


def test_a_signal_before_the_background_work_starts_is_not_lost() -> None:
    program = """
from core.asgi.server import SiteServer
class Hasty(SiteServer):
    def _prepare_to_listen(self):
        super()._prepare_to_listen()
        self._begin_stop()
async def background(): print("started")
endpoints = ["tcp:0:interface=127.0.0.1"]
server = Hasty(application=None, endpoints=endpoints, background=background, on_ready=print)
server.run()
raise SystemExit(server.exit_code)
"""
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
