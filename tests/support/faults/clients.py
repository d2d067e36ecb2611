"""Well-behaved clients: they keep actions until these are answered, resend them, and reconnect."""

import asyncio
import json
import uuid
from random import Random
from ssl import SSLContext
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.support.games.choices import some_action

Said = dict[str, Any]
OVER = ("finished", "abandoned")
PUBLIC = ("number", "status", "round", "trick", "last_trick", "turn", "commitment", "result")
MIN_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.1, 0.3
"""Seconds before it connects again, at most: after a line that worked, and after many that did not."""
OPENING = 10
"""Seconds that a handshake may take."""


class Client:
    """A person's client at one table; it keeps all that it was acked, refused and shown."""

    max_retry_seconds = MAX_RETRY_SECONDS
    trust: SSLContext | None = None
    """What certificates to accept, where the address is one of TLS."""

    def __init__(self, address: str, table_id: str, token: str, rng: Random, *, patience: float = 0.5):
        self.address = address
        self.table_id = table_id
        self.token = token
        self.rng = rng
        self.patience = patience
        """Seconds of silence after which it asks again."""
        self.in_order = True
        """Whether the line keeps the order of frames: then no number may ever go back."""
        self.number = 0
        self.sight: Said = {}
        self.pending: dict[str, Said] = {}
        self.sent: set[str] = set()
        self.acked: dict[str, int] = {}
        self.refused: list[str] = []
        self.shown: dict[int, tuple[Said, list[str] | None]] = {}
        self.connections = 0
        self.resent = 0

    @property
    def over(self) -> bool:
        """Whether the game is, and nothing is unanswered."""
        return self.sight.get("status") in OVER and not self.pending

    @property
    def seat(self) -> int:
        return int(self.sight["viewer"])

    async def play(self) -> None:
        """Play until the game is over, whatever happens to connection and server."""
        pause = MIN_RETRY_SECONDS
        while not self.over:
            before = self.connections
            try:
                await self.visit()
            except (WebSocketException, OSError, TimeoutError):
                # Many who try all the time would slow down the start of the server that they wait for.
                worked = self.connections > before
                pause = MIN_RETRY_SECONDS if worked else min(2 * pause, self.max_retry_seconds)
                await asyncio.sleep(self.rng.uniform(0.02, pause))

    async def visit(self) -> None:
        """Connect, and go on until the line breaks or the game is over."""
        url = f"{self.address}/ws/tables/{self.table_id}?after={self.number}"
        headers = {"Authorization": f"Bearer {self.token}"}
        async with connect(
            url,
            additional_headers=headers,
            open_timeout=OPENING,
            ping_interval=None,
            close_timeout=1,
            ssl=self.trust,
        ) as socket:
            self.connections += 1
            await self._resend(socket)
            await self._converse(socket)

    async def _converse(self, socket: ClientConnection) -> None:
        while not self.over:
            try:
                async with asyncio.timeout(self.patience):
                    text = await socket.recv()
            except TimeoutError:
                await socket.send(json.dumps({"type": "sync", "after": self.number}))
                await self._resend(socket)
                continue
            self.hear(json.loads(text))
            if not self.over:
                await self._move(socket)

    def hear(self, frame: Said) -> None:
        """Handle a frame."""
        match frame["type"]:
            case "update":
                self._see(frame["number"], frame["sight"])
            case "ack":
                self.pending.pop(frame["id"], None)
                known = self.acked.setdefault(frame["id"], frame["number"])
                assert known == frame["number"], "an action was given two numbers"
            case "refused":
                self.refused.append(frame["code"])
                if frame["code"] != "unavailable":
                    self.pending.pop(frame["id"], None)

    def _see(self, number: int, sight: Said) -> None:
        if number < self.number:
            assert not self.in_order, f"the table went back from {self.number} to {number}"
            return
        self.number, self.sight = number, sight
        self.shown[number] = (public(sight), sight["hand"])

    async def _resend(self, socket: ClientConnection) -> None:
        self.resent += len(self.pending)
        for action_id, action in list(self.pending.items()):
            await self._say(socket, action_id, action)

    async def _move(self, socket: ClientConnection) -> None:
        """Do what is to be done, by no sight that is older than the last ack."""
        if self.pending or self.number < max(self.acked.values(), default=0):
            return
        if self.sight and self.seat in self.sight["turn"]:
            await self.think()
            action_id = str(uuid.UUID(int=self.rng.getrandbits(128)))
            action = self.pending[action_id] = some_action(self.sight, self.rng)
            self.sent.add(action_id)
            await self._say(socket, action_id, action)

    async def think(self) -> None:
        """Wait before a move; subclasses take longer."""

    async def _say(self, socket: ClientConnection, action_id: str, action: Said) -> None:
        await socket.send(json.dumps({"type": "action", "id": action_id, "action": action}))


def public(sight: Said) -> Said:
    """The part of a sight that is equal for all viewers, without bids that may be secret and presence."""
    players = [
        {key: player[key] for key in ("seat", "name", "tricks", "cards", "score")}
        for player in sight["players"]
    ]
    return {**{key: sight[key] for key in PUBLIC}, "players": players}
