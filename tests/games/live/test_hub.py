"""The hub: who comes, goes or is slow at an unlucky moment spoils nothing for the others."""

import asyncio
import json
import time
from collections.abc import Callable
from random import Random

import pytest
from asgiref.sync import sync_to_async as aside

from core.realtime import bus
from core.realtime.health import SILENCE_TIMEOUT_SECONDS, ConnectionHealth
from games import broadcast, presence
from games.live import protocol
from games.live.hub import TableHub
from games.live.lobby import LOBBY, LobbyHub
from games.live.seat_presence import SeatPresence
from games.models import Seat, Table
from games.rules.topics.absence import GoAway, LeaveGame
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.lobby.lobby import leave_seat
from games.services.referee import Sitter, replace_player
from games.store import tables
from tests.support.games.people import person
from tests.support.games.playing import AT, move, number, opened, people, sight


class Wire:
    """What the hub knows of a connection, and what it was told."""

    token_id = None
    session = None

    def __init__(self, user_id: int | None = None, on_text: Callable[[], None] = lambda: None) -> None:
        self.user_id = user_id
        self.viewer: int | None = None
        self.health = ConnectionHealth(time.monotonic())
        self.number = -1
        self.has_first_update = False
        self.told: list[dict] = []
        self._on_text = on_text

    def put(self, text: str) -> None:
        self.told.append(json.loads(text))
        self._on_text()

    async def close_with_bye(self, code: int) -> None:
        raise AssertionError(code)

    def updates(self) -> list[dict]:
        return [frame for frame in self.told if frame["type"] == "update"]


async def test_who_hangs_up_while_others_are_served_is_not_taken_for_present(table_id, monkeypatch):
    """One line breaks while the other's update is on its way, whichever is served first."""
    monkeypatch.setattr(bus, "announce", lambda wake: None)
    room = TableHub.current()
    wires: list[Wire] = []

    def hang_up(mine: int) -> None:
        if len(wires) == 2 and len(wires[mine].updates()) > 1:
            room.leave(table_id, wires[1 - mine])

    alice, bob = await aside(people)(2)
    one = Wire(alice.pk, on_text=lambda: hang_up(0))
    other = Wire(bob.pk, on_text=lambda: hang_up(1))
    await room.join(table_id, one)
    await room.join(table_id, other)
    wires += (one, other)
    await aside(move)(table_id, Random(1))
    room.wake(table_id, number(table_id))
    assert sorted(len(wire.updates()) for wire in wires) == [1, 2]
    stays = max(wires, key=lambda wire: len(wire.updates()))
    assert presence.connected(table_id) == {wires.index(stays)}
    room.leave(table_id, stays)
    assert presence.connected(table_id) == frozenset()


async def test_a_line_that_is_gone_holds_up_nobody(table_id):
    def fail() -> None:
        raise ConnectionError

    room = TableHub.current()
    broken, well = Wire(on_text=fail), Wire()
    await room.join(table_id, broken)
    await room.join(table_id, well)
    await aside(move)(table_id, Random(1))
    room.wake(table_id, number(table_id))
    assert [update["number"] for update in well.updates()][-1] == number(table_id)
    for wire in (broken, well):
        room.leave(table_id, wire)


async def test_the_first_update_is_whole_even_when_a_word_comes_before_it(table_id):
    """The table moves while a newcomer's first look is still under way."""
    room, newcomer = TableHub.current(), Wire()
    room._subscribers[table_id].add(newcomer)
    room.wake(table_id, number(table_id))
    await room.join(table_id, newcomer)
    assert "sheet" in newcomer.updates()[0]["sight"]
    assert len({update["number"] for update in newcomer.updates()}) == len(newcomer.updates())
    room.leave(table_id, newcomer)


