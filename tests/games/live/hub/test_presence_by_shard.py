"""Who is connected goes to the processes that follow a table's shard, and to no others."""

import asyncio

import pytest
from asgiref.sync import sync_to_async as aside

from core.realtime import bus
from games import broadcast, presence
from games.live import seat_presence
from games.live.hub import TableHub
from games.services.attendance.announcements import PresenceWatch
from games.shards import SHARDS, shard_of
from tests.support.games.connections.wires import Wire, settled
from tests.support.games.people import person
from tests.support.games.playing import AT, people

START = 1e9
"""A monotonic time, in seconds, that is later than that of anything done here before."""


class FakeRelay:
    """Keeps what other processes are sent."""

    def __init__(self) -> None:
        self.sent: list[object] = []

    def put(self, message: object) -> None:
        self.sent.append(message)

    def update_channels(self) -> None: ...

    def take(self, kind: type) -> list[object]:
        """All messages of a kind, which are forgotten."""
        found = [message for message in self.sent if isinstance(message, kind)]
        self.sent.clear()
        return found


@pytest.fixture
def relay(monkeypatch) -> FakeRelay:
    found = FakeRelay()
    monkeypatch.setattr(bus, "_relay", found)
    monkeypatch.setattr(seat_presence, "ANSWER_SECONDS", 0)
    return found


@pytest.fixture
async def room(table_id, relay):
    """A hub with a socket of Bob, who has the second seat."""
    # Other tests may have left sockets behind, whose seats would be announced, too.
    presence.clear_presence()
    room, (_, bob) = TableHub.get_current(), await aside(people)(2)
    wire = Wire(bob.pk)
    await room.join(table_id, wire)
    await settled(room)
    relay.sent.clear()
    yield room
    room.leave(table_id, wire)


async def hear(room: TableHub, message: object) -> None:
    """The hub has received this message, and done what follows."""
    bus.call_listeners(message)
    await asyncio.sleep(0.001)
    await settled(room)


async def test_seats_are_announced_again_in_a_message_of_their_shard(table_id, relay, room):
    await room.presence.announce_all_seats()
    [message] = relay.take(broadcast.Presence)
    assert message == broadcast.Presence(bus.ORIGIN, {table_id: [1]})
    assert bus.channel_of(message).endswith(f":{shard_of(table_id)}")


async def test_a_process_that_begins_to_follow_a_shard_asks_who_is_connected(relay, room):
    await hear(room, bus.ShardFollowed(7))
    assert relay.take(broadcast.PresenceWanted) == [broadcast.PresenceWanted(7)]


async def test_a_question_is_answered_for_its_shard_alone_and_once_for_all_who_ask(table_id, relay, room):
    await hear(room, broadcast.PresenceWanted((shard_of(table_id) + 1) % SHARDS))
    assert relay.take(broadcast.Presence) == []
    bus.call_listeners(broadcast.PresenceWanted(shard_of(table_id)))
    await hear(room, broadcast.PresenceWanted(shard_of(table_id)))
    assert relay.take(broadcast.Presence) == [broadcast.Presence(bus.ORIGIN, {table_id: [1]})]


async def test_a_process_that_falls_silent_is_forgotten_and_no_other(table_id, room):
    alone = await aside(person)("alone")
    wire = Wire(alone.pk)
    await room.join(table_id, wire)
    presence.record_announced_seats("silent", {table_id: [0, 2]}, now=START)
    presence.record_announced_seats("other", {table_id: [2]}, now=START + 4)
    assert presence.connected_seats(table_id) == {0, 1, 2}
    PresenceWatch().tick(now=AT, monotonic_now=START + 9.9)
    assert presence.connected_seats(table_id) == {0, 1, 2}
    PresenceWatch().tick(now=AT, monotonic_now=START + 10)
    await hear(room, None)
    assert presence.connected_seats(table_id) == {1, 2}
    assert (wire.told[-1]["seat"], wire.told[-1]["connected"]) == (0, False)
    # When it was last heard of, not when that was noticed.
    assert presence.last_player_activity(table_id, 0) == START
    PresenceWatch().tick(now=AT, monotonic_now=START + 14)
    assert presence.connected_seats(table_id) == {1}
    room.leave(table_id, wire)


async def test_what_is_repeated_is_no_news(table_id, room):
    wire = Wire()
    await room.join(table_id, wire)
    for _ in range(2):
        await hear(room, broadcast.Presence("other", {table_id: [2]}))
    assert [frame["seat"] for frame in wire.told if frame["type"] == "presence"] == [2]
    await hear(room, broadcast.Presence("other", {table_id: []}))
    room.leave(table_id, wire)
