"""Each part of a site that shares its tables by shard is killed under play: nothing is lost, all play on."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from games.shards import SHARDS, parse_shards
from tests.support.faults.checks import audit, check_game
from tests.support.faults.clients import Said
from tests.support.faults.killing import Group, Seat, play_on
from tests.support.faults.people import guests
from tests.support.faults.sharded_site import HIGH, LOW, Part, ShardedSite, sharded_site
from tests.support.games.playing import short
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT, wait_until

pytestmark = [pytest.mark.long, pytest.mark.postgres, pytest.mark.redis]
OPTIONS = short(3, 5, 4, pause=0)
PEOPLE_AND_BOTS = ((2, 2), (3, 0))
"""Who is at the tables of each scheduler: people with bots, and people alone."""


class Follower(Seat):
    """A client that checks that it is told of each entry of the log once, in order."""

    # All are one address to the proxy, which refuses more than fifty requests a second.
    max_retry_seconds = 1.0

    def __init__(self, address: str, table_id: str, token: str, rng: Random) -> None:
        super().__init__(address, table_id, token, rng)
        self.events: dict[int, Said] = {}

    async def think(self) -> None:
        """Wait before a move: clients at full speed would slow down the start of what they wait for."""
        await asyncio.sleep(self.rng.uniform(0.05, 0.15))

    def hear(self, frame: Said) -> None:
        """Handle a frame."""
        if frame["type"] == "update":
            self._check_events(frame["number"], frame["events"])
        super().hear(frame)

    def _check_events(self, number: int, events: list[Said]) -> None:
        told = [event["number"] for event in events]
        # A server that has just loaded the table shows the sight alone to clients that are far behind.
        assert not told or told == list(range(told[0], number + 1))
        assert not told or told[0] <= self.number + 1, f"told of {told} after {self.number}"
        for event in events:
            # Told again after a question that has crossed the news on its way, and then the same.
            assert self.events.setdefault(event["number"], event) == event


async def lose(part: Part, groups: list[Group], playing: list[asyncio.Task[None]]) -> None:
    """Kill a part and start it again; everybody plays on, also meanwhile where they can do without it."""
    await asyncio.to_thread(part.kill)
    if not part.is_needed:
        await all_play_on(groups, playing, f"without {part.name}")
    await asyncio.to_thread(part.start)
    await all_play_on(groups, playing, f"with {part.name} back")


async def all_play_on(groups: list[Group], playing: list[asyncio.Task[None]], when: str) -> None:
    """Wait until each person has made further moves."""
    try:
        async with asyncio.timeout(WAIT_TIMEOUT):
            await play_on(groups, playing)
    except TimeoutError:
        acked = [group.acked_by_person() for group in groups]
        raise AssertionError(f"not everybody plays on {when}: {acked}") from None


def seat_groups(site: ShardedSite) -> list[Group]:
    """People at tables of both schedulers, who come through the proxy."""
    return [
        Group(
            site.proxy,
            guests(site.proxy, people),
            f"{shards} {people}",
            OPTIONS,
            Follower,
            bots=bots,
            shards=parse_shards(shards),
        )
        for shards in (LOW, HIGH)
        for people, bots in PEOPLE_AND_BOTS
    ]


def check_site(site: ShardedSite, groups: list[Group]) -> None:
    """Check every game that was played, and that all processes are well."""
    for group in groups:
        for clients in group.games:
            check_game(site.servers[0], clients, proxy=site.proxy)
    assert ", 0 with faults" in audit(site.servers[0])
    # Nobody looks at a table any more: the news of each shard goes to its scheduler alone.
    wait_until(
        lambda: site.followers_of_shards() == [1] * SHARDS, lambda: f"heard by {site.followers_of_shards()}"
    )
    for scheduler in site.schedulers:
        code, said = scheduler.stop()
        assert code == 0, said
    for server in site.servers:
        assert server.terminate() == 0, server.log()


async def test_every_part_is_killed_in_turn_and_nothing_is_lost(
    start_server: Starter, tmp_path: Path
) -> None:
    with sharded_site(start_server, tmp_path) as site:
        groups = seat_groups(site)
        playing = [asyncio.create_task(group.play()) for group in groups]
        await all_play_on(groups, playing, "at first")
        for part in site.parts(groups[0].games[-1][0].table_id):
            await lose(part, groups, playing)
        for group in groups:
            group.finish()
        await asyncio.gather(*playing)
        check_site(site, groups)
