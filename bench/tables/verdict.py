"""From an accusation to its verdict at every seat: four sockets, the real server, idle otherwise, on SQLite.

Each verdict alternates with the baseline: a bare server of the websockets library, in a process of its own,
that hands a frame of the update's size to four sockets when one of the accusation's size has come.
"""

import asyncio
import os
import random
import re
import sys
import time
from contextlib import AsyncExitStack
from statistics import quantiles
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, broadcast, serve

from bench.serving import run_python, run_test_server
from bench.tables.seats import ConnectedSeat, act_and_wait, end_pause, open_sockets, random_action

TABLES = 8
OPTIONS = {"preset": "custom", "rounds": [{"cards": 8}, {"cards": 6}], "cheating": True, "pause": 60}
ASKED = 150
"""Bytes of an accusation."""
BARE_READY = re.compile(r"bare at (\S+)")


class AccusationTimes(NamedTuple):
    """Milliseconds from an accusation to its ack, to its update at the last seat; and of the bare round."""

    ack: float
    last: float
    bare: float


async def main() -> None:
    """Print how long a verdict on cheating takes to reach all seats.

    For comparison, print how long a plain WebSocket broadcast takes.
    """
    timings: list[AccusationTimes] = []
    command = ("-m", "bench.tables.verdict", "bare")
    with (
        run_test_server() as address,
        run_python(*command, env=os.environ, ready=BARE_READY) as bare_address,
    ):
        async with AsyncExitStack() as stack:
            url = f"ws://{bare_address}/"
            sockets = [await stack.enter_async_context(connect(url)) for _ in range(4)]
            await play_game_with_accusations(address, sockets, random.Random(2026))
            for number in range(TABLES):
                timings += await play_game_with_accusations(address, sockets, random.Random(number))
    print_percentiles(timings)


async def play_game_with_accusations(
    address: str, sockets: list[ClientConnection], rng: random.Random
) -> list[AccusationTimes]:
    """Play a game with an accusation after each move that allows one, and return the measured times.

    After each accusation, also measure how long a bare server takes to send a message to all of `sockets`,
    which are connected to it. The bare server is a WebSocket server without Django. Its message is as long as
    the last update of the game.
    """
    timings = []
    async with AsyncExitStack() as stack:
        seats = await open_sockets(stack, address, OPTIONS)
        while (sight := seats[0].sight)["status"] != "finished":
            if sight["status"] == "pause":
                await end_pause(seats)
                continue
            actor = sight["turn"][0]
            await act_and_wait(seats, actor, random_action(seats[actor].sight, rng))
            if seats[0].sight["can_accuse"]:
                ack, last = await time_accusation(seats, *rng.sample(range(4), 2))
                timings.append(AccusationTimes(ack, last, await time_bare_broadcast(sockets, seats[0].heard)))
    return timings


async def time_accusation(seats: list[ConnectedSeat], accuser: int, accused: int) -> tuple[float, float]:
    """Let one seat accuse another of cheating.

    Return the milliseconds until the acknowledgement, and until the last seat has received the verdict.
    """
    action = {"type": "accuse", "accused": accused, "source": "light_sensor", "lux": 0.4}
    began = time.perf_counter()
    acked, told = await act_and_wait(seats, accuser, action)
    return (acked - began) * 1000, (told - began) * 1000


async def time_bare_broadcast(sockets: list[ClientConnection], size: int) -> float:
    """Let the bare server, which works without Django, send a message of `size` bytes to its `sockets`.

    Return the milliseconds until all sockets have received the message.
    """

    async def wait_for_message(socket: ClientConnection) -> float:
        """Wait for a message on the socket, and return the message's arrival time (`perf_counter`)."""
        await socket.recv()
        return time.perf_counter()

    began = time.perf_counter()
    await sockets[0].send(f"{size} ".ljust(ASKED, "x"))
    return (max(await asyncio.gather(*map(wait_for_message, sockets))) - began) * 1000


async def run_bare_server() -> None:
    """Run the bare server, a WebSocket server without Django, until the process is stopped.

    Each message that arrives begins with a number of bytes. The server then sends that many bytes to all
    sockets. When ready, it prints its address.
    """
    sockets: set[ServerConnection] = set()

    async def answer_messages(socket: ServerConnection) -> None:
        """For each message that arrives on the socket, send as many bytes as it requests to all sockets."""
        sockets.add(socket)
        async for asked in socket:
            broadcast(sockets, "x" * int(asked.split()[0]))

    async with serve(answer_messages, "127.0.0.1", 0) as server:
        print(f"bare at 127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        await server.serve_forever()


def print_percentiles(timings: list[AccusationTimes]) -> None:
    """Print the median, the 95th and the 99th percentile of the measured times.

    For each of these percentiles, also print the verdicts' time divided by the bare broadcasts' time.
    """
    ack, last, bare = (
        _percentiles([getattr(each, name) for each in timings]) for name in AccusationTimes._fields
    )
    ratio = [a / b for a, b in zip(last, bare, strict=True)]
    print(
        f"verdict   {_join_with_slashes(last)} ms (p50 / p95 / p99 of {len(timings)}) "
        f"until it is at the last of four seats, {_join_with_slashes(ack)} until the ack; "
        f"bare sockets {_join_with_slashes(bare)}, ratio {_join_with_slashes(ratio)}"
    )


def _percentiles(values: list[float]) -> list[float]:
    """Return the median, the 95th and the 99th percentile of the values."""
    cuts = quantiles(values, n=100)
    return [cuts[49], cuts[94], cuts[98]]


def _join_with_slashes(values: list[float]) -> str:
    """Return the numbers as text with one decimal place, such as "1.2 / 3.4 / 5.6"."""
    return " / ".join(f"{value:.1f}" for value in values)


if __name__ == "__main__":
    asyncio.run(run_bare_server() if sys.argv[1:] == ["bare"] else main())
