"""The configurations of docs/deploy, run by a real nginx and a real HAProxy before a server with HTTPS=on."""

import asyncio
import json
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
from django.conf import settings
from websockets import Origin
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.support.games.choices import first_legal
from tests.support.site.certificates import HOST
from tests.support.site.reverse_proxies import HAProxy, Nginx, ReverseProxy
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT

pytestmark = [pytest.mark.long]
ONE_ROUND = {"preset": "custom", "rounds": [{"cards": 1}], "pause": 0}


@pytest.fixture(
    scope="module",
    params=[(Nginx, False), (HAProxy, False), (Nginx, True), (HAProxy, True)],
    ids=["nginx", "haproxy", "nginx-unix", "haproxy-unix"],
)
def proxy(
    request: pytest.FixtureRequest,
    start_shared_server: Starter,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[ReverseProxy]:
    kind, by_unix_socket = request.param
    folder = tmp_path_factory.mktemp("proxy")
    # nginx's workers do not run as root, and pytest's folders are closed to others.
    with TemporaryDirectory() as open_folder:
        Path(open_folder).chmod(0o755)
        unix_socket = Path(open_folder, "server.sock")
        # A server for each proxy: the attempts of one would count against the other.
        server = start_shared_server(
            "sqlite",
            *(["--unix-socket", str(unix_socket)] if by_unix_socket else []),
            HTTPS="on",
            TRUSTED_PROXIES="1",
            ALLOWED_HOSTS=f"{HOST},127.0.0.1",
            RATE_LIMITS="on",
        )
        running: ReverseProxy = kind(folder, [server.port], [unix_socket] if by_unix_socket else [])
        yield running
    running.stop()


@pytest.fixture(scope="module")
def trust(proxy: ReverseProxy) -> ssl.SSLContext:
    return proxy.trust


@pytest.fixture
def browser(proxy: ReverseProxy, trust: ssl.SSLContext) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=proxy.url, verify=trust, timeout=WAIT_TIMEOUT) as client:
        yield client


def test_pages_know_that_they_came_by_tls(browser: httpx.Client) -> None:
    answer = browser.get("/accounts/login/")
    assert answer.status_code == 200
    assert "max-age=31536000" in answer.headers["strict-transport-security"]
    assert "secure" in answer.headers["set-cookie"].lower()


async def test_a_game_is_played(proxy: ReverseProxy, browser: httpx.Client, trust: ssl.SSLContext) -> None:
    token = browser.post("/api/v1/auth/guest", json={}).raise_for_status().json()["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    asked = {"options": ONE_ROUND, "seats": 3, "bots": 2}
    table = browser.post("/api/v1/tables", json=asked, headers=bearer).raise_for_status().json()["id"]
    address = f"{proxy.ws_url}/ws/tables/{table}"
    async with (
        asyncio.timeout(WAIT_TIMEOUT),
        connect(address, additional_headers=bearer, origin=Origin(proxy.url), ssl=trust) as line,
    ):
        moves, status = 0, ""
        while status != "finished":
            frame = json.loads(await line.recv())
            if frame["type"] != "update":
                continue
            status, sight = frame["sight"]["status"], frame["sight"]
            if status != "finished" and sight["viewer"] in sight["turn"]:
                moves += 1
                action = {"type": "action", "id": f"move {frame['number']}", "action": first_legal(sight)}
                await line.send(json.dumps(action))
    assert moves >= 2


async def test_pages_of_this_site_alone_open_sockets(proxy: ReverseProxy, trust: ssl.SSLContext) -> None:
    """The server compares the page's origin with the Host that the browser asked for."""
    cookie = {"Cookie": f"{settings.SESSION_COOKIE_NAME}=anything"}
    lobby = f"{proxy.ws_url}/ws/lobby"
    async with connect(lobby, additional_headers=cookie, origin=Origin(proxy.url), ssl=trust) as line:
        assert json.loads(await line.recv())["type"]
    elsewhere = Origin("https://elsewhere.example")
    with pytest.raises(InvalidStatus, match="403"):
        await connect(lobby, additional_headers=cookie, origin=elsewhere, ssl=trust)


def test_a_long_body_is_refused_before_it_is_sent(proxy: ReverseProxy, trust: ssl.SSLContext) -> None:
    head = f"POST /api/v1/auth/guest HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 3000000\r\n\r\n"
    with trust.wrap_socket(socket.create_connection((HOST, proxy.port)), server_hostname=HOST) as line:
        line.sendall(head.encode())
        assert line.recv(100).startswith(b"HTTP/1.1 413")


def test_slow_headers_are_not_waited_for(proxy: ReverseProxy, trust: ssl.SSLContext) -> None:
    with trust.wrap_socket(socket.create_connection((HOST, proxy.port)), server_hostname=HOST) as line:
        line.settimeout(WAIT_TIMEOUT)
        line.sendall(b"GET / HTTP/1.1\r\n")
        # nginx closes the connection without a word.
        assert line.recv(100)[:12] in {b"", b"HTTP/1.1 408"}


def test_attempts_are_counted_by_the_real_address(browser: httpx.Client) -> None:
    """A client that invents another address each time is still one client."""
    guess = {"username": "Nobody", "password": "wrong"}
    # Ten are allowed in each five minutes; at most one such window ends during this test.
    for number in range(21):
        invented = {"X-Forwarded-For": f"192.0.2.{number}"}
        answer = browser.post("/api/v1/auth/login", json=guess, headers=invented)
        if answer.status_code == 429:
            break
        assert answer.status_code == 401
    assert answer.status_code == 429
    assert number >= 10
