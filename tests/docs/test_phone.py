"""The reference phone at the real server: a whole cheating game, a call by the light sensor, a lost line."""

import asyncio
import random
import subprocess
import sys
from typing import Any

import pytest
from api import Api, Json
from phone import ClosedForGood, Phone, Pick, Readings

from games.rules.cards import is_card
from games.rules.record.check import check_record
from tests.support.docs.phones import guests, quiet, simple
from tests.support.docs.readings import FILE, scene, watched
from tests.support.servers import ROOT, ServerProcess
from tests.support.waiting import WAIT_TIMEOUT

CHEAT, ACCUSER = 2, 0
"""Seats."""


class Cheat(Phone):
    """Plays an illegal card as soon as it can, once; `cheated` is set when that is stored."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cheated = asyncio.Event()
        self.card: str | None = None

    def choose(self, sight: Json) -> Json:
        illegal = sorted(set(sight["playable"]) - set(sight["legal"]["cards"]))
        if illegal and self.card is None:
            self.card = illegal[0]
            return {"type": "play", "card": self.card}
        return super().choose(sight)

    def _hear(self, frame: Json) -> None:
        super()._hear(frame)
        if frame["type"] == "ack" and self.card and not self.pending:
            self.cheated.set()


class Clumsy(Phone):
    """Loses its connection right after each third move, before any answer; comes back by itself."""

    moves = losses = 0

    async def act(self, action: Json) -> None:
        await super().act(action)
        self.moves += 1
        if self.moves % 3 == 0 and self.socket is not None:
            self.losses += 1
            self.socket.transport.abort()


class Sensing(Phone):
    """Lives through a scene of light as soon as a card lies on the table."""

    def __init__(self, api: Api, table: str, name: str, pick: Pick) -> None:
        self.begun = asyncio.Event()
        light = shone(name, self.begun)
        super().__init__(api, table, rng=random.Random(4), readings=light, pick=pick, say=quiet)

    def _tell(self, event: Json) -> None:
        super()._tell(event)
        if event.get("type") == "card_played":
            self.begun.set()


async def shone(name: str, begin: asyncio.Event) -> Readings:
    """A scene at once, when the event says so."""
    await begin.wait()
    for at, what in watched(scene(name)["timeline"]):
        yield at, what


def seated(people: list[Api], *cards: int, **options: Any) -> str:
    """The table at which they sit, each at the seat of their place in the list."""
    rounds = [{"cards": number} for number in cards]
    own = {"preset": "custom", "rounds": rounds, "pause": 5, **options}
    table = people[0].open(own, seats=len(people), bots=0)
    for api in people[1:]:
        api.join(table)
    return table


def picking(seat: int | None, shown: list[dict[int, str]]) -> Pick:
    """A person who picks this seat, or nobody, from the list, and remembers the list."""

    async def pick(suspects: dict[int, str]) -> int | None:
        shown.append(suspects)
        return seat

    return pick


async def played(*phones: Phone) -> list[Json]:
    """All play to the end."""
    async with asyncio.timeout(WAIT_TIMEOUT):
        return await asyncio.gather(*(phone.play() for phone in phones))


async def test_the_phone_calls_a_cheater_out(server: ServerProcess) -> None:
    people = guests(server.url, 4)
    table = seated(people, 10, 2, cheating=True)
    rng = random.Random(3)
    cheat = Cheat(people[CHEAT], table, rng=rng, say=quiet)

    shown: list[dict[int, str]] = []
    said: list[str] = []
    phone = Phone(
        people[ACCUSER],
        table,
        rng=rng,
        readings=shone("cover by hand", cheat.cheated),
        pick=picking(CHEAT, shown),
        say=said.append,
    )
    everyone = [phone, cheat, *simple(table, people[1], people[3])]
    finals = await played(*everyone)

    assert [final["status"] for final in finals] == ["finished"] * 4
    assert shown == [{seat: people[seat].name for seat in (1, 2, 3)}]
    verdict = {"accuser": ACCUSER, "accused": CHEAT, "verdict": "caught"}
    points = {"accuser_points": 10, "accused_points": -10}
    for one in everyone:
        [event] = [event for event in one.events if event.get("type") == "accused"]
        assert {**event, **verdict, **points} == event
    assert f"{people[0].name} accuses {people[2].name}: caught (+10 for" in " ".join(said)

    record = people[ACCUSER].call("GET", f"tables/{table}/record")
    assert check_record(record) == []
    first = record["rounds"][0]
    assert [(one["seat"], one["card"]) for one in first["cheats"]] == [(CHEAT, cheat.card)]
    [accusation] = first["accusations"]
    assert {**accusation, **verdict, **points, "source": "light_sensor"} == accusation
    assert [cell["adjustment"] for cell in first["scores"]] == [10, 0, -10, 0]


async def test_a_wrong_pick_costs_the_phone_ten_points(server: ServerProcess) -> None:
    people = guests(server.url, 3)
    table = seated(people, 6, cheating=True)
    picks: list[dict[int, str]] = []
    phone = Sensing(people[0], table, "two covers", picking(1, picks))
    await played(phone, *simple(table, *people[1:]))
    assert len(picks) == 2
    record = people[0].call("GET", f"tables/{table}/record")
    assert [one["verdict"] for one in record["rounds"][0]["accusations"]] == ["wrong", "wrong"]
    assert [cell["adjustment"] for cell in record["rounds"][0]["scores"]] == [-20, 0, 0]
    assert check_record(record) == []


async def test_nobody_picked_nothing_sent(server: ServerProcess) -> None:
    people = guests(server.url, 3)
    table = seated(people, 3, cheating=True)
    picks: list[dict[int, str]] = []
    phone = Sensing(people[0], table, "cover by hand", picking(None, picks))
    await played(phone, *simple(table, *people[1:]))
    assert len(picks) == 1
    record = people[0].call("GET", f"tables/{table}/record")
    assert record["rounds"][0]["accusations"] == []


async def test_a_lost_line_loses_no_move_and_doubles_none(server: ServerProcess) -> None:
    people = guests(server.url, 3)
    table = seated(people, 4, 3)
    said: list[str] = []
    clumsy = Clumsy(people[0], table, rng=random.Random(6), say=said.append)
    finals = await played(clumsy, *simple(table, *people[1:]))

    assert clumsy.losses >= 3
    assert not [text for text in said if text.startswith("Refused")]
    assert {final["number"] for final in finals} == {finals[0]["number"]}
    record = people[0].call("GET", f"tables/{table}/record")
    assert check_record(record) == []
    cards = [event["card"] for event in clumsy.events if event.get("type") == "card_played"]
    told = [play["card"] for past in record["rounds"] for trick in past["tricks"] for play in trick["plays"]]
    assert cards == told
    assert all(is_card(card) for card in cards)
    numbers = [event["number"] for event in clumsy.events]
    assert numbers == sorted(set(numbers))


async def test_a_dead_token_ends_the_phone(server: ServerProcess) -> None:
    people = guests(server.url, 3)
    table = seated(people, 2)
    people[1].call("POST", "auth/logout")
    with pytest.raises(ClosedForGood, match="4001"):
        await played(*simple(table, people[1]))


def test_the_command_plays_a_game_by_itself(server: ServerProcess) -> None:
    command = [sys.executable, str(ROOT / "docs/examples/phone.py"), "--url", server.url, "--seed", "1"]
    table = ["--open-seats", "4", "--bots", "3", "--cheating", "--rounds", "3,1"]
    sensor = ["--readings", str(FILE), "--scene", "cover by hand", "--suspect", "1"]
    done = subprocess.run([*command, *table, *sensor], capture_output=True, text=True, timeout=WAIT_TIMEOUT)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "sits at" in lines[0]
    assert sum(line.startswith("Scores: ") for line in lines) == 2
    assert [line[:2] for line in lines[-4:]] == ["1.", "2.", "3.", "4."]
