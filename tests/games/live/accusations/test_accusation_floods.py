"""Far too many accusations at once: who sends them is stopped, and the table plays on to a sound end."""

import asyncio
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from games.live.limits import PERSON_RATE
from games.rules.record.check import check_record
from tests.support.faults.hooks import HOOK
from tests.support.games.choices import some_action
from tests.support.games.connections.crowd import Caller, Crowd, TableSocket
from tests.support.games.playing import short
from tests.support.servers import ROOT, ServerProcess

A_THOUSAND, AT_ONCE = 1000, 20
MORE_THAN_ALLOWED = [
    pytest.param(A_THOUSAND, {}, id="the-real-limit", marks=pytest.mark.long),
    pytest.param(80, {"PYTHONPATH": HOOK, "LIMITS": "accounts.limits:CALLS.times=60"}, id="a-low-limit"),
]
"""How many accusations are sent in a burst, and a server that takes fewer in a minute."""
SEATS = range(4)
ACCUSATION = {"type": "accuse", "accused": 1, "source": "light_sensor", "lux": 0.1}


class Table:
    """Four people at a cheating table; seat 0 is the one who floods it, and plays on by the other road."""

    id: str
    people: list[Caller]
    lines: list[TableSocket]

    def __init__(self, *, flooded_over: str) -> None:
        self.flooded_over = flooded_over

    async def fill(self, crowd: Crowd) -> None:
        """Sit down and open the sockets."""
        self.people = [await crowd.caller(seat) for seat in SEATS]
        given = {"options": short(2, 1, cheating=True, pause=60), "seats": len(SEATS)}
        self.id = (await self.people[0].call("POST", "tables", given))["id"]
        for person in self.people[1:]:
            await person.call("POST", f"tables/{self.id}/join", {})
        self.lines = [await crowd.open_socket(person, self.id) for person in self.people]

    async def play(self, until: Callable[[dict[str, Any]], bool] = lambda seen: False) -> None:
        """To the end, or until a sight is as wanted."""
        rng, acts = Random(1), 0
        while (seen := self.lines[1].sight)["status"] != "finished" and not until(seen):
            turn = seen["turn"] or [seat for seat in SEATS if seat not in seen["ready"]]
            ready = seen["status"] == "pause"
            acts += 1
            action = {"type": "ready"} if ready else some_action(self.lines[turn[0]].sight, rng)
            number = await self._act(turn[0], f"{seen['number']}-{acts}", action)
            for each in self.lines:
                await each.until(number)

    async def _act(self, seat: int, action_id: str, action: dict[str, Any]) -> int:
        if seat == 0 and self.flooded_over == "socket":
            path, body = f"tables/{self.id}/actions", {"id": action_id, **action}
            answer = await self.people[seat].call("POST", path, body)
        else:
            await self.lines[seat].act(action_id, action)
            answer = await self.lines[seat].answer_to(action_id)
        assert "number" in answer, answer
        return int(answer["number"])

    async def verdicts(self) -> int:
        """How many accusations the log holds."""
        events = (await self.people[1].call("GET", f"tables/{self.id}/events"))["events"]
        return sum(event["type"] == "accused" for event in events)

    async def ends_well(self, server: ServerProcess, accusations: int) -> None:
        """The others play on; record and log are sound, and hold the accusations that were taken."""
        await self.play()
        record = await self.people[1].call("GET", f"tables/{self.id}/record")
        assert check_record(record) == []
        said = [call for played in record["rounds"] for call in played["accusations"]]
        assert len(said) == accusations
        score = next(place["score"] for place in record["result"] if place["seat"] == 0)
        mine = [row["points"] for played in record["rounds"] for row in played["scores"] if row["seat"] == 0]
        assert score == sum(mine) + sum(call["accuser_points"] for call in said)
        audit = [sys.executable, "manage.py", "checklogs"]
        checked = subprocess.run(audit, cwd=ROOT, env=server.environment, capture_output=True, text=True)
        assert (checked.returncode, checked.stderr) == (0, ""), checked.stdout
        server.terminate()
        assert "Traceback" not in server.log()


def a_card_lies(seen: dict[str, Any]) -> bool:
    return bool(seen["trick"] and seen["trick"]["plays"])


@pytest.mark.parametrize(("burst", "limit"), MORE_THAN_ALLOWED)
async def test_over_http_it_is_told_to_wait(
    start_server: Callable[..., ServerProcess], burst: int, limit: dict[str, str]
) -> None:
    server = start_server("sqlite", RATE_LIMITS="on", **limit)
    async with AsyncExitStack() as stack:
        table = Table(flooded_over="http")
        await table.fill(Crowd(server, stack))
        await table.play(until=a_card_lies)
        answers = []
        # The count begins anew with each minute: at the worst one begins in the midst of the first burst.
        while not any(answer.status_code == 429 for answer in answers):
            assert len(answers) < 2 * burst
            answers += await flood(table, range(len(answers), len(answers) + burst))
        taken = Counter(answer.status_code for answer in answers)
        assert set(taken) == {200, 429}
        for answer in answers:
            if answer.status_code == 429:
                is_told_to_wait(answer)
        assert await table.verdicts() == taken[200]
        await table.ends_well(server, taken[200])


async def flood(table: Table, numbers: range) -> list[httpx.Response]:
    """A call for each number, twenty at a time."""
    waiting = iter(numbers)

    async def call() -> list[httpx.Response]:
        http, path = table.people[0].http, f"tables/{table.id}/actions"
        return [await http.post(path, json={"id": f"flood-{n}", **ACCUSATION}) for n in waiting]

    return [answer for some in await asyncio.gather(*(call() for _ in range(AT_ONCE))) for answer in some]


def is_told_to_wait(answer: httpx.Response) -> None:
    """The contract's error, with the seconds to wait."""
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    body = answer.json()
    assert (body["status"], body["code"]) == (429, "throttled")
    assert body["detail"]


async def test_over_a_socket_it_is_told_goodbye(start_server: Callable[..., ServerProcess]) -> None:
    server = start_server("sqlite", RATE_LIMITS="on")
    async with AsyncExitStack() as stack:
        table, crowd = Table(flooded_over="socket"), Crowd(server, stack)
        await table.fill(crowd)
        await table.play(until=a_card_lies)
        line = await crowd.open_socket(table.people[0], table.id)
        frames, _ = await asyncio.gather(heard_of(line), send_all(line))
        assert line.socket.close_code == 4029
        assert frames[-1] == {"type": "bye", "code": 4029, "retry_after": None}
        taken = Counter(frame["type"] for frame in frames)["ack"]
        assert PERSON_RATE.burst // 2 < await table.verdicts() < A_THOUSAND
        assert taken <= await table.verdicts()
        await table.ends_well(server, await table.verdicts())


async def send_all(line: TableSocket) -> None:
    """A thousand accusations without waiting for anything; the server may hang up meanwhile."""
    with suppress(ConnectionClosed):
        for n in range(A_THOUSAND):
            await line.act(f"flood-{n}", ACCUSATION)


async def heard_of(line: TableSocket) -> list[dict[str, Any]]:
    """All frames until the server closes."""
    frames = []
    with suppress(ConnectionClosed):
        while True:
            frames.append(json.loads(await line.socket.recv()))
    return frames
