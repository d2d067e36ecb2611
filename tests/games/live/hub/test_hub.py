"""The hub: who comes, goes or is slow at an unlucky moment spoils nothing for the others."""

import asyncio
import time
from random import Random

import pytest
from asgiref.sync import sync_to_async as aside

from core.realtime import bus
from games import broadcast, presence
from games.live import protocol
from games.live.hub import TableHub
from games.models import Seat, Table
from games.rules.topics.absence import GoAway, LeaveGame
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.lobby.lobby import leave_seat
from games.services.referee import Sitter, replace_player
from games.shards import shard_of
from games.store import tables
from tests.support.games.connections.wires import Wire, settled
from tests.support.games.people import person
from tests.support.games.playing import AT, move, number, opened, people, put_back, sight


async def test_who_hangs_up_while_others_are_served_is_not_taken_for_present(table_id, monkeypatch):
    """One line breaks while the other's update is on its way, whichever is served first."""
    monkeypatch.setattr(bus, "publish_message", lambda wake: None)
    room = TableHub.get_current()
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
    room.update_subscribers(table_id, number(table_id))
    assert sorted(len(wire.updates()) for wire in wires) == [1, 2]
    stays = max(wires, key=lambda wire: len(wire.updates()))
    assert presence.connected_seats(table_id) == {wires.index(stays)}
    room.leave(table_id, stays)
    assert presence.connected_seats(table_id) == frozenset()


async def test_a_line_that_is_gone_holds_up_nobody(table_id):
    def fail() -> None:
        raise ConnectionError

    room = TableHub.get_current()
    broken, well = Wire(on_text=fail), Wire()
    await room.join(table_id, broken)
    await room.join(table_id, well)
    await aside(move)(table_id, Random(1))
    room.update_subscribers(table_id, number(table_id))
    assert [update["number"] for update in well.updates()][-1] == number(table_id)
    for wire in (broken, well):
        room.leave(table_id, wire)


async def test_the_first_update_is_whole_even_when_a_word_comes_before_it(table_id):
    """The table moves while a newcomer's first look is still under way."""
    room, newcomer = TableHub.get_current(), Wire()
    room._add_subscriber(table_id, newcomer)
    room.update_subscribers(table_id, number(table_id))
    await room.join(table_id, newcomer)
    assert "sheet" in newcomer.updates()[0]["sight"]
    assert len({update["number"] for update in newcomer.updates()}) == len(newcomer.updates())
    room.leave(table_id, newcomer)


async def test_numbers_never_go_back_even_from_an_old_cache(table_id):
    room, wire = TableHub.get_current(), Wire()
    old = await aside(tables.load_snapshot)(table_id)
    await room.join(table_id, wire)
    await aside(move)(table_id, Random(1))
    room.update_subscribers(table_id, number(table_id))
    tables.clear_cached_tables(table_id)
    tables.cache_snapshot(old)
    room.update_subscribers(table_id, old.number)
    await room.resend_events(table_id, wire, old.number)
    numbers = [update["number"] for update in wire.updates()]
    assert numbers == sorted(numbers)
    assert numbers[-1] == old.number + 1
    room.leave(table_id, wire)


async def test_presence_follows_the_seat(on_file):
    alice, bob = await aside(people)(2)
    table_id = await aside(opened)(alice, bob)
    room, wire = TableHub.get_current(), Wire(bob.pk)
    await room.join(table_id, wire)
    assert presence.connected_seats(table_id) == {1}
    await aside(leave_seat)(table_id=table_id, user=bob, now=AT)
    room.update_subscribers(table_id, number(table_id))
    assert presence.connected_seats(table_id) == frozenset()
    room.leave(table_id, wire)
    assert presence.connected_seats(table_id) == frozenset()


async def test_onlookers_are_served_from_one_text(table_id, monkeypatch):
    """A hundred onlookers cost one sight, and it is written once."""
    room = TableHub.get_current()
    crowd = [Wire() for _ in range(100)]
    for wire in crowd:
        await room.join(table_id, wire)
    written = []
    update = protocol.encode_update
    monkeypatch.setattr(protocol, "encode_update", lambda **told: written.append(1) or update(**told))
    await aside(move)(table_id, Random(1))
    room.update_subscribers(table_id, number(table_id))
    assert {wire.updates()[-1]["number"] for wire in crowd} == {number(table_id)}
    assert len(written) == 1
    for wire in crowd:
        room.leave(table_id, wire)


async def test_strangers_have_no_presence(table_id):
    room = TableHub.get_current()
    charlie = await aside(person)("charlie")
    wire = Wire(charlie.pk)
    await room.join(table_id, wire)
    assert presence.connected_seats(table_id) == frozenset()
    room.leave(table_id, wire)


# --- Substitutions ---------------------------------------------------------------------------------


class Shown(Wire):
    """A connection that may be told to go."""

    closed: int | None = None

    async def close_with_bye(self, code: int) -> None:
        self.closed = code


async def substituted(table_id: str, **columns):
    """Bob's two sockets, eve's and a watcher's, after eve took over bob's seat."""
    bob, eve = await aside(person)("bob"), await aside(person)("eve")
    if columns:
        await aside(lambda: Table.objects.filter(pk=table_id).update(**columns))()
    room = TableHub.get_current()
    wires = [Shown(bob.pk), Shown(bob.pk), Shown(eve.pk), Shown()]
    for wire in wires:
        await room.join(table_id, wire)
    hand = wires[0].updates()[-1]["sight"]["hand"]
    await aside(replace_player)(table_id=table_id, seat=1, sitter=Sitter("eve", "human", eve.pk), now=AT)
    room.update_subscribers(table_id, number(table_id))
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
    assert presence.connected_seats(table_id) == {1}
    seat = await Seat.objects.aget(table_id=table_id, seat=1)
    assert seat.arrived_at is not None
    for wire in wires:
        room.leave(table_id, wire)


