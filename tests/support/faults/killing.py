"""Kills at random instants under load: the server dies and returns while tables are played."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

import httpx

from tests.support.faults.checks import audit, check_log
from tests.support.faults.clients import Client, Said
from tests.support.faults.people import guests, sat_down
from tests.support.servers import ServerProcess
from tests.support.waiting import WAIT_TIMEOUT

FULL = {"preset": "standard", "pause": 0}
MAX_LIFE_SECONDS = 0.4
"""Seconds that a server lives at most after it is ready."""


class Figures(NamedTuple):
    """What the kills came to; a lost or doubled action has failed a check before."""

    kills: int
    seconds: float
    games: int
    acked: int
    resent: int
    entries: int


class Seat(Client):
    """A client that can be told to begin nothing more."""

    closing = False

    @property
    def over(self) -> bool:
        """Also when nothing is unanswered and nothing more is to begin."""
        return super().over or (self.closing and not self.pending)


async def kill_often(
    server: ServerProcess,
    *,
    kills: int,
    tables: int,
    seed: int,
    say: Callable[[str], None] = lambda line: None,
) -> Figures:
    """Kill so often while so many tables of two people and two bots are played; checks every log.

    `say` hears of every hundredth kill.
    """
    began = time.monotonic()
    server.arguments = ("--no-migrate",)
    places = [Pair(server, guests(server, 2), f"{seed} {number}") for number in range(tables)]
    playing = [asyncio.create_task(place.play()) for place in places]
    rng = Random(seed)
    for number in range(1, kills + 1):
        await asyncio.sleep(rng.uniform(0, MAX_LIFE_SECONDS))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        if number % 100 == 0:
            say(f"kills     {number} after {time.monotonic() - began:,.0f} s")
        _check_nobody_failed(playing)
    async with asyncio.timeout(WAIT_TIMEOUT):
        await _play_on(places, playing)
        for place in places:
            place.close()
        await asyncio.gather(*playing)
    return await asyncio.to_thread(_figures, server, places, kills, time.monotonic() - began)


async def _play_on(places: "Sequence[Pair]", playing: Sequence[asyncio.Task[None]]) -> None:
    """Wait until each place has a further ack."""
    acked = [place.acked for place in places]
    while any(place.acked == before for place, before in zip(places, acked, strict=True)):
        await asyncio.sleep(0.02)
        _check_nobody_failed(playing)


def _check_nobody_failed(playing: Sequence[asyncio.Task[None]]) -> None:
    """Raise what has ended one of these before its time."""
    for task in playing:
        if task.done():
            task.result()


class Pair:
    """Two people who play one game after the other."""

    def __init__(
        self,
        server: ServerProcess,
        tokens: list[str],
        seed: str,
        options: Said = FULL,
        client: type[Seat] = Seat,
    ) -> None:
        self.server = server
        self.options = options
        self.client = client
        self.tokens = tokens
        self.rng = Random(seed)
        self.closing = False
        self.games: list[list[Seat]] = []

    async def play(self) -> None:
        """Play games until closed."""
        while not self.closing:
            # The server may die while they sit down: then that table stays open, and they try another.
            with contextlib.suppress(httpx.HTTPError):
                seed = self.rng.getrandbits(32)
                seats = await asyncio.to_thread(
                    sat_down,
                    self.server,
                    self.tokens,
                    seed,
                    options=self.options,
                    bots=2,
                    client=self.client,
                )
                self.games.append(seats)
                if not self.closing:
                    await asyncio.gather(*(seat.play() for seat in seats))
            await asyncio.sleep(0.05)

    @property
    def acked(self) -> int:
        """The number of players' actions that have been acked."""
        return sum(len(seat.acked) for seats in self.games for seat in seats)

    def close(self) -> None:
        """Let them finish what is unanswered."""
        self.closing = True
        for seats in self.games[-1:]:
            for seat in seats:
                seat.closing = True


def _figures(server: ServerProcess, places: list[Pair], kills: int, seconds: float) -> Figures:
    games = [game for place in places for game in place.games]
    entries = sum(len(check_log(server, game[0].table_id, game)) for game in games)
    assert ", 0 with faults" in audit(server)
    seats = [seat for game in games for seat in game]
    acked = sum(len(seat.acked) for seat in seats)
    return Figures(kills, seconds, len(games), acked, sum(seat.resent for seat in seats), entries)
