"""Clients that do not read: told so and closed, at bounded cost; nobody waits for them, and they catch up."""

import asyncio
import json

from tests.support.faults.checks import check_game
from tests.support.faults.clients import Client
from tests.support.faults.hooks import HOOK
from tests.support.faults.people import guests, sat_down
from tests.support.faults.players import ResendingPlayer
from tests.support.faults.slow_readers import (
    GIVEN_UP,
    SMALL_BUFFER_BYTES,
    read_to_end,
    slow_reader,
    wait_for_log,
)
from tests.support.games.connections.visitors import Said
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT

FULL: Said = {"preset": "standard", "pause": 0}
CROWD, SYNCS = 24, 400
MIB = 1024 * 1024


def limits(**more: float) -> dict[str, str]:
    """The environment of a server whose kernel keeps little for a client, and with other numbers so."""
    given = {"core.asgi.websocket:SEND_BUFFER_BYTES": float(SMALL_BUFFER_BYTES), **more}
    return {"PYTHONPATH": HOOK, "LIMITS": " ".join(f"{name}={number}" for name, number in given.items())}


async def test_who_does_not_read_is_told_goodbye_and_the_others_play_on(start_server: Starter) -> None:
    timeouts = {
        "core.realtime.health:BACKPRESSURE_TIMEOUT_SECONDS": 1.0,
        # A busy machine may let the client wait for long before it reads on.
        "core.realtime.health:DEAD_TIMEOUT_SECONDS": 120.0,
        "core.realtime.health:IDLE_DEAD_TIMEOUT_SECONDS": 120.0,
        "core.asgi.websocket:MAX_CLOSE_SECONDS": 300.0,
    }
    server = start_server("sqlite", **limits(**timeouts))
    clients: list[Client] = sat_down(server, guests(server, 2), seed=5, options=FULL, bots=2)
    table_id, token = clients[0].table_id, clients[0].token
    with slow_reader(server, table_id, token) as line:
        playing = [asyncio.create_task(client.play()) for client in clients]
        await asyncio.to_thread(wait_for_log, server, GIVEN_UP)
        frames, code = await asyncio.to_thread(read_to_end, line)
    async with asyncio.timeout(WAIT_TIMEOUT):
        await asyncio.gather(*playing)
    assert (frames[-1], code) == ({"type": "bye", "code": 4008, "retry_after": 1}, 4008)
    numbers = [frame["number"] for frame in frames if frame["type"] == "update"]
    assert numbers == sorted(set(numbers))
    # The choked line cost the players nothing: neither a line nor an answer.
    assert [client.connections for client in clients] == [1, 1]
    await asyncio.to_thread(check_game, server, clients)
    with slow_reader(server, table_id, token, after=numbers[-1]) as line:
        back = json.loads(line.recv(timeout=WAIT_TIMEOUT))
    assert (back["number"], back["sight"]["status"]) == (clients[0].number, "finished")
    assert back["sight"]["sheet"]
    assert "Traceback" not in server.log()


def test_who_reads_again_is_caught_up_at_once(start_server: Starter) -> None:
    """Not by the next move, for none comes, and not by the slow look, which never comes either."""
    for_ever = {
        "core.realtime.health:BACKPRESSURE_TIMEOUT_SECONDS": 3600,
        "core.realtime.health:DEAD_TIMEOUT_SECONDS": 3600,
        "core.realtime.health:IDLE_DEAD_TIMEOUT_SECONDS": 3600,
    }
    server = start_server("sqlite", **limits(**for_ever, **{"games.live.hub:POLL_INTERVAL_SECONDS": 3600}))
    alice = ResendingPlayer(server, FULL)
    with slow_reader(server, alice.table, alice.token) as line:
        assert not alice.play(45)
        stood_at = play_unread(alice)
        numbers, events = [], []
        while not numbers or numbers[-1] < stood_at:
            frame = json.loads(line.recv(timeout=WAIT_TIMEOUT))
            if frame["type"] == "update":
                numbers.append(frame["number"])
                events += [event["number"] for event in frame["events"]]
    assert numbers[-1] == stood_at
    # It did miss something: one update told of much.
    assert len(numbers) < stood_at / 2
    assert events == sorted(set(events))


def play_unread(alice: ResendingPlayer) -> int:
    """The number at which the table waits for Alice."""
    with alice.at_table(alice.table, f"?after={alice.number}"):
        alice.hear()
        while 0 not in alice.sight["turn"]:
            alice.hear()
    return alice.number


def test_what_waits_for_those_who_do_not_read_is_bounded(start_server: Starter) -> None:
    server = start_server("sqlite", **limits(**{"core.realtime.health:BACKPRESSURE_TIMEOUT_SECONDS": 4.0}))
    alice = ResendingPlayer(server, FULL)
    alice.play(12)
    play_unread(alice)
    with slow_reader(server, alice.table) as line:
        line.recv(timeout=WAIT_TIMEOUT)
        line.send('{"type": "sync", "after": 0}')
        size = len(line.recv(timeout=WAIT_TIMEOUT))
    before = server.resident()
    lines = [slow_reader(server, alice.table) for _ in range(CROWD)]
    opened = [each.__enter__() for each in lines]
    try:
        for line in opened:
            for _ in range(SYNCS):
                line.send('{"type": "sync", "after": 0}')
        wait_for_log(server, GIVEN_UP, CROWD)
        alice.play(1)
        grown = server.resident() - before
    finally:
        for line in opened:
            line.socket.close()
    asked_for = CROWD * SYNCS * size
    assert asked_for > 25 * MIB
    assert grown < CROWD * MIB < asked_for, f"{grown / MIB:.0f} MiB"
    assert not alice.play(2)
    assert "Traceback" not in server.log()
