"""docs/android.md by the letter: its commands run in order, what it shows looks like the real thing."""

import contextlib
import json
import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from api import Api
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from games.live import protocol
from tests.support.beside import beside
from tests.support.docs.document import Step, frames, steps, unlike
from tests.support.servers import ServerProcess, left_out
from tests.support.tournaments.events import announced
from tests.support.waiting import WAIT_TIMEOUT

PAGE = "android.md"
SLUG = "vienna-open"
NOT_CAUSED_HERE = {"match", "presence", "preferences"}
"""Frames of the lobby, and those that need a second person at the table or a second device of the player."""
WAITS: dict[str, Callable[[dict[str, Any]], bool]] = {
    '"type": "bid"': lambda sight: sight["status"] == "bidding" and sight["turn"] == [sight["viewer"]],
    '"type": "play"': lambda sight: sight["status"] == "playing" and sight["turn"] == [sight["viewer"]],
    '"type": "ready"': lambda sight: sight["status"] == "pause",
}
"""What a person would wait for before a command."""


class Reader:
    """Somebody who copies one command after the other into a shell, and looks at the table in between."""

    def __init__(self, url: str) -> None:
        self.shell = {"URL": url, "PATH": "/usr/bin:/bin", "SLUG": SLUG}
        self.sight: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []

    def run(self, step: Step) -> Any:
        """Do what a step says, when the time has come, and remember what later steps need."""
        for sign, wanted in WAITS.items():
            if sign in step.command:
                self.wait_until(wanted)
        done = subprocess.run(
            ["bash", "-c", step.command], env=self.shell, capture_output=True, text=True, timeout=WAIT_TIMEOUT
        )
        assert done.returncode == 0, done.stderr
        answer = json.loads(done.stdout or "null")
        if isinstance(answer, dict):
            self._remember(answer)
        return answer

    def wait_until(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Watch the table by its socket until it is as wanted, naming trump if that is asked for."""
        with self._socket() as socket:
            while not wanted(self.sight):
                self._hear(socket.recv(WAIT_TIMEOUT))
                if self.sight["legal"]["suits"]:
                    trump = {"type": "name_trump", "suit": "G"}
                    socket.send(json.dumps({"type": "action", "id": "trump", "action": trump}))
        self.shell["CARD"] = (self.sight["legal"]["cards"] or [""])[0]

    def send_all(self, told: list[dict[str, Any]], then: Callable[[], None]) -> None:
        """Send frames, hear each answer; then do something that ends the socket, and hear that."""
        with self._socket() as socket:
            self._hear(socket.recv(WAIT_TIMEOUT))
            for frame in told:
                socket.send(json.dumps(frame))
                self._hear(socket.recv(WAIT_TIMEOUT))
            then()
            with contextlib.suppress(ConnectionClosed):
                while True:
                    self._hear(socket.recv(WAIT_TIMEOUT))

    def _remember(self, answer: dict[str, Any]) -> None:
        if "token" in answer:
            self.shell["TOKEN"] = answer["token"]
        if answer.get("results"):
            self.shell["TABLE"] = answer["results"][0].get("id", self.shell.get("TABLE", ""))
        if "sight" in answer:
            self.shell["TABLE"], self.sight = answer["id"], answer["sight"]

    def look_at_tournament(self) -> None:
        """Hear what its socket says on connecting."""
        with self._socket(f"/ws/tournaments/{SLUG}") as socket:
            self._hear(socket.recv(WAIT_TIMEOUT))

    def _socket(self, path: str = "") -> Any:
        path = path or f"/ws/tables/{self.shell['TABLE']}?after=0"
        headers = {"Authorization": f"Bearer {self.shell['TOKEN']}"}
        return connect(
            self.shell["URL"].replace("http", "ws", 1) + path,
            additional_headers=headers,
            open_timeout=WAIT_TIMEOUT,
        )

    def _hear(self, text: str | bytes) -> None:
        frame = json.loads(text)
        self.heard.append(frame)
        if frame["type"] == "update":
            self.sight = frame["sight"]


@pytest.fixture
def reader(server: ServerProcess) -> Reader:
    """Somebody with curl, and one open table to be found."""
    if shutil.which("curl", path="/usr/bin:/bin") is None:
        left_out("there is no curl")
    bea = Api(server.url)
    bea.enter("auth/guest", {})
    bea.open({"cheating": True}, seats=4, bots=0)
    announce_tournament(server)
    return Reader(server.url)


def announce_tournament(server: ServerProcess) -> None:
    """A tournament that can be entered, in the server's own database."""
    beside(server, lambda: announced(SLUG, "Vienna Open", preset="online", days=2))


def test_each_command_gives_what_the_page_shows(reader: Reader) -> None:
    told = steps(PAGE)
    for step in told[:-2]:
        answer = reader.run(step)
        assert unlike(step.shown, answer) == [], step.command
        if isinstance(step.shown, dict) and "code" in step.shown:
            assert answer["code"] == step.shown["code"], step.command
            assert answer["status"] == step.shown["status"]
            assert answer["detail"] == step.shown["detail"]

    reader.look_at_tournament()
    log_out, afterwards = told[-2:]
    # The game is over by now, so all is refused but the bid of before, which gets its answer again.
    bid = next(step.shown["id"] for step in told if '"type": "bid"' in step.command)
    again = {"type": "action", "id": bid, "action": {"type": "bid", "bid": 1}}
    reader.send_all([again, *frames(PAGE, "client")], lambda: reader.run(log_out))
    heard: dict[str, list[Any]] = {}
    for frame in reader.heard:
        heard.setdefault(frame["type"], []).append(frame)
    for frame in frames(PAGE, "server"):
        if frame["type"] not in NOT_CAUSED_HERE:
            faults = [unlike(frame, real, frame["type"]) for real in heard[frame["type"]]]
            assert [] in faults, faults[0]
    assert heard["bye"][0]["code"] == 4001

    refused = reader.run(afterwards)
    assert (refused["status"], refused["code"]) == (afterwards.shown["status"], afterwards.shown["code"])


def test_each_frame_of_the_client_is_one() -> None:
    told = frames(PAGE, "client")
    assert {frame["type"] for frame in told} == {"action", "wing", "sync", "ping"}
    actions = {frame["action"]["type"] for frame in told if frame["type"] == "action"}
    assert actions == {"bid", "name_trump", "play", "ready", "accuse", "wing", "prepare_bid", "claim"}
    for frame in told:
        protocol.parse_frame(json.dumps(frame))


def test_the_page_walks_through_all_that_it_promises() -> None:
    commands = "\n".join(step.command for step in steps(PAGE))
    paths = ("auth/guest", "auth/login", "tables?status=open", "/join", "/actions", "/events", "/record")
    assert [path for path in paths if path not in commands] == []
    assert all(step.command.count("curl ") == 1 for step in steps(PAGE))
