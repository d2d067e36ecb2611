"""The hub: who comes, goes or is slow at an unlucky moment spoils nothing for the others."""

import json
from collections.abc import Callable
from random import Random

from asgiref.sync import sync_to_async as aside

from games import broadcast, presence
from games.live import protocol
from games.live.hub import hub
from games.services.lobby import leave_seat
from games.store import tables
from tests.games.people import person
from tests.games.playing import AT, move, number, opened, people


class Wire:
    """What the hub knows of a connection, and what it was told."""

    token_id = None

    def __init__(self, user_id: int | None = None, on_text: Callable[[], None] = lambda: None) -> None:
        self.user_id = user_id
        self.viewer: int | None = None
        self.number = -1
        self.welcomed = False
        self.told: list[dict] = []
        self._on_text = on_text

    async def send_text(self, text: str) -> None:
        self.told.append(json.loads(text))
        self._on_text()

    async def farewell(self, code: int) -> None:
        raise AssertionError(code)

    def updates(self) -> list[dict]:
        return [frame for frame in self.told if frame["type"] == "update"]


async def test_who_hangs_up_while_others_are_served_is_not_taken_for_present(table_id, monkeypatch):
    """Bob's line breaks while alice's update is on its way."""
    monkeypatch.setattr(broadcast, "announce", lambda wake: None)
    alice, bob = await aside(people)(2)
    room = hub()
    leaving = Wire(bob.pk)
    first = Wire(
        alice.pk, on_text=lambda: room.leave(table_id, leaving) if len(first.updates()) > 1 else None
    )
    await room.join(table_id, first)
    await room.join(table_id, leaving)
    await aside(move)(table_id, Random(1))
    await room._update(table_id, (first, leaving), number(table_id))
    assert len(first.updates()) == 2
    assert len(leaving.updates()) == 1
    assert presence.connected(table_id) == {0}
    room.leave(table_id, first)
    assert presence.connected(table_id) == frozenset()


async def test_a_line_that_is_gone_holds_up_nobody(table_id):
    def fail() -> None:
        raise ConnectionError

    room = hub()
    broken, well = Wire(on_text=fail), Wire()
    await room.join(table_id, broken)
    await room.join(table_id, well)
    await aside(move)(table_id, Random(1))
    await room._update(table_id, (broken, well), number(table_id))
    assert [update["number"] for update in well.updates()][-1] == number(table_id)
    for wire in (broken, well):
        room.leave(table_id, wire)


async def test_the_first_update_is_whole_even_when_a_word_comes_before_it(table_id):
    """The table moves while a newcomer's first look is still under way."""
    room, newcomer = hub(), Wire()
    room._sockets[table_id].add(newcomer)
    await room._update(table_id, (newcomer,), number(table_id))
    await room.join(table_id, newcomer)
    assert "sheet" in newcomer.updates()[0]["sight"]
    assert len({update["number"] for update in newcomer.updates()}) == len(newcomer.updates())
    room.leave(table_id, newcomer)


async def test_numbers_never_go_back_even_from_an_old_cache(table_id):
    room, wire = hub(), Wire()
    old = await aside(tables.load)(table_id)
    await room.join(table_id, wire)
    await aside(move)(table_id, Random(1))
    await room._update(table_id, (wire,), number(table_id))
    tables.forget(table_id)
    tables.keep(old)
    await room._update(table_id, (wire,), old.number)
    await room.refresh(table_id, wire, old.number)
    numbers = [update["number"] for update in wire.updates()]
    assert numbers == sorted(numbers)
    assert numbers[-1] == old.number + 1
    room.leave(table_id, wire)


async def test_presence_follows_the_seat(on_file):
    alice, bob = await aside(people)(2)
    table_id = await aside(opened)(alice, bob)
    room, wire = hub(), Wire(bob.pk)
    await room.join(table_id, wire)
    assert presence.connected(table_id) == {1}
    await aside(leave_seat)(table_id=table_id, user=bob, now=AT)
    await room._update(table_id, (wire,), number(table_id))
    assert presence.connected(table_id) == frozenset()
    room.leave(table_id, wire)
    assert presence.connected(table_id) == frozenset()


async def test_onlookers_are_served_from_one_text(table_id, monkeypatch):
    """A hundred onlookers cost one sight, and it is written once."""
    room = hub()
    crowd = [Wire() for _ in range(100)]
    for wire in crowd:
        await room.join(table_id, wire)
    written = []
    update = protocol.update
    monkeypatch.setattr(protocol, "update", lambda **told: written.append(1) or update(**told))
    await aside(move)(table_id, Random(1))
    await room._update(table_id, tuple(crowd), number(table_id))
    assert {wire.updates()[-1]["number"] for wire in crowd} == {number(table_id)}
    assert len(written) == 1
    for wire in crowd:
        room.leave(table_id, wire)


async def test_strangers_have_no_presence(table_id):
    room = hub()
    charlie = await aside(person)("charlie")
    wire = Wire(charlie.pk)
    await room.join(table_id, wire)
    assert presence.connected(table_id) == frozenset()
    room.leave(table_id, wire)
