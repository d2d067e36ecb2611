"""Requests that are too long, too slow or too many are refused, while others are served."""

import json
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import count

import httpx
import pytest

from core.asgi.request_limits import GRACE_SECONDS, Limits, UnfinishedRequests
from tests.support.faults.hooks import HOOK
from tests.support.games.connections.visitors import Visitor
from tests.support.network import plain_http
from tests.support.servers import ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT, wait_until
from wizard_site.management.commands.serve import request_limits

MAX_BYTES, PER_ADDRESS = 100_000, 5
LIMITS = {
    "MAX_REQUEST_BYTES": str(MAX_BYTES),
    "REQUEST_HEADER_TIMEOUT": "0.3",
    "REQUEST_BODY_TIMEOUT": "0.3",
    "MAX_UNFINISHED_PER_ADDRESS": str(PER_ADDRESS),
    "LIMITS": "core.asgi.request_limits:GRACE_SECONDS=0",
}
START = "POST /api/v1/auth/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def server(start_shared_server: Starter) -> Iterator[ServerProcess]:
    """A server with short limits, where nothing may go wrong."""
    server = start_shared_server("sqlite", PYTHONPATH=HOOK, **LIMITS)
    yield server
    assert server.terminate() == 0
    assert "Traceback" not in server.log()


class Raw:
    """A client that says what it is told to, byte by byte."""

    def __init__(self, server: ServerProcess, text: str = "") -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=WAIT_TIMEOUT)
        self.say(text)

    def say(self, text: str) -> None:
        self.socket.sendall(text.encode())

    def hear(self) -> bytes:
        """All that comes until the server closes."""
        heard = b""
        while part := self.socket.recv(65536):
            heard += part
        return heard

    def problem(self) -> tuple[int, str]:
        """Status and code of the only answer, after which the server closes."""
        head, _, body = self.hear().partition(b"\r\n\r\n")
        assert b"Connection: close" in head
        status = int(head.split()[1])
        told = json.loads(body)
        assert told["status"] == status
        return status, told["code"]

    def close(self) -> None:
        self.socket.close()


def client(server: ServerProcess, text: str = "") -> "closing[Raw]":
    return closing(Raw(server, text))


def temporary_files(server: ServerProcess) -> set[str]:
    """The files without a name that the server has open (Linux)."""
    folder = f"/proc/{server.process.pid}/fd"
    found = []
    for each in os.listdir(folder):
        try:
            found.append(os.readlink(f"{folder}/{each}"))
        except FileNotFoundError:
            continue
    return {each for each in found if each.endswith("(deleted)")}


def test_a_body_that_is_announced_as_too_long_is_refused_at_once(server: ServerProcess) -> None:
    for more in ("", "Expect: 100-continue\r\n"):
        with client(server, f"{START}{more}Content-Length: 600000000\r\n\r\n") as mallory:
            assert mallory.problem() == (413, "too_large")


def test_nothing_of_it_is_stored_while_it_comes(server: ServerProcess) -> None:
    before = temporary_files(server)
    with client(server, f"{START}Content-Length: 600000000\r\n\r\n") as mallory:
        for _ in range(20):
            mallory.say("x" * 10_000)
        assert mallory.problem() == (413, "too_large")
        # The server may close the file of an earlier request at any time.
        assert temporary_files(server) <= before


