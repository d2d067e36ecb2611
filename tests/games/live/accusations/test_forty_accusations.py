"""Forty accusations of one cheat at the same instant, over twenty real connections to the real server."""

import asyncio
import subprocess
import sys
from collections import Counter
from contextlib import AsyncExitStack
from random import Random
from typing import Any, NamedTuple

import pytest

from games.rules.record.check import check_record
from tests.support.games.choices import some_action
from tests.support.games.connections.crowd import Caller, Crowd, TableSocket
from tests.support.games.playing import short
from tests.support.servers import ROOT, ServerProcess

SOCKETS, CALLERS, CONNECTIONS = 5, 2, 20
"""A seat's sockets and its clients that call over HTTP; of those of three seats twenty accuse."""
EACH = 2
SEATS = range(4)
SCALES = [
    pytest.param("sqlite", 1, 4),
    pytest.param("sqlite", 6, 60, marks=pytest.mark.long),
    pytest.param("postgres", 6, 60, marks=[pytest.mark.long, pytest.mark.postgres, pytest.mark.redis]),
]
"""The server, the rounds of twelve cards that are played there, and how many cheats are called."""
ACCUSATION = {"type": "accuse", "source": "light_sensor", "lux": 0.4}


class Told(NamedTuple):
    """An accusation as its sender was told of it."""

    number: int
    seat: int
    verdict: str
    points: tuple[int, int]


class Table:
    """Four people at a table of the server, with many connections each."""

    id: str
    people: list[Caller]
    lines: list[TableSocket]
    sockets: list[TableSocket]
    callers: list[Caller]

    def __init__(self, rng: Random, rounds: int) -> None:
        self.rng, self.rounds, self.acts = rng, rounds, 0

    async def fill(self, crowd: Crowd) -> None:
        """Sit down, and open all connections."""
        self.people = [await crowd.caller(seat) for seat in SEATS]
        options = short(*[12] * self.rounds, cheating=True, pause=60)
        given = {"options": options, "seats": len(SEATS)}
        self.id = (await self.people[0].call("POST", "tables", given))["id"]
        for person in self.people[1:]:
            await person.call("POST", f"tables/{self.id}/join", {})
        self.lines = [await crowd.open_socket(person, self.id) for person in self.people]
        self.sockets = [
            await crowd.open_socket(person, self.id) for person in self.people for _ in range(SOCKETS)
        ]
        self.callers = [await crowd.again(person) for person in self.people for _ in range(CALLERS)]

    @property
    def sight(self) -> dict[str, Any]:
        """What seat 0 sees."""
        return self.lines[0].sight

    def scores(self) -> Counter[int]:
        """The points by seat."""
        return Counter({player["seat"]: player["score"] for player in self.sight["players"]})

    async def until_a_cheat(self) -> int | None:
        """Play until somebody plays a card that the rules forbid; the seat, None at the game's end."""
        while (status := self.sight["status"]) != "finished":
            if status == "pause":
                for seat in SEATS:
                    await self._act(seat, {"type": "ready"})
                continue
            seat = int(self.sight["turn"][0])
            seen = self.lines[seat].sight
            forbidden = [card for card in seen["playable"] if card not in seen["legal"]["cards"]]
            if forbidden:
                await self._act(seat, {"type": "play", "card": self.rng.choice(forbidden)})
                return seat
            await self._act(seat, some_action(seen, self.rng))
        return None

    async def _act(self, seat: int, action: dict[str, Any]) -> None:
        self.acts += 1
        await self.lines[seat].act(f"act-{self.acts}", action)
        answer = await self.lines[seat].answer_to(f"act-{self.acts}")
        assert answer["type"] == "ack", answer
        await self._all_hear(answer["number"])

    async def _all_hear(self, number: int) -> None:
        for line in (*self.lines, *self.sockets):
            await line.until(number)

    async def accuse_at_once(self, accused: int, name: str) -> list[Told]:
        """Forty accusations, none of which waits for another's answer; in the order of the log."""
        connections = [*self.sockets, *self.callers]
        chosen = [each for each in connections if each.seat != accused][:CONNECTIONS]
        action = {**ACCUSATION, "accused": accused}

        async def accuse(place: int, by: TableSocket | Caller) -> list[Told]:
            answers = await by.accuse(self.id, [f"{name}-{place}-{n}" for n in range(EACH)], action)
            return [told_of(by.seat, answer) for answer in answers]

        told = await asyncio.gather(*(accuse(place, by) for place, by in enumerate(chosen)))
        found = sorted(each for some in told for each in some)
        await self._all_hear(found[-1].number)
        return found

    async def events(self, after: int) -> list[dict[str, Any]]:
        """What the log shows everyone."""
        return list((await self.people[0].call("GET", f"tables/{self.id}/events?after={after}"))["events"])


def told_of(seat: int, answer: dict[str, Any]) -> Told:
    """The answer of a socket or of a call."""
    outcome = answer["outcome"]
    points = (outcome["accuser_points"], outcome["accused_points"])
    return Told(answer["number"], seat, outcome["verdict"], points)


@pytest.mark.parametrize(("server", "rounds", "times"), SCALES, indirect=["server"])
async def test_exactly_one_is_first_and_all_others_are_late(
    server: ServerProcess, rounds: int, times: int
) -> None:
    table, caught = Table(Random(40), rounds), 0
    async with AsyncExitStack() as stack:
        await table.fill(Crowd(server, stack))
        while (accused := await table.until_a_cheat()) is not None:
            if caught < times:
                await one_is_first(table, accused, f"cheat-{caught}")
                caught += 1
        record = await table.people[0].call("GET", f"tables/{table.id}/record")
    assert caught == times
    assert check_record(record) == []
    accusations = [said for played in record["rounds"] for said in played["accusations"]]
    assert Counter(said["verdict"] for said in accusations) == {"caught": times, "late": 39 * times}
    the_log_passes_its_audit(server)


async def one_is_first(table: Table, accused: int, name: str) -> None:
    """Forty verdicts, one after the other in the log; each sender was told the own one."""
    before, scores = table.sight["number"], table.scores()
    told = await table.accuse_at_once(accused, name)
    assert [each.number for each in told] == list(range(before + 1, before + 41))
    assert [each.verdict for each in told] == ["caught", *["late"] * 39]
    assert [each.points for each in told] == [(10, -10), *[(-10, 0)] * 39]
    events = await table.events(before)
    assert [(event["number"], event["accuser"], event["verdict"]) for event in events] == [
        (each.number, each.seat, each.verdict) for each in told
    ]
    assert {(event["type"], event["accused"]) for event in events} == {("accused", accused)}
    assert len({event["after"] for event in events}) == 1
    scores[accused] -= 10
    for each in told:
        scores[each.seat] += each.points[0]
    assert table.scores() == scores


def the_log_passes_its_audit(server: ServerProcess) -> None:
    """All rows are what the log says."""
    audit = [sys.executable, "manage.py", "checklogs"]
    checked = subprocess.run(audit, cwd=ROOT, env=server.environment, capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stdout
