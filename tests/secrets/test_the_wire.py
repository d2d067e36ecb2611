"""Whole games at a real server: no frame, no answer and no line of its log tells what is hidden."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

from tests.support.games.choices import some_action
from tests.support.games.connections.visitors import Visitor
from tests.support.games.playing import short
from tests.support.secrets.hidden import IN_A_LOG_LINE, Past, leaks, past_of
from tests.support.servers import ServerProcess
from tests.support.starting import Starter

SALTS = ("aa11" * 8, "bb22" * 8, "cc33" * 8)
GAMES: dict[str, dict[str, Any]] = {
    "bids in secret, with cheats": short(2, 8, reveal="hiddentip", cheating=True, pause=60),
    "bids shown after the round": short(4, 2, reveal="delayed", pause=0),
    "bids in the open, restricted": short(3, 2, restriction="notequal", pause=60),
}


class Game:
    """Three people at a table, a stranger and nobody looking on; all that they were told is kept."""

    def __init__(self, server: ServerProcess, options: dict[str, Any], rng: Random) -> None:
        self.rng, self.acts = rng, 0
        self.people = [Visitor(server) for _ in range(3)]
        self.watchers = [Visitor(server), Visitor(server, guest=False)]
        given = {"options": options, "seats": 3, "salt": SALTS[0]}
        self.id = self.people[0].call("POST", "tables", json=given).json()["id"]
        for person, salt in zip(self.people[1:], SALTS[1:], strict=True):
            person.call("POST", f"tables/{self.id}/join", json={"salt": salt}).raise_for_status()

    @property
    def all(self) -> list[Visitor]:
        return [*self.people, *self.watchers]

    def play(self) -> None:
        """To the end, through sockets and calls in turn."""
        with ExitStack() as stack:
            for visitor in self.all:
                stack.enter_context(visitor.at_table(self.id, "?after=0"))
                visitor.hear()
            while (seen := self.watchers[0].sight)["status"] != "finished":
                self._step(seen)

    def _step(self, seen: dict[str, Any]) -> None:
        if self.rng.random() < 0.1:
            self._ask()
        if self.rng.random() < 0.1:
            self._blunder(seen)
        if seen["status"] == "pause":
            for person in self.people:
                self._act(person, {"type": "ready"})
        else:
            person = self.people[self.rng.choice(seen["turn"])]
            self._act(person, self._cheat(person.sight) or some_action(person.sight, self.rng))
            self._accuse()

    def _cheat(self, seen: dict[str, Any]) -> dict[str, Any] | None:
        """A card that is not allowed, whenever the table takes one."""
        barred = [card for card in seen["playable"] if card not in seen["legal"]["cards"]]
        return {"type": "play", "card": self.rng.choice(barred)} if barred else None

    def _accuse(self) -> None:
        accuser = self.rng.choice(self.people)
        if accuser.sight["can_accuse"] and self.rng.random() < 0.15:
            accused = self.rng.choice(accuser.sight["can_accuse"])
            self._act(accuser, {"type": "accuse", "accused": accused, "source": "button", "lux": 3.5})

    def _act(self, person: Visitor, action: dict[str, Any]) -> None:
        self.acts += 1
        action_id = f"act-{self.acts}"
        if self.acts % 3:
            person.act(action_id, action)
            answer = person.answer_to(action_id)
        else:
            answer = person.call("POST", f"tables/{self.id}/actions", json={"id": action_id, **action}).json()
        assert "number" in answer, answer
        for visitor in self.all:
            visitor.until(answer["number"])

    def _ask(self) -> None:
        """Everybody asks for everything that there is to ask for."""
        for visitor in self.all:
            for path in (
                f"tables/{self.id}",
                f"tables/{self.id}/events",
                f"tables/{self.id}/record",
                "tables",
            ):
                visitor.call("GET", path)

    def _blunder(self, seen: dict[str, Any]) -> None:
        """Someone tries cards that others may hold, and everything else that is refused."""
        for n, visitor in enumerate(self.all):
            cards = [self.people[n % 3].sight["hand"] or ["R1"]][0]
            for action in ({"type": "play", "card": cards[-1]}, {"type": "bid", "bid": 99}, {"type": "fly"}):
                if n not in seen["turn"] or action["type"] != "play":
                    visitor.act("blunder", action)
                    assert visitor.answer_to("blunder")["type"] == "refused"
            visitor.say({"type": "sync", "after": 0})
            visitor.hear()


@pytest.fixture(scope="module")
def server(start_shared_server: Starter) -> Iterator[ServerProcess]:
    """A server whose log names no card, to its end."""
    server = start_shared_server("sqlite")
    yield server
    server.terminate()
    assert not IN_A_LOG_LINE.search(server.log()), server.log()


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_told_what_they_may_not_know(name: str, server: ServerProcess) -> None:
    game = Game(server, GAMES[name], Random(name))
    game.play()
    past = past_of(server.environment["DATABASE_URL"].removeprefix("sqlite:///"), game.id)
    viewers = [0, 1, 2, None, None]
    for viewer, visitor in zip(viewers, game.all, strict=True):
        assert leaks(past, viewer, visitor.told) == []
        assert len(visitor.told) > 30
    # The search finds what is there: each hand is a leak in another's eyes.
    for viewer, visitor in zip((1, 2, 0), game.people, strict=True):
        assert leaks(past, viewer, visitor.told)
    assert any("hidden bid" in leak for leak in leaks(past, 1, game.people[0].told)) == (
        "reveal" in GAMES[name]
    )
    if "cheating" in GAMES[name]:
        assert any(a_round.cheats for a_round in past.last.past)
        _the_record_tells_all(game, past)
    assert not IN_A_LOG_LINE.search(server.log()), server.log()


def _the_record_tells_all(game: Game, past: Past) -> None:
    """When the game is over nothing is hidden any more."""
    record = json.dumps(game.watchers[1].call("GET", f"tables/{game.id}/record").json())
    assert all(secret in record for secret in (past.last.server_seed, *SALTS, '"owed"'))