async def test_numbers_never_go_back_even_from_an_old_cache(table_id):
    room, wire = TableHub.current(), Wire()
    old = await aside(tables.load)(table_id)
    await room.join(table_id, wire)
    await aside(move)(table_id, Random(1))
    room.wake(table_id, number(table_id))
    tables.forget(table_id)
    tables.keep(old)
    room.wake(table_id, old.number)
    await room.refresh(table_id, wire, old.number)
    numbers = [update["number"] for update in wire.updates()]
    assert numbers == sorted(numbers)
    assert numbers[-1] == old.number + 1
    room.leave(table_id, wire)


async def test_presence_follows_the_seat(on_file):
    alice, bob = await aside(people)(2)
    table_id = await aside(opened)(alice, bob)
    room, wire = TableHub.current(), Wire(bob.pk)
    await room.join(table_id, wire)
    assert presence.connected(table_id) == {1}
    await aside(leave_seat)(table_id=table_id, user=bob, now=AT)
    room.wake(table_id, number(table_id))
    assert presence.connected(table_id) == frozenset()
    room.leave(table_id, wire)
    assert presence.connected(table_id) == frozenset()


async def test_onlookers_are_served_from_one_text(table_id, monkeypatch):
    """A hundred onlookers cost one sight, and it is written once."""
    room = TableHub.current()
    crowd = [Wire() for _ in range(100)]
    for wire in crowd:
        await room.join(table_id, wire)
    written = []
    update = protocol.update
    monkeypatch.setattr(protocol, "update", lambda **told: written.append(1) or update(**told))
    await aside(move)(table_id, Random(1))
    room.wake(table_id, number(table_id))
    assert {wire.updates()[-1]["number"] for wire in crowd} == {number(table_id)}
    assert len(written) == 1
    for wire in crowd:
        room.leave(table_id, wire)


async def test_strangers_have_no_presence(table_id):
    room = TableHub.current()
    charlie = await aside(person)("charlie")
    wire = Wire(charlie.pk)
    await room.join(table_id, wire)
    assert presence.connected(table_id) == frozenset()
    room.leave(table_id, wire)


# --- Substitutions ---------------------------------------------------------------------------------


class Shown(Wire):
    """A connection that may be told to go."""

    closed: int | None = None

    async def close_with_bye(self, code: int) -> None:
        self.closed = code


async def settled(room) -> None:
    """Everything that the hub has begun is done."""
    while tasks := list(room._tasks):
        await asyncio.wait(tasks)


async def substituted(table_id: str, **columns):
    """Bob's two sockets, eve's and a watcher's, after eve took over bob's seat."""
    bob, eve = await aside(person)("bob"), await aside(person)("eve")
    if columns:
        await aside(lambda: Table.objects.filter(pk=table_id).update(**columns))()
    room = TableHub.current()
    wires = [Shown(bob.pk), Shown(bob.pk), Shown(eve.pk), Shown()]
    for wire in wires:
        await room.join(table_id, wire)
    hand = wires[0].updates()[-1]["sight"]["hand"]
    await aside(replace_player)(table_id=table_id, seat=1, sitter=Sitter("eve", "human", eve.pk), now=AT)
    room.wake(table_id, number(table_id))
    await settled(room)
    return room, wires, hand


async def test_who_was_replaced_loses_sight_of_the_hand_on_all_sockets_and_the_newcomer_has_it(table_id):
    room, wires, hand = await substituted(table_id)
    first, second, newcomer, watcher = (wire.updates()[-1] for wire in wires)
    assert hand is not None
    for update in (first, second, watcher):
        assert (update["sight"]["viewer"], update["sight"]["hand"]) == (None, None)
        assert [event["type"] for event in update["events"]] == ["player_replaced"]
    assert (newcomer["sight"]["viewer"], newcomer["sight"]["hand"]) == (1, hand)
    assert [wire.closed for wire in wires] == [None] * 4
    assert presence.connected(table_id) == {1}
    seat = await Seat.objects.aget(table_id=table_id, seat=1)
    assert seat.arrived_at is not None
    for wire in wires:
        room.leave(table_id, wire)


async def test_at_a_sealed_table_who_was_replaced_is_shown_out(table_id):
    room, wires, _ = await substituted(table_id, sealed=True)
    assert [wire.closed for wire in wires] == [4003, 4003, None, None]
    for wire in wires:
        room.leave(table_id, wire)


