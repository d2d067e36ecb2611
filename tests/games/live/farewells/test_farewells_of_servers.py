"""Logged out at one server, shown out of all: by the word of the broker, or where none is heard by a look."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from weakref import finalize

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.games.connections.visitors import Visitor
from tests.support.servers import ServerProcess
from tests.support.waiting import WAIT_TIMEOUT


class Browser:
    """A guest in a browser: a session cookie, and a token against forged forms."""

    def __init__(self, server: ServerProcess) -> None:
        self.http = httpx.Client(base_url=server.url, verify=False, timeout=WAIT_TIMEOUT)
        finalize(self, self.http.close)
        self.http.get("/tables/")
        self.post("/accounts/guest/")

    def post(self, path: str, **fields: str) -> None:
        """Send a form."""
        headers = {"X-CSRFToken": self.http.cookies["csrftoken"]}
        answer = self.http.post(path, data=fields, headers=headers)
        assert answer.status_code == 302, answer.text

    @property
    def proof(self) -> dict[str, str]:
        """What opens this browser's sockets, from no page at all."""
        return {"Cookie": f"sessionid={self.http.cookies['sessionid']}"}

    def log_out(self) -> None:
        """By the page, knowing that a guest does not come back."""
        self.post("/accounts/logout/", leave="1")


def ends(socket: ClientConnection) -> tuple[list[str], int | None]:
    """What a socket is told until it is closed, and the code of that."""
    told = []
    try:
        while True:
            told.append(json.loads(socket.recv(timeout=WAIT_TIMEOUT))["type"])
    except ConnectionClosed as closed:
        return told, closed.rcvd.code if closed.rcvd else None


@pytest.fixture
def opened() -> Iterator[Callable[..., ClientConnection]]:
    """Opens sockets of the lobby; the first frames, about tables and quick matches, are read."""
    with ExitStack() as stack:

        def opens(server: ServerProcess, headers: dict[str, str]) -> ClientConnection:
            url = f"{server.ws_url}/ws/lobby"
            socket = stack.enter_context(connect(url, additional_headers=headers, open_timeout=WAIT_TIMEOUT))
            first = [json.loads(socket.recv(timeout=WAIT_TIMEOUT))["type"] for _ in range(2)]
            assert first == ["tables", "match"]
            return socket

        yield opens


def is_open(socket: ClientConnection) -> bool:
    """Whether a ping is answered."""
    socket.send('{"type": "ping"}')
    while json.loads(socket.recv(timeout=WAIT_TIMEOUT))["type"] != "pong":
        pass
    return True


def test_a_session_and_a_token_that_end_take_their_sockets_along(
    server: ServerProcess, opened: Callable[..., ClientConnection]
) -> None:
    _all_are_shown_out(server, [server], opened)


@pytest.mark.postgres
@pytest.mark.redis
def test_so_they_do_at_other_servers_with_the_brokers_word_and_without(
    start_server: Callable[..., ServerProcess], opened: Callable[..., ClientConnection]
) -> None:
    first = start_server("postgres")
    hears = start_server(beside=first)
    deaf = start_server(beside=first, REDIS_PREFIX="elsewhere")
    _all_are_shown_out(first, [first, hears, deaf], opened)


def _all_are_shown_out(
    first: ServerProcess, servers: list[ServerProcess], opened: Callable[..., ClientConnection]
) -> None:
    browser, phone = Browser(first), Visitor(first)
    other_browser, other_phone = Browser(first), Visitor(first)
    leaving = [opened(each, proof) for each in servers for proof in (browser.proof, phone.headers)]
    staying = [
        opened(each, proof) for each in servers for proof in (other_browser.proof, other_phone.headers)
    ]
    browser.log_out()
    phone.call("POST", "auth/logout").raise_for_status()
    assert [ends(socket) for socket in leaving] == [(["bye"], 4001)] * len(leaving)
    assert all(is_open(socket) for socket in staying)
    first.terminate()
    assert "Traceback" not in first.log()
