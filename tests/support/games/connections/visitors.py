"""People at a real server, from outside alone: calls with a token, a socket, and all that they were told."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from ssl import SSLContext
from typing import Any
from weakref import finalize

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.support.servers import ServerProcess
from tests.support.site.reverse_proxies import ReverseProxy
from tests.support.waiting import WAIT_TIMEOUT

Said = dict[str, Any]


class Visitor:
    """Somebody with a token (or nobody), who keeps every answer and every frame."""

    def __init__(
        self, server: ServerProcess | ReverseProxy, *, guest: bool = True, trust: SSLContext | None = None
    ) -> None:
        self.server = server
        self.trust = trust
        self.told: list[Said] = []
        self.number = -1
        self.sight: Said = {}
        self.token = self.name = ""
        # One client for all calls, without TLS: to make one costs more than the calls.
        self._http = httpx.Client(timeout=WAIT_TIMEOUT, verify=False)
        finalize(self, self._http.close)
        if guest:
            entered = self.call("POST", "auth/guest", json={}).json()
            self.token, self.name = entered["token"], entered["user"]["username"]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def call(self, method: str, path: str, **more: Any) -> httpx.Response:
        """One call of the API."""
        url = f"{self.server.url}/api/v1/{path}"
        answer = self._http.request(method, url, headers=self.headers, **more)
        if answer.content and not path.startswith("auth/"):
            self.told.append(answer.json())
        return answer

    @contextmanager
    def at_table(self, table_id: str, query: str = "") -> Iterator["Visitor"]:
        """Look at a table through a socket."""
        url = f"{self.server.ws_url}/ws/tables/{table_id}{query}"
        with connect(
            url, additional_headers=self.headers, open_timeout=WAIT_TIMEOUT, ssl=self.trust
        ) as self.socket:
            yield self

    socket: ClientConnection

    def hear(self) -> Said:
        """Wait for the next frame."""
        frame: Said = json.loads(self.socket.recv(timeout=WAIT_TIMEOUT))
        self.told.append(frame)
        if frame["type"] == "update":
            assert frame["number"] >= self.number
            self.number, self.sight = frame["number"], frame["sight"]
        return frame

    def say(self, frame: Any) -> None:
        """Send a frame."""
        self.socket.send(json.dumps(frame))

    def act(self, action_id: str, action: Said) -> None:
        """Send an action."""
        self.say({"type": "action", "id": action_id, "action": action})

    def answer_to(self, action_id: str) -> Said:
        """The ack or the refusal of an action."""
        while (frame := self.hear()).get("id") != action_id:
            pass
        return frame

    def hear_presence(self, seat: int, *, connected: bool) -> None:
        """Wait for the frame that says that somebody came or went."""
        wanted = {"type": "presence", "seat": seat, "connected": connected}
        while not wanted.items() <= self.hear().items():
            pass

    def until(self, number: int) -> None:
        """Wait for an update that has come to a number."""
        while self.number < number:
            self.hear()
