"""People who play with three bots at a real server, a step at a time, as tests of faults need them."""

import contextlib
import uuid
from collections.abc import Sequence
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException

from tests.support.games.choices import some_action
from tests.support.games.connections.visitors import Said, Visitor
from tests.support.games.playing import short
from tests.support.servers import ServerProcess


class Player(Visitor):
    """A player who acts when a test says so."""

    def __init__(self, server: ServerProcess, cards: Sequence[int] = (4, 3), **options: Any) -> None:
        super().__init__(server)
        self.rng = Random(5)
        given = {"options": short(*cards, pause=0, **options), "seats": 4, "bots": 3}
        opened = self.call("POST", "tables", json=given)
        assert opened.status_code == 201, opened.text + server.log()
        self.table: str = opened.json()["id"]

    def on_turn(self) -> Said:
        """Wait until this player is to act; what they may do."""
        while 0 not in self.sight.get("turn", ()):
            self.hear()
        return some_action(self.sight, self.rng)

    def send(self, action_id: str, action: Said) -> Said:
        """Act once and hear the answer."""
        self.act(action_id, action)
        return self.answer_to(action_id)

    def play_out(self) -> None:
        """Play to the end of the game."""
        while self.sight.get("result") is None:
            if 0 in self.sight.get("turn", ()):
                answer = self.send(str(uuid.uuid4()), self.on_turn())
                assert answer["type"] == "ack", answer
                self.until(answer["number"])
            else:
                self.hear()


class ResendingPlayer(Visitor):
    """Plays on by itself, and resends what has no answer yet, as a client does."""

    def __init__(self, server: ServerProcess, options: Said) -> None:
        super().__init__(server)
        self.rng = Random(11)
        self.acked: dict[str, int] = {}
        self.waiting: tuple[str, Said] | None = None
        given = {"options": options, "seats": 4, "bots": 3}
        self.table = self.call("POST", "tables", json=given).json()["id"]

    def play(self, actions: int) -> bool:
        """Get so many actions acked; whether the game is over by then."""
        until = len(self.acked) + actions
        with self.at_table(self.table, f"?after={max(self.number, 0)}"):
            self._connected()
            while len(self.acked) < until and self.sight["status"] != "finished":
                if self._asked() is None:
                    self.hear()
                else:
                    self._begin()
                    self._finish()
        return bool(self.sight["status"] == "finished")

    def begin_and_lose(self, server: ServerProcess) -> None:
        """Send an action into a server that dies at that very moment."""
        with self.at_table(self.table):
            self._connected()
            while self._asked() is None:
                self.hear()
            self._begin()
            server.kill()
            with contextlib.suppress(WebSocketException, OSError):
                self._finish()

    def _connected(self) -> None:
        before = self.number
        self.number = -1
        self.hear()
        assert self.number >= max(before, *self.acked.values(), 0), "an update was taken back"
        if self.waiting is not None:
            self.act(*self.waiting)
            self._finish()

    def _asked(self) -> Said | None:
        """The action to send now, if one is due."""
        if self.sight["status"] == "pause" and 0 not in self.sight["ready"]:
            return {"type": "ready"}
        return some_action(self.sight, self.rng) if 0 in self.sight["turn"] else None

    def _begin(self) -> None:
        action = self._asked()
        assert action is not None
        self.waiting = (str(uuid.UUID(int=self.rng.getrandbits(128))), action)
        self.act(*self.waiting)

    def _finish(self) -> None:
        assert self.waiting is not None
        answer = self.answer_to(self.waiting[0])
        assert answer["type"] == "ack", answer
        self.acked[self.waiting[0]] = answer["number"]
        self.waiting = None
        self.until(answer["number"])
