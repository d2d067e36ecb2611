"""The hub when something cannot be read or written, and clients that read again later."""

import asyncio
import time
from collections.abc import Callable
from random import Random

from asgiref.sync import sync_to_async as aside

from core.realtime import bus
from games import presence
from games.live import protocol
from games.live.hub import TableHub
from games.live.lobby import LOBBY, LobbyHub
from games.live.seat_presence import SeatPresence
from games.store import tables
from tests.support.games.connections.wires import Wire, settled
from tests.support.games.playing import move, number


def failing(*_: object, **__: object) -> None:
    raise RuntimeError("made to fail")


async def soon(condition: Callable[[], object]) -> None:
    """Let the loop run until it is so; the test's time limit ends what never comes."""
    while not condition():
        await asyncio.sleep(0.001)


async def test_a_table_that_cannot_be_read_is_shown_at_the_next_word(table_id, monkeypatch, caplog):
    room, wire = TableHub.get_current(), Wire()
    await room.join(table_id, wire)
    await aside(move)(table_id, Random(1))
    newest = number(table_id)
    with monkeypatch.context() as broken:
        broken.setattr("games.live.hub.cached_sights", lambda *_, **__: None)
        broken.setattr("games.live.hub.read_sights", failing)
        room.update_subscribers(table_id, newest)
        # A second word while the table is being read asks for nothing more than the newer number.
        room.update_subscribers(table_id, newest)
        await soon(lambda: not room._wanted)
    assert f"Table {table_id} cannot be shown" in caplog.text
    room.update_subscribers(table_id, newest)
    assert wire.updates()[-1]["number"] == newest
    room.leave(table_id, wire)


async def test_a_sight_that_cannot_be_written_is_logged(table_id, monkeypatch, caplog):
    monkeypatch.setattr(bus, "publish_message", lambda wake: None)
    room, wire = TableHub.get_current(), Wire()
    await room.join(table_id, wire)
    await aside(move)(table_id, Random(1))
    with monkeypatch.context() as broken:
        broken.setattr(protocol, "encode_update", failing)
        room.update_subscribers(table_id, number(table_id))
    assert f"Table {table_id} cannot be shown" in caplog.text
    room.leave(table_id, wire)


async def test_a_lobby_that_cannot_be_read_is_logged_and_sent_at_the_next_wake_up(
    table_id, monkeypatch, caplog
):
    room, wire = LobbyHub.get_current(), Wire()
    await room.join(LOBBY, wire)
    before = len(wire.told)
    monkeypatch.setattr("games.live.lobby.UPDATE_INTERVAL_SECONDS", 0)
    with monkeypatch.context() as broken:
        broken.setattr("games.live.lobby.tables.open_tables", failing)
        room.update_subscribers(LOBBY)
        await soon(lambda: "cannot be shown" in caplog.text)
    assert "The lobby cannot be shown" in caplog.text
    monkeypatch.setattr("games.live.lobby.tables.open_tables", lambda: [{"id": "new"}])
    room.update_subscribers(LOBBY)
    await soon(lambda: len(wire.told) > before)
    assert wire.told[-1] == {"type": "tables", "tables": [{"id": "new"}]}
    room.leave(LOBBY, wire)


async def test_the_lobby_is_sent_once_for_all_that_happens_in_a_while_and_only_if_it_changed(
    table_id, monkeypatch
):
    room, wire, newcomer = LobbyHub.get_current(), Wire(), Wire()
    monkeypatch.setattr("games.live.lobby.UPDATE_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr("games.live.lobby.tables.open_tables", lambda: [{"id": "one"}])
    await room.join(LOBBY, wire)
    for _ in range(3):
        room.update_subscribers(LOBBY)
    assert room._update is not None
    await soon(lambda: room._update is None)
    await settled(room)
    assert len(wire.told) == 1
    monkeypatch.setattr("games.live.lobby.tables.open_tables", lambda: [{"id": "two"}])
    await room.join(LOBBY, newcomer)
    room.update_subscribers(LOBBY)
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

    monkeypatch.setattr("games.live.seat_presence.CHECK_SLOT_SECONDS", 0.001)
    monkeypatch.setattr(SeatPresence, "check_for_silence", fail_once)
    TableHub.get_current()
    await soon(lambda: len(calls) > 1)
    assert "The hub cannot look after its sockets" in caplog.text


async def test_a_client_that_reads_again_is_caught_up_even_at_a_table_that_was_forgotten(
    table_id,
):
    room, wire = TableHub.get_current(), Wire()
    await room.join(table_id, wire)
    wire.health.begin_backpressure(time.monotonic())
    await aside(move)(table_id, Random(1))
    await settled(room)
    tables.clear_cached_tables(table_id)
    assert len(wire.updates()) == 1
    wire.health.end_backpressure()
    await soon(lambda: len(wire.updates()) > 1)
    assert wire.updates()[-1]["number"] == number(table_id)
    room.leave(table_id, wire)


async def test_who_was_never_there_is_forgotten_without_a_trace(table_id):
    TableHub.get_current().leave(table_id, Wire())
    assert presence.connected_seats(table_id) == frozenset()