async def test_at_a_sealed_table_who_was_replaced_is_shown_out(table_id):
    room, wires, _ = await substituted(table_id, sealed=True)
    assert [wire.closed for wire in wires] == [4003, 4003, None, None]
    for wire in wires:
        room.leave(table_id, wire)


# --- Presence ----------------------------------------------------------------------------------------


async def test_what_another_process_says_of_its_sockets_is_shown(table_id):
    room, wire = TableHub.get_current(), Wire()
    await room.join(table_id, wire)
    await told(room, broadcast.Presence("other", {table_id: [2]}))
    assert (wire.told[-1]["seat"], wire.told[-1]["connected"]) == (2, True)
    await told(room, broadcast.Presence("other", {table_id: []}))
    assert (wire.told[-1]["seat"], wire.told[-1]["connected"]) == (2, False)
    room.leave(table_id, wire)


async def test_a_client_that_does_not_read_gets_what_it_missed_in_one_update(table_id):
    room, slow = TableHub.get_current(), Wire()
    await room.join(table_id, slow)
    before = number(table_id)
    slow.health.begin_backpressure(time.monotonic())
    for _ in range(2):
        await aside(move)(table_id, Random(1))
        room.update_subscribers(table_id, number(table_id))
    assert len(slow.updates()) == 1
    slow.health.end_backpressure()
    room.update_subscribers(table_id, number(table_id))
    assert [event["number"] for event in slow.updates()[-1]["events"]] == list(
        range(before + 1, number(table_id) + 1)
    )
    room.leave(table_id, slow)


@pytest.mark.parametrize(("action", "stays_away"), [(GoAway(1), False), (LeaveGame(), True)])
async def test_who_is_there_has_the_seat_back_at_once_but_not_who_left_on_purpose(
    table_id, action, stays_away
):
    """As when a scheduler that heard nothing of this socket took its person for gone."""
    room = TableHub.get_current()
    _, bob = await aside(people)(2)
    wire = Wire(bob.pk)
    await room.join(table_id, wire)
    await settled(room)
    await aside(dispatch)(Command(table_id, action, AT, user=bob.pk))
    room.update_subscribers(table_id, number(table_id))
    await settled(room)
    assert sight(table_id)["players"][1]["away"] is stays_away
    room.leave(table_id, wire)


# --- News of other processes ----------------------------------------------------------------------------


async def told(room: TableHub, message: object) -> None:
    """The hub has heard this from another process, and done what follows."""
    bus.call_listeners(message)
    for _ in range(5):
        await asyncio.sleep(0)
    await settled(room)


def moved_elsewhere(table_id: str) -> broadcast.Wake:
    """What another process announces when somebody moves there; this one has read the table before."""
    before = tables.load_snapshot(table_id)
    move(table_id, Random(1))
    rows = tables.read_log_rows(table_id, before.number)
    after = tables.load_snapshot(table_id)
    put_back(before)
    return broadcast.Wake(table_id, after.number, after.due_at, after.mark_version, tuple(rows))


async def test_a_move_elsewhere_is_shown_without_asking_the_database(table_id, monkeypatch):
    room, wire = TableHub.get_current(), Wire()
    await room.join(table_id, wire)
    wake = await aside(moved_elsewhere)(table_id)

    async def read_nothing(*_: object, **__: object) -> None:
        raise AssertionError("the table was read")

    monkeypatch.setattr(room, "read_snapshot", read_nothing)
    await told(room, wake)
    assert wire.updates()[-1]["number"] == wake.number
    room.leave(table_id, wire)


async def test_without_the_entries_the_table_is_read(table_id):
    room, wire = TableHub.get_current(), Wire()
    await room.join(table_id, wire)
    wake = await aside(moved_elsewhere)(table_id)
    await told(room, wake._replace(rows=()))
    assert wire.updates()[-1]["number"] == wake.number
    room.leave(table_id, wire)


async def test_a_process_follows_the_shards_of_the_tables_that_it_shows(table_id):
    room, first, second = TableHub.get_current(), Wire(), Wire()
    shard = shard_of(table_id)
    assert shard not in bus.followed_shards()
    await room.join(table_id, first)
    await room.join(table_id, second)
    room.leave(table_id, first)
    assert shard in bus.followed_shards()
    room.leave(table_id, second)
    assert shard not in bus.followed_shards()


async def test_what_was_announced_before_a_shard_was_followed_is_looked_for(table_id, monkeypatch):
    room, wire = TableHub.get_current(), Wire()
    await room.join(table_id, wire)
    with monkeypatch.context() as patch:
        patch.setattr(bus, "publish_message", lambda message: None)
        await aside(move)(table_id, Random(1))
    assert wire.updates()[-1]["number"] < number(table_id)
    await told(room, bus.ShardFollowed((shard_of(table_id) + 1) % 1024))
    assert wire.updates()[-1]["number"] < number(table_id)
    await told(room, bus.ShardFollowed(shard_of(table_id)))
    assert wire.updates()[-1]["number"] == number(table_id)
    room.leave(table_id, wire)
