"""A client's socket for tests, with the frames received and the close code."""

import json
from types import TracebackType
from typing import Any

from channels.testing import WebsocketCommunicator

from core.realtime.outbox import EXTENSION
from tests.support.waiting import WAIT_TIMEOUT
from wizard_site.asgi import site

Frame = dict[str, Any]


def socket_path(table_id: str, query: str = "") -> str:
    """The address of a table's socket."""
    return f"/ws/tables/{table_id}{query}"


class Socket:
    """One client's socket, all the way through the site's own middleware.

    The server is one like ours, which offers the ASGI extension for frames, or a `plain` one, which does not.
    """

    def __init__(self, path: str, token: str | None = None, *, plain: bool = False, **headers: str) -> None:
        given = {**({"authorization": f"Bearer {token}"} if token else {}), **headers}
        encoded = [(name.encode(), value.encode()) for name, value in given.items()]
        self._wire = WebsocketCommunicator(site, path, headers=encoded)
        if not plain:
            self._wire.scope["extensions"] = {EXTENSION: {"put": self._put}}
        self.frames: list[Frame] = []
        self.closed: int | None = None

    async def __aenter__(self) -> "Socket":
        connected, _ = await self._wire.connect(timeout=WAIT_TIMEOUT)
        assert connected
        return self

    async def __aexit__(
        self, kind: type | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            await self._wire.disconnect(timeout=WAIT_TIMEOUT)

    def _put(self, text: str) -> None:
        self._wire.output_queue.put_nowait({"type": "websocket.send", "text": text})

    async def say(self, frame: Any) -> None:
        """Send an object as JSON, a text unchanged, or bytes as a binary frame."""
        if isinstance(frame, bytes):
            await self._wire.send_to(bytes_data=frame)
        else:
            await self._wire.send_to(text_data=frame if isinstance(frame, str) else json.dumps(frame))

    async def act(self, action_id: str, **action: Any) -> None:
        """Send an action."""
        await self.say({"type": "action", "id": action_id, "action": action})

    async def hear(self) -> Frame:
        """Wait for the next frame; a close is returned as `{"type": "closed", "code": …}`."""
        output = await self._wire.receive_output(timeout=WAIT_TIMEOUT)
        if output["type"] == "websocket.close":
            self.closed = output["code"]
            return {"type": "closed", "code": output["code"]}
        frame: Frame = json.loads(output["text"])
        self.frames.append(frame)
        return frame

    async def next(self, kind: str, **fields: Any) -> Frame:
        """The next frame of a type with these fields; others are passed over (and kept in `frames`)."""
        while True:
            frame = await self.hear()
            if frame["type"] == kind and all(frame.get(name) == value for name, value in fields.items()):
                return frame
            assert frame["type"] != "closed", self.frames

    async def until(self, number: int) -> Frame:
        """The first update that has come to a number."""
        while (frame := await self.next("update"))["number"] < number:
            pass
        return frame

    async def is_quiet(self) -> list[Frame]:
        """The frames that arrived before the answer to a ping."""
        before = len(self.frames)
        await self.say({"type": "ping"})
        await self.next("pong")
        return self.frames[before:-1]