def test_a_chunked_body_is_refused_where_it_becomes_too_long(server: ServerProcess) -> None:
    with client(server, f"{START}Transfer-Encoding: chunked\r\n\r\n") as mallory:
        for _ in range(MAX_BYTES // 10_000 + 1):
            mallory.say(f"{10_000:x}\r\n" + "x" * 10_000 + "\r\n")
        assert mallory.problem() == (413, "too_large")


def test_a_body_within_the_limit_comes_to_the_application(server: ServerProcess) -> None:
    body = json.dumps({"device": "phone"}) + " " * 1000
    answer = plain_http.post(
        f"{server.url}/api/v1/auth/guest", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 201


@pytest.mark.parametrize(
    "sent", ["G", "GET / HTTP/1.1\r\nHost: local", f"{START}Content-Length: 10\r\n\r\n{{"]
)
def test_a_request_that_takes_too_long_is_ended(server: ServerProcess, sent: str) -> None:
    with client(server, sent) as mallory:
        assert mallory.problem() == (408, "request_timeout")


def test_a_client_that_says_nothing_is_hung_up_on(server: ServerProcess) -> None:
    with client(server) as browser:
        assert browser.hear() == b""


def test_bytes_that_come_now_and_then_give_no_more_time(server: ServerProcess) -> None:
    with client(server, "GET / HTTP/1.1\r\n") as mallory:
        mallory.socket.setblocking(False)
        heard = bytearray()

        def has_ended() -> bool:
            try:
                mallory.socket.send(b"X-More: 1\r\n")
                heard.extend(mallory.socket.recv(65536))
            except BlockingIOError:
                pass
            except OSError:
                return True
            return b"408 Request Timeout" in heard

        wait_until(has_ended)


def test_of_many_unfinished_requests_of_one_address_the_oldest_give_way(start_server: Starter) -> None:
    patient = {**LIMITS, "REQUEST_HEADER_TIMEOUT": str(WAIT_TIMEOUT)}
    server = start_server("sqlite", PYTHONPATH=HOOK, **patient)
    with ExitStack() as stack:
        slow = []
        for _ in range(PER_ADDRESS + 2):
            slow.append(stack.enter_context(client(server, "GET / HTTP/1.1\r\n")))
            # One more each time, which is served; by then the server has read what came before.
            assert plain_http.get(f"{server.url}/healthz").status_code == 200
        assert [each.problem() for each in slow[:3]] == [(429, "throttled")] * 3
        # The newest is still waited for.
        slow[-1].say("Host: localhost\r\nConnection: close\r\n\r\n")
        assert slow[-1].hear().startswith(b"HTTP/1.1 200 ")


def test_others_are_served_beside_them_and_keep_their_connections_and_sockets(server: ServerProcess) -> None:
    alice = Visitor(server)
    table_id = alice.call("POST", "tables", json={"seats": 4}).json()["id"]
    with (
        alice.at_table(table_id),
        httpx.Client(verify=False, timeout=WAIT_TIMEOUT, limits=httpx.Limits(keepalive_expiry=None)) as kept,
        ExitStack() as stack,
    ):
        alice.hear()
        assert kept.get(f"{server.url}/healthz").status_code == 200
        for _ in range(3 * PER_ADDRESS):
            stack.enter_context(client(server, "GET / HTTP/1.1\r\n"))
        assert plain_http.get(f"{server.url}/healthz").status_code == 200
        with client(server, "G") as slow:
            # By then more time has gone by than any request has.
            slow.hear()
        [connection] = kept._transport._pool.connections
        assert kept.get(f"{server.url}/healthz").status_code == 200
        assert kept._transport._pool.connections == [connection]
        alice.say({"type": "ping"})
        while alice.hear()["type"] != "pong":
            pass


# --- Without a server ----------------------------------------------------------------------------------


class Channel:
    """A connection that notes how it was refused."""

    def __init__(self, unfinished: UnfinishedRequests, address: str) -> None:
        self.unfinished = unfinished
        self.status = 0
        unfinished.add(self, address)

    def refuse(self, status: int, detail: str) -> None:
        self.status = status
        self.unfinished.remove(self)


def test_of_too_many_in_all_the_oldest_gives_way_whoever_is_one_too_many() -> None:
    unfinished = UnfinishedRequests(Limits(per_address=2, total=3), clock=count().__next__)
    channels = [Channel(unfinished, address) for address in ("a", "b", "c", "d", "d", "d")]
    assert [channel.status for channel in channels] == [503, 503, 0, 429, 0, 0]
    assert len(unfinished) == 3
    unfinished.remove(channels[2])
    unfinished.remove(channels[2])
    assert Channel(unfinished, "a").status == 0


def test_those_that_come_in_one_moment_are_not_too_many_of_an_address() -> None:
    now = 0.0
    unfinished = UnfinishedRequests(Limits(per_address=2), clock=lambda: now)
    hall = [Channel(unfinished, "a") for _ in range(4)]
    assert [channel.status for channel in hall] == [0, 0, 0, 0]
    now = GRACE_SECONDS
    assert Channel(unfinished, "a").status == 0
    assert [channel.status for channel in hall] == [429, 429, 429, 0]


def test_zero_is_any_number() -> None:
    unfinished = UnfinishedRequests(Limits(per_address=0, total=0))
    assert {Channel(unfinished, "a").status for _ in range(1000)} == {0}


def test_behind_a_proxy_no_address_has_a_limit(settings) -> None:
    assert request_limits() == Limits()
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert request_limits() == Limits(per_address=0)