# --- Silence -----------------------------------------------------------------------------------------


async def test_who_is_silent_for_five_seconds_is_not_connected_until_the_next_sign_of_life(table_id):
    room = TableHub.current()
    alice, bob = await aside(people)(2)
    watching, silent = Wire(alice.pk), Wire(bob.pk)
    await room.join(table_id, watching)
    await room.join(table_id, silent)
    silent.health.last_activity_at -= SILENCE_TIMEOUT_SECONDS
    room.presence.count_all()
    await settled(room)
    gone = {"type": "presence", "seat": 1, "connected": False, "away_at": None}
    assert watching.told[-1] == gone
    assert presence.connected(table_id) == {0}
    silent.health.note_activity(time.monotonic())
    room.presence.count_all()
    await settled(room)
    assert watching.told[-1] == {**gone, "connected": True}
    for wire in (watching, silent):
        room.leave(table_id, wire)
    assert presence.connected(table_id) == frozenset()


async def test_what_another_process_says_of_its_sockets_is_shown(table_id):
    room, wire = TableHub.current(), Wire()
    await room.join(table_id, wire)
    room.presence.take_presence(broadcast.Presence("other", {table_id: [2]}))
    await settled(room)
    assert (wire.told[-1]["seat"], wire.told[-1]["connected"]) == (2, True)
    room.presence.take_presence(broadcast.Presence("other", {}, whole=True))
    await settled(room)
    assert (wire.told[-1]["seat"], wire.told[-1]["connected"]) == (2, False)
    room.leave(table_id, wire)


async def test_a_client_that_does_not_read_gets_what_it_missed_in_one_update(table_id):
    room, slow = TableHub.current(), Wire()
    await room.join(table_id, slow)
    before = number(table_id)
    slow.health.begin_backpressure(time.monotonic())
    for _ in range(2):
        await aside(move)(table_id, Random(1))
        room.wake(table_id, number(table_id))
    assert len(slow.updates()) == 1
    slow.health.end_backpressure()
    room.wake(table_id, number(table_id))
    assert [event["number"] for event in slow.updates()[-1]["events"]] == list(
        range(before + 1, number(table_id) + 1)
    )
    room.leave(table_id, slow)


@pytest.mark.parametrize(("action", "stays_away"), [(GoAway(1), False), (LeaveGame(), True)])
async def test_who_is_there_has_the_seat_back_at_once_but_not_who_left_on_purpose(
    table_id, action, stays_away
):
    """As when a scheduler that heard nothing of this socket took its person for gone."""
    room = TableHub.current()
    _, bob = await aside(people)(2)
    wire = Wire(bob.pk)
    await room.join(table_id, wire)
    await settled(room)
    await aside(dispatch)(Command(table_id, action, AT, user=bob.pk))
    room.wake(table_id, number(table_id))
    await settled(room)
    assert sight(table_id)["players"][1]["away"] is stays_away
    room.leave(table_id, wire)


def failing(*_: object, **__: object) -> None:
    raise RuntimeError("made to fail")


async def soon(condition: Callable[[], object]) -> None:
    """Let the loop run until it is so; the test's time limit ends what never comes."""
    while not condition():
        await asyncio.sleep(0.001)


async def test_a_table_that_cannot_be_read_is_shown_at_the_next_word(table_id, monkeypatch, caplog):
    room, wire = TableHub.current(), Wire()
    await room.join(table_id, wire)
    await aside(move)(table_id, Random(1))
    newest = number(table_id)
    with monkeypatch.context() as broken:
        broken.setattr("games.live.hub.cached_sights", lambda *_, **__: None)
        broken.setattr("games.live.hub.read_sights", failing)
        room.wake(table_id, newest)
        # A second word while the table is being read asks for nothing more than the newer number.
        room.wake(table_id, newest)
        await soon(lambda: not room._wanted)
    assert f"Table {table_id} cannot be shown" in caplog.text
    room.wake(table_id, newest)
    assert wire.updates()[-1]["number"] == newest
    room.leave(table_id, wire)


