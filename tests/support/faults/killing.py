"""Kills at random instants under load: the server dies and returns while tables are played."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

import httpx

from games.shards import ALL_SHARDS, Shards
from tests.support.faults.checks import audit, check_log
from tests.support.faults.clients import Client, Said
from tests.support.faults.people import Site, guests, sat_down
from tests.support.servers import ServerProcess
from tests.support.waiting import WAIT_TIMEOUT

FULL = {"preset": "standard", "pause": 0}
MAX_LIFE_SECONDS = 0.4
"""Seconds that a server lives at most after it is ready."""
NEW_ACKS = 2
"""Acks that show that a person plays on: the first may have been on its way before."""


class KillFigures(NamedTuple):
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
) -> KillFigures:
    """Kill so often while so many tables of two people and two bots are played; checks every log.

    `say` hears of every hundredth kill.
    """
    began = time.monotonic()
    server.arguments = ("--no-migrate",)
    places = [Group(server, guests(server, 2), f"{seed} {number}") for number in range(tables)]
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
        await play_on(places, playing)
        for place in places:
            place.close()
        await asyncio.gather(*playing)
    return await asyncio.to_thread(_figures, server, places, kills, time.monotonic() - began)


async def play_on(places: "Sequence[Group]", playing: Sequence[asyncio.Task[None]]) -> None:
    """Wait until each person at each place has made further moves."""
    wanted = [[acked + NEW_ACKS for acked in place.acked_by_person()] for place in places]
    while any(
        acked < enough
        for place, each in zip(places, wanted, strict=True)
        for acked, enough in zip(place.acked_by_person(), each, strict=True)
    ):
        await asyncio.sleep(0.02)
        _check_nobody_failed(playing)


def _check_nobody_failed(playing: Sequence[asyncio.Task[None]]) -> None:
    """Raise what has ended one of these before its time."""
    for task in playing:
        if task.done():
            task.result()


class Group:
    """People who play one game after the other, with bots."""

    def __init__(
        self,
        server: Site,
        tokens: list[str],
        seed: str,
        options: Said = FULL,
        client: type[Seat] = Seat,
        *,
        bots: int = 2,
        shards: Shards = ALL_SHARDS,
    ) -> None:
        self.server = server
        self.options = options
        self.client = client
        self.tokens = tokens
        self.bots = bots
        self.shards = shards
        self.rng = Random(seed)
        self.closing = False
        self.is_last_game = False
        self.games: list[list[Seat]] = []

    async def play(self) -> None:
        """Play games until closed, or the last one has ended."""
        while not self.closing and not self.is_last_game:
            # The server may die while they sit down: then that table stays open, and they try another.
            with contextlib.suppress(httpx.HTTPError):
                seed = self.rng.getrandbits(32)
                seats = await asyncio.to_thread(
                    sat_down,
                    self.server,
                    self.tokens,
                    seed,
                    options=self.options,
                    bots=self.bots,
                    client=self.client,
                    shards=self.shards,
                )
                self.games.append(seats)
                if not self.closing:
                    await asyncio.gather(*(seat.play() for seat in seats))
            await asyncio.sleep(0.05)

    @property
    def acked(self) -> int:
        """The number of players' actions that have been acked."""
        return sum(self.acked_by_person())

    def acked_by_person(self) -> list[int]:
        """The number of actions of each person that have been acked."""
        return [sum(len(seats[number].acked) for seats in self.games) for number in range(len(self.tokens))]

    def finish(self) -> None:
        """Let them play the running game to its end, and begin no other."""
        self.is_last_game = True

    def close(self) -> None:
        """Let them finish what is unanswered."""
        self.closing = True
        for seats in self.games[-1:]:
            for seat in seats:
                seat.closing = True


def _figures(server: ServerProcess, places: list[Group], kills: int, seconds: float) -> KillFigures:
    games = [game for place in places for game in place.games]
    entries = sum(len(check_log(server, game[0].table_id, game)) for game in games)
    assert ", 0 with faults" in audit(server)
    seats = [seat for game in games for seat in game]
    acked = sum(len(seat.acked) for seat in seats)
    return KillFigures(kills, seconds, len(games), acked, sum(seat.resent for seat in seats), entries)
