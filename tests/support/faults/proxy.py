"""A proxy between clients and server that loses, doubles, delays, reorders and cuts frames at random."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException

FAULTS = ("lose", "double", "delay", "cut")
CONNECTION_ERRORS = (WebSocketException, OSError, TimeoutError)


class FaultyProxy:
    """Passes frames on; `faults` in a hundred of them suffer each kind of fault."""

    def __init__(self, target: str, *, seed: int, faults: float = 5, longest: float = 0.15) -> None:
        self.target = target
        self.seed = seed
        self.faults = faults
        self.longest = longest
        """Seconds by which a frame is delayed at most; those behind it overtake it."""
        self.done: Counter[str] = Counter()
        self._connections = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """The address at which it listens."""
        async with serve(self._serve, "127.0.0.1", 0, ping_interval=None, close_timeout=1) as listening:
            port = next(iter(listening.sockets)).getsockname()[1]
            yield f"ws://127.0.0.1:{port}"

    async def _serve(self, client: ServerConnection) -> None:
        assert client.request is not None
        self._connections += 1
        number = self._connections
        headers = {"Authorization": client.request.headers["Authorization"]}
        with contextlib.suppress(*CONNECTION_ERRORS):
            async with connect(
                self.target + client.request.path,
                additional_headers=headers,
                ping_interval=None,
                close_timeout=1,
            ) as server:
                ends = (client, server)
                await asyncio.gather(
                    self._carry(client, server, ends, Random(f"{self.seed} {number} up")),
                    self._carry(server, client, ends, Random(f"{self.seed} {number} down")),
                    return_exceptions=True,
                )

    async def _carry(self, source: Any, sink: Any, ends: tuple[Any, Any], rng: Random) -> None:
        """Pass frames in one direction until either end closes, then close both."""
        try:
            await self._carry_on(source, sink, ends, rng)
        finally:
            for end in ends:
                end.transport.abort()

    async def _carry_on(self, source: Any, sink: Any, ends: tuple[Any, Any], rng: Random) -> None:
        async with asyncio.TaskGroup() as late:
            async for frame in source:
                fault = next((kind for kind in FAULTS if rng.random() * 100 < self.faults), "none")
                self.done[fault] += 1
                if fault == "cut":
                    # Without a farewell, as when a train enters a tunnel.
                    for end in ends:
                        end.transport.abort()
                elif fault == "delay":
                    late.create_task(_send_late(sink, frame, rng.uniform(0, self.longest)))
                elif fault != "lose":
                    await _send(sink, frame, 2 if fault == "double" else 1)


async def _send(sink: Any, frame: Any, times: int) -> None:
    with contextlib.suppress(*CONNECTION_ERRORS):
        for _ in range(times):
            await sink.send(frame)


async def _send_late(sink: Any, frame: Any, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await _send(sink, frame, 1)