async def test_a_sight_that_cannot_be_written_is_logged(table_id, monkeypatch, caplog):
    monkeypatch.setattr(bus, "announce", lambda wake: None)
    room, wire = TableHub.current(), Wire()
    await room.join(table_id, wire)
    await aside(move)(table_id, Random(1))
    with monkeypatch.context() as broken:
        broken.setattr(protocol, "update", failing)
        room.wake(table_id, number(table_id))
    assert f"Table {table_id} cannot be shown" in caplog.text
    room.leave(table_id, wire)


async def test_a_lobby_that_cannot_be_read_is_logged_and_sent_at_the_next_wake_up(
    table_id, monkeypatch, caplog
):
    room, wire = LobbyHub.current(), Wire()
    await room.join(LOBBY, wire)
    before = len(wire.told)
    monkeypatch.setattr("games.live.lobby.UPDATE_INTERVAL_SECONDS", 0)
    with monkeypatch.context() as broken:
        broken.setattr("games.live.lobby.tables.open_tables", failing)
        room.wake(LOBBY)
        await soon(lambda: "cannot be shown" in caplog.text)
    assert "The lobby cannot be shown" in caplog.text
    monkeypatch.setattr("games.live.lobby.tables.open_tables", lambda: [{"id": "new"}])
    room.wake(LOBBY)
    await soon(lambda: len(wire.told) > before)
    assert wire.told[-1] == {"type": "tables", "tables": [{"id": "new"}]}
    room.leave(LOBBY, wire)


async def test_the_lobby_is_sent_once_for_all_that_happens_in_a_while_and_only_if_it_changed(
    table_id, monkeypatch
):
    room, wire, newcomer = LobbyHub.current(), Wire(), Wire()
    monkeypatch.setattr("games.live.lobby.UPDATE_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr("games.live.lobby.tables.open_tables", lambda: [{"id": "one"}])
    await room.join(LOBBY, wire)
    for _ in range(3):
        room.wake(LOBBY)
    assert room._update is not None
    await soon(lambda: room._update is None)
    await settled(room)
    assert len(wire.told) == 1
    monkeypatch.setattr("games.live.lobby.tables.open_tables", lambda: [{"id": "two"}])
    await room.join(LOBBY, newcomer)
    room.wake(LOBBY)
    await soon(lambda: len(wire.told) > 1)
    assert (len(wire.told), len(newcomer.told)) == (2, 1)
    for each in (wire, newcomer):
        room.leave(LOBBY, each)


async def test_a_check_of_presence_that_fails_is_made_the_next_time(table_id, monkeypatch, caplog):
    calls: list[int] = []

    def fail_once(*_: object) -> None:
        calls.append(1)
        if len(calls) == 1:
            raise RuntimeError("made to fail")

    monkeypatch.setattr("games.live.seat_presence.SILENCE_CHECK_INTERVAL_SECONDS", 0.001)
    monkeypatch.setattr(SeatPresence, "count_all", fail_once)
    TableHub.current()
    await soon(lambda: len(calls) > 1)
    assert "The hub cannot look after its sockets" in caplog.text


async def test_a_client_that_reads_again_is_caught_up_even_at_a_table_that_was_forgotten(
    table_id,
):
    room, wire = TableHub.current(), Wire()
    await room.join(table_id, wire)
    wire.health.begin_backpressure(time.monotonic())
    await aside(move)(table_id, Random(1))
    await settled(room)
    tables.forget(table_id)
    assert len(wire.updates()) == 1
    wire.health.end_backpressure()
    await soon(lambda: len(wire.updates()) > 1)
    assert wire.updates()[-1]["number"] == number(table_id)
    room.leave(table_id, wire)


async def test_who_was_never_there_is_forgotten_without_a_trace(table_id):
    TableHub.current().leave(table_id, Wire())
    assert presence.connected(table_id) == frozenset()
