"""Clients that fall silent: how soon the others see it, by a clock that the test moves."""

from collections.abc import AsyncIterator
from random import Random

import pytest
from asgiref.sync import sync_to_async as aside

from core.realtime.health import CHECK_SLOT_SECONDS, IDLE_SILENCE_TIMEOUT_SECONDS, ConnectionHealth
from games import presence
from games.live import hub as hub_module
from games.live import seat_presence
from games.live.hub import TableHub
from games.rules.topics.lobby import LeaveSeat
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from tests.support.games.connections.wires import Wire, settled
from tests.support.games.playing import AT, in_play, move, number, opened, people, user_at
from tests.support.games.playing import on_turn as seat_on_turn


class Clock:
    """The monotonic clock of the hub."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


class Room:
    """A table with a socket for each of its players, whose clients answer as long as they are not broken."""

    def __init__(self, table_id: str, clock: Clock) -> None:
        self.table_id = table_id
        self.clock = clock
        self.hub = TableHub.get_current()
        self.wires: list[Wire] = []
        self.broken: set[int] = set()

    async def come(self) -> None:
        """All players connect."""
        for seat in range(4):
            wire = Wire(await aside(user_at)(self.table_id, seat))
            wire.health = ConnectionHealth(self.clock.now)
            await self.hub.join(self.table_id, wire)
            self.wires.append(wire)
        self.hub.presence.check_for_silence(self.clock.now)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass; all that is not broken gives a sign of life whenever it is asked."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.clock.now += CHECK_SLOT_SECONDS
            for seat, wire in enumerate(self.wires):
                if wire.health.record_ping_if_due(self.clock.now) and seat not in self.broken:
                    wire.health.note_activity(self.clock.now)
            self.hub.presence.check_for_silence(self.clock.now)
        await settled(self.hub)

    async def pass_until_shown(self, seat: int, limit: float) -> float:
        """Return how long it takes until the others see that a seat is not connected."""
        began = self.clock.now
        while seat in presence.connected_seats(self.table_id):
            assert self.clock.now < began + limit
            await self.pass_time(CHECK_SLOT_SECONDS)
        gone = {"type": "presence", "seat": seat, "connected": False, "away_at": None}
        assert gone in self.wires[(seat + 1) % 4].told
        return self.clock.now - began

    async def move(self) -> None:
        """The player on turn moves, and all get it."""
        await aside(move)(self.table_id, Random(1))
        self.hub.update_subscribers(self.table_id, await aside(number)(self.table_id))
        await settled(self.hub)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in (hub_module, seat_presence):
        monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
async def room(on_file: None, clock: Clock) -> AsyncIterator[Room]:
    """A table in play. Its hub checks sockets only when the test says so."""
    room = Room(await aside(in_play)(), clock)
    for loop in room.hub._loops:
        loop.cancel()
    await room.come()
    yield room
    for wire in room.wires:
        room.hub.leave(room.table_id, wire)
    await settled(room.hub)


# The connection breaks at different moments between two pings.
@pytest.mark.parametrize("seconds", [0.0, 0.25, 1.0, 2.25, 2.5, 21.0])
async def test_a_broken_connection_of_the_player_on_turn_is_shown_within_five_seconds(
    room: Room, seconds: float
) -> None:
    seat = await aside(seat_on_turn)(room.table_id)
    await room.pass_time(seconds)
    room.broken.add(seat)
    assert await room.pass_until_shown(seat, 6) <= 5


@pytest.mark.parametrize("seconds", [0.25, 7.0, 19.0, 25.0, 39.0])
async def test_so_is_one_that_broke_before_its_player_came_on_turn(room: Room, seconds: float) -> None:
    seat = (await aside(seat_on_turn)(room.table_id) + 1) % 4
    room.broken.add(seat)
    await room.pass_time(seconds)
    assert seat in presence.connected_seats(room.table_id)
    await room.move()
    assert await aside(seat_on_turn)(room.table_id) == seat
    assert await room.pass_until_shown(seat, 6) <= 5


async def test_a_sound_connection_whose_player_comes_on_turn_stays_shown(room: Room) -> None:
    seat = (await aside(seat_on_turn)(room.table_id) + 1) % 4
    # Long after the last ping, so its last sign of life is older than a player on turn may be silent.
    await room.pass_time(18)
    await room.move()
    await room.pass_time(30)
    assert presence.connected_seats(room.table_id) == {0, 1, 2, 3}
    assert not [
        frame for frame in room.wires[seat].told if frame["type"] == "presence" and frame["seat"] == seat
    ]


@pytest.mark.parametrize("seconds", [0.0, 7.0, 20.0])
async def test_a_broken_connection_of_another_player_is_found_later(room: Room, seconds: float) -> None:
    seat = (await aside(seat_on_turn)(room.table_id) + 2) % 4
    await room.pass_time(seconds)
    room.broken.add(seat)
    found = await room.pass_until_shown(seat, 46)
    assert 20 <= found <= IDLE_SILENCE_TIMEOUT_SECONDS + CHECK_SLOT_SECONDS


async def test_who_has_moved_is_checked_at_the_long_interval_again(room: Room) -> None:
    seat = await aside(seat_on_turn)(room.table_id)
    await room.pass_time(10)
    await room.move()
    room.broken.add(seat)
    await room.pass_time(15)
    assert seat in presence.connected_seats(room.table_id)
    await room.pass_until_shown(seat, 46)


async def test_who_gives_a_sign_of_life_again_is_shown_at_the_next_check(room: Room) -> None:
    seat = await aside(seat_on_turn)(room.table_id)
    room.broken.add(seat)
    await room.pass_until_shown(seat, 6)
    room.wires[seat].health.note_activity(room.clock.now)
    await room.pass_time(CHECK_SLOT_SECONDS)
    assert room.wires[(seat + 1) % 4].told[-1] == {
        "type": "presence",
        "seat": seat,
        "connected": True,
        "away_at": None,
    }


async def test_who_gets_up_is_not_checked_any_more(on_file: None, clock: Clock) -> None:
    alice, bob = await aside(people)(2)
    table_id = await aside(opened)(alice, bob)
    hub, wire = TableHub.get_current(), Wire(bob.pk)
    wire.health = ConnectionHealth(clock.now)
    await hub.join(table_id, wire)
    assert wire in hub.presence._checks
    await aside(dispatch)(Command(table_id, LeaveSeat(), AT, seat=1))
    hub.update_subscribers(table_id, await aside(number)(table_id))
    await settled(hub)
    assert (wire.viewer, wire in hub.presence._checks) == (None, False)
    clock.now += 3600
    hub.presence.check_for_silence(clock.now)
    assert presence.connected_seats(table_id) == frozenset()
    hub.leave(table_id, wire)
