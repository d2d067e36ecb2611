"""Many connections of few people to the real server, all in one loop: sockets, and clients that call."""

from contextlib import AsyncExitStack
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect

from tests.support.servers import ServerProcess
from tests.support.waiting import WAIT_TIMEOUT

Said = dict[str, Any]


class TableSocket:
    """A socket at a table."""

    def __init__(self, seat: int, socket: ClientConnection) -> None:
        self.seat, self.socket = seat, socket
        self.sight: Said = {}

    async def act(self, action_id: str, action: Said) -> None:
        """Send an action."""
        frame = {"type": "action", "id": action_id, "action": action}
        await self.socket.send(orjson.dumps(frame).decode())

    async def answer_to(self, action_id: str) -> Said:
        """The ack of an action, or its refusal."""
        while (frame := await self._hear()).get("id") != action_id:
            pass
        return frame

    async def until(self, number: int) -> None:
        """Hear until an update has come to a number."""
        while self.sight.get("number", 0) < number:
            await self._hear()

    async def _hear(self) -> Said:
        frame: Said = orjson.loads(await self.socket.recv())
        if frame["type"] == "update":
            self.sight = frame["sight"]
        return frame

    async def accuse(self, table_id: str, ids: list[str], action: Said) -> list[Said]:
        """Send the action under each id, then hear the answers."""
        for each in ids:
            await self.act(each, action)
        return [await self.answer_to(each) for each in ids]


class Caller:
    """A client of the API with a connection of its own."""

    def __init__(self, seat: int, http: httpx.AsyncClient) -> None:
        self.seat, self.http = seat, http

    async def call(self, method: str, path: str, body: Said | None = None) -> Said:
        """One call that works."""
        answer = await self.http.request(method, path, json=body)
        found: Said = answer.raise_for_status().json()
        return found

    async def accuse(self, table_id: str, ids: list[str], action: Said) -> list[Said]:
        """Call with each id, one after the other."""
        return [await self.call("POST", f"tables/{table_id}/actions", {"id": each, **action}) for each in ids]


class Crowd:
    """Opens connections; all are closed with its stack."""

    def __init__(self, server: ServerProcess, stack: AsyncExitStack) -> None:
        self.server, self.stack = server, stack

    async def caller(self, seat: int, token: str = "") -> Caller:
        """A client; without a token it becomes a guest."""
        http = httpx.AsyncClient(base_url=f"{self.server.url}/api/v1/", verify=False, timeout=WAIT_TIMEOUT)
        await self.stack.enter_async_context(http)
        caller = Caller(seat, http)
        token = token or (await caller.call("POST", "auth/guest", {}))["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        return caller

    async def again(self, caller: Caller) -> Caller:
        """Another client of the same person."""
        return await self.caller(caller.seat, caller.http.headers["Authorization"].removeprefix("Bearer "))

    async def open_socket(self, caller: Caller, table_id: str) -> TableSocket:
        """A socket of the same person; its first update is heard."""
        headers = {"Authorization": caller.http.headers["Authorization"]}
        url = f"{self.server.ws_url}/ws/tables/{table_id}"
        # Whoever stops reading is taken for gone: what nobody asks for yet is kept, however much it is.
        socket = connect(url, additional_headers=headers, max_queue=None)
        line = TableSocket(caller.seat, await self.stack.enter_async_context(socket))
        await line.until(1)
        return line
